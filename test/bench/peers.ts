import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What others offer for the same on npm, in the versions that are compared. */
export const memoryServer = {
  name: '@modelcontextprotocol/server-memory',
  version: '2026.8.31',
  program: 'node_modules/@modelcontextprotocol/server-memory/dist/index.js',
};
/** Keeps what it is told in SQLite, through a native module that is compiled as it is installed. */
export const keeper = {
  name: 'mcp-memory-keeper',
  version: '0.14.1',
  program: 'node_modules/mcp-memory-keeper/dist/index.js',
};

const peers = [memoryServer, keeper];
const longestInstallMs = 5 * 60_000;

/**
 * The folder with the peers, installed by npm when they are first asked for and kept for the next time in the folder for
 * temporary files; undefined, which is told, where that is not possible.
 */
export function installPeers(tell: (text: string) => void): string | undefined {
  const folder = join(tmpdir(), `history-bench-peers-${peers.map(({ version }) => version).join('-')}`);
  const isThere = (): boolean =>
    [...peers.map(({ program }) => program), 'installed'].every((path) => existsSync(join(folder, path)));
  if (isThere()) return folder;
  tell('installing the peers with npm, which takes up to three minutes the first time');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const wanted = peers.map(({ name, version }) => `${name}@${version}`);
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...wanted], {
    cwd: folder,
    encoding: 'utf8',
    timeout: longestInstallMs,
    shell: process.platform === 'win32',
  });
  if (status === 0) writeFileSync(join(folder, 'installed'), '');
  if (isThere()) return folder;
  tell(`the peers cannot be installed, and are left out: ${stderr.trim().split('\n').at(-1) ?? ''}`);
  return undefined;
}
