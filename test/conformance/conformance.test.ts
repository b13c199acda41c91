import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installNode } from '../editor/nodePrograms.ts';
import { withFolder } from '../server/withServer.ts';
import { serveConformance } from './conformanceServer.ts';

const suite = join(__dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const baselineOf = (revision: string): string => join(__dirname, `baseline-${revision}.yml`);
/** The suite needs Node.js 22. */
const node = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : installNode(22);

/** Runs all scenarios for servers of a revision; gives what the suite prints, and its exit code. */
async function runSuite(folder: string, revision: string): Promise<{ code: number; output: string }> {
  const { url, stop } = await serveConformance(folder);
  try {
    const scenarios = ['--suite', 'all', '--spec-version', revision];
    const args = [suite, 'server', '--url', url, ...scenarios, '--expected-failures', baselineOf(revision)];
    return await new Promise((resolve) => {
      execFile(node, args, { cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
      );
    });
  } finally {
    stop();
  }
}

/** Scenarios that must be among those of a revision that passed. */
const needed = {
  '2025-11-25': ['server-initialize', 'dns-rebinding-protection', 'resources-read-binary'],
  '2026-07-28': ['tools-list', 'caching', 'http-header-validation', 'json-schema-2020-12'],
} as const;

for (const [revision, names] of Object.entries(needed))
  describe(`the official conformance suite for ${revision}`, () => {
    it('passes in every scenario but those that do not apply', () =>
      withFolder(async (folder) => {
        const { code, output } = await runSuite(folder, revision);
        assert.equal(code, 0, output.slice(-3000));
        const passed = [...output.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map(([, name]) => name);
        assert.ok(passed.length >= 20, output);
        for (const name of names) assert.ok(passed.includes(name), output);
      }));

    it('lists what does not apply with a reason', () => {
      const [, list = ''] = readFileSync(baselineOf(revision), 'utf8').split('server:\n');
      const groups = list.match(/( {2}# .+\n)+( {2}- \S+\n)+/g) ?? [];
      assert.equal(groups.join(''), list);
    });
  });
