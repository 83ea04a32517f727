#!/usr/bin/env node
// Runs the program of this platform in place of this script: same arguments, same streams, same end.

'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { fileOfPlatform, fromEnvironment, unusable } = require('../lib/platform.js');

/** Signals that ask a process to end; the program decides what it does about them. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How often a server's client is looked for, in milliseconds. */
const PARENT_INTERVAL = 1000;

function run(path, args) {
  const forward = (signal) => {
    // A console of Windows tells the program by itself, and `kill` would end it at once there.
    if (process.platform !== 'win32') child.kill(signal);
  };
  // Before the program runs: from its first moment on, a signal is for it.
  for (const signal of SIGNALS) process.on(signal, forward);
  const child = spawn(path, args, { stdio: 'inherit' });
  child.on('error', (cause) => fail(unusable(path, cause)));
  child.on('exit', (code, signal) => {
    if (!signal) {
      process.exitCode = code;
      return;
    }
    // Whoever waits for this process sees the signal, or where it cannot be sent, what a shell makes of it.
    for (const name of SIGNALS) process.off(name, forward);
    process.exitCode = 128 + constants.signals[signal];
    process.kill(process.pid, signal);
  });
  if (args.includes('serve')) endWithParent(child);
}

/** A server ends when its client does. It looks for its parent itself, but its parent is this process. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGHUP');
  }, PARENT_INTERVAL);
  timer.unref();
}

function fail(error) {
  const hint = error.hint ? `\nhint: ${error.hint}` : '';
  process.stderr.write(`mast: ${error.message}${hint}\n`);
  process.exitCode = 1;
}

try {
  run(fromEnvironment('MAST_BINARY') ?? fileOfPlatform(`bin/mast${process.platform === 'win32' ? '.exe' : ''}`), process.argv.slice(2));
} catch (error) {
  fail(error);
}
