// The native addon of this platform.

'use strict';

const { resolve } = require('node:path');
const { fileOfPlatform, fromEnvironment, unusable } = require('./platform.js');

function load() {
  const path = fromEnvironment('MAST_ADDON') ?? fileOfPlatform('mast.node');
  const addon = { exports: {} };
  try {
    // By its own name, and not by `require`: a library that cargo has just built is called otherwise.
    process.dlopen(addon, resolve(path));
  } catch (cause) {
    throw unusable(path, cause);
  }
  return addon.exports;
}

module.exports = load();
