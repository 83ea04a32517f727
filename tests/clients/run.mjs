// Drives the built server with clients that others made: the official inspector over standard input and output, for every tool,
// and the official conformance suite over HTTP.
//
// usage: node run.mjs <path of mast>

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const mast = resolve(process.argv[2] ?? join(here, '../../target/debug/mast'));
const bin = (name) => join(here, 'node_modules/.bin', name);

/** An input that each tool answers in the project below; a tool without one fails the run. */
const INPUTS = {
  mast_search: { query: 'greet' },
  mast_project_skeleton: {},
  mast_exports: { file_path: 'src/greet.ts' },
  mast_signature: { symbol: 'greet' },
  mast_callers: { symbol: 'greet' },
  mast_dependencies: { file_path: 'src/main.ts' },
  mast_implementors: { interface_name: 'Greeter' },
  mast_rename_impact: { symbol: 'greet' },
  mast_outline: { paths: '["README.md"]' },
  mast_section: { sections: '[{"file_path": "README.md", "heading": "Greetings"}]' },
  mast_reindex: { full: true },
  mast_status: {},
  mast_efficiency: { scope: 'session' },
};

/** The scenarios of the suite that any server can pass; the others ask for tools of a server that was made for the suite. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

const FILES = {
  'src/greet.ts': 'export interface Greeter { greet(): void }\n/** Says hello. */\nexport function greet(name: string) {}\n',
  'src/main.ts': "import { greet, type Greeter } from './greet';\nexport class Main implements Greeter { greet() { greet('you'); } }\n",
  'README.md': '# Greetings\n\nThey are said.\n',
};

let passed = 0;
let failed = 0;

function report(name, fault) {
  if (fault === undefined) {
    passed += 1;
    console.log(`ok      ${name}`);
  } else {
    failed += 1;
    console.log(`FAILED  ${name}: ${fault}`);
  }
}

function run(command, args, options) {
  const ran = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', timeout: 60_000, ...options });
  return { text: `${ran.stdout}${ran.stderr}`, out: ran.stdout, code: ran.status };
}

function inspect(project, ...args) {
  return run(bin('mcp-inspector'), ['--cli', mast, 'serve', ...args], { cwd: project });
}

function inspectEveryTool(project) {
  const listed = inspect(project, '--method', 'tools/list');
  let tools = [];
  try {
    tools = JSON.parse(listed.out).tools;
    report('inspector tools/list');
  } catch (error) {
    report('inspector tools/list', `${error}: ${listed.text}`);
  }
  for (const { name } of tools) {
    const input = INPUTS[name];
    if (input === undefined) {
      report(`inspector ${name}`, 'has no input in this script');
      continue;
    }
    const args = Object.entries(input).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
    const called = inspect(project, '--method', 'tools/call', '--tool-name', name, ...args);
    try {
      const result = JSON.parse(called.out);
      JSON.parse(result.content[0].text);
      report(`inspector ${name}`, result.isError ? result.content[0].text : undefined);
    } catch (error) {
      report(`inspector ${name}`, `${error}: ${called.text}`);
    }
  }
  for (const method of ['prompts/list', 'resources/list', 'resources/templates/list']) {
    const called = inspect(project, '--method', method);
    report(`inspector ${method}`, called.code === 0 ? undefined : called.text);
  }
}

async function conform(project) {
  const server = spawn(mast, ['serve', '--http', '0'], { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let url;
    for await (const line of createInterface({ input: server.stderr })) {
      url = line.match(/http:\/\/\S+/)?.[0];
      if (url !== undefined) break;
    }
    for (const scenario of SCENARIOS) {
      const results = join(project, '.results');
      const ran = run(bin('conformance'), ['server', '--url', url, '--scenario', scenario, '--output-dir', results]);
      report(`conformance ${scenario}`, ran.code === 0 ? undefined : ran.text);
    }
  } finally {
    server.kill();
  }
}

const project = mkdtempSync(join(tmpdir(), 'mast-clients-'));
try {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  inspectEveryTool(project);
  await conform(project);
} finally {
  rmSync(project, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
