import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

/** Files of a dialog and what they may hold after a merge or a crash. */
const damages: readonly (readonly [file: string, content: string])[] = [
  ['messages.json', '[\n{"role":"user","text":"first","ts":1795449600'],
  ['messages.json', '<<<<<<< ours\n[]\n=======\n[]\n>>>>>>> theirs\n'],
  ['summary.json', '{"decisions":["Round on'],
  ['dialog.json', ''],
];

/** Runs with two servers of one project, as two windows of an editor start them. */
const withTwoServers = (run: (root: string, servers: readonly ServerUnderTest[]) => Promise<void>) =>
  withFolder(async (root) => {
    const servers = [await startServer(root), await startServer(root)];
    try {
      await run(root, servers);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });

describe('two servers with one damaged file', () => {
  for (const [file, content] of damages)
    it(`continue, keep its bytes once, and lose nothing saved: ${file} with ${JSON.stringify(content.slice(0, 12))}`, () =>
      withTwoServers(async (root, servers) => {
        const [first] = servers;
        assert.ok(first);
        await first.ok('history_save', { dialog: 'd', entries: [{ role: 'user', text: 'first' }] });
        await first.ok('history_set_summary', { dialog: 'd', summary: { decisions: ['Round once'] } });
        const folder = join(root, '.chat-history/d');
        writeFileSync(join(folder, file), content);
        const texts = servers.flatMap((_, n) => [0, 1, 2, 3].map((m) => `said ${n}.${m}`));
        await Promise.all(
          servers.flatMap((server, n) => [
            server.call('history_get_dialog_detail', { dialog: 'd' }),
            server.call('history_search', { query: 'said' }),
            ...[0, 1, 2, 3].map((m) =>
              server.ok('history_save', { dialog: 'd', entries: [{ role: 'user', text: `said ${n}.${m}` }] }),
            ),
          ]),
        );
        for (const server of servers) {
          const { text } = await server.call('history_get_dialog_detail', { dialog: 'd', recentTurns: 50 });
          assert.deepEqual(
            texts.filter((each) => !text.includes(each)),
            [],
          );
        }
        const aside = readdirSync(folder).filter((name) => name.startsWith(`${file}.damaged-`));
        if (content === '' && aside.length === 0) return; // an empty file holds nothing to keep
        assert.deepEqual(
          aside.map((name) => readFileSync(join(folder, name), 'utf8')),
          [content],
        );
      }));
});
