import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { summaryEntryId } from '../../src/find/search/summaryEntryId.ts';
import { openStore } from '../../src/store/store.ts';
import { withCli } from './withCli.ts';

describe('sharing through git on the command line', () => {
  it('shares what references name, lists it, and withdraws it', () =>
    withCli(async ({ cli, json, project }) => {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' });
      git('init', '--quiet');
      git('config', 'user.name', 'Ann');
      const store = openStore(project);
      await store.dialogs.save('plan', [
        { role: 'user', text: '# Tax\n\nRound once.', ts: 1_770_000_000_000 },
      ]);
      await store.dialogs.setSummary('plan', { decisions: ['Round tax once'] }, 'replace');
      const { memory } = await store.memories.store({ content: 'Tests run in Docker', tags: ['tests'] });

      const shared = await json('share', 'history://dialogs/plan/1770000000000', '--tag', 'tax', 'money');
      const file = fs.readFileSync(join(project, '.chat-history/shared', String(shared.file)), 'utf8');
      assert.match(
        file,
        /kind: messages\ntitle: Tax\nauthor: Ann\n[^]*tags: \[tax, money\]\n---\n\n\*\*user\*\*, 2026-02-02 02:40 UTC\n\n# Tax\n\nRound once\.\n$/,
      );
      const entry = await json(
        'share',
        `history://dialogs/plan/${summaryEntryId('decisions', 'Round tax once')}`,
      );
      assert.match(
        fs.readFileSync(join(project, '.chat-history/shared', String(entry.file)), 'utf8'),
        /kind: decision\ntitle: Round tax once\n[^]*\n\nRound tax once\n$/,
      );
      await json('share', `history://memories/note/${memory.hash}`);

      // Again, it is a new version of the same file, of the same author only.
      const reference = 'history://dialogs/plan/@summary';
      const once = await json('share', reference);
      const files = () => fs.readdirSync(join(project, '.chat-history/shared')).toSorted();
      const before = files();
      assert.match((await cli(['share', reference])).stdout, /^Shared already as /);
      await store.dialogs.setSummary('plan', { decisions: ['Round tax twice'] }, 'replace');
      assert.match((await cli(['share', reference])).stdout, /^Shared anew as /);
      assert.deepEqual(files(), before);
      assert.match(
        fs.readFileSync(join(project, '.chat-history/shared', String(once.file)), 'utf8'),
        /Round tax twice/,
      );
      git('config', 'user.name', 'Bo');
      assert.notEqual((await json('share', reference)).id, once.id);
      git('config', 'user.name', 'Ann');

      assert.match(
        (await cli(['share', '--title', 'By hand'], 'Some text')).stdout,
        /^Shared as .*-by-hand-\w{4}\.md \(.*\)\. Commit it/,
      );
      const { stdout } = await cli(['shared']);
      for (const line of [
        / Tax messages, Ann, /,
        / plan summary, Ann, /,
        / Tests run in Docker memory, Ann, /,
        / By hand note, Ann, /,
      ])
        assert.match(stdout, line);
      const tagged = await json('shared', '--tag', 'tests');
      assert.deepEqual(
        (tagged.items as { kind: string }[]).map(({ kind }) => kind),
        ['memory'],
      );
      assert.equal(git('status', '--porcelain').trim(), '?? .chat-history/');

      const refused = await cli(['share'], `token ghp_${'a1B2'.repeat(9)}`);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /It holds a secret \(GITHUB_TOKEN\)/);
      assert.match((await cli(['share', 'history://dialogs/plan'])).stderr, /share its summary/);
      assert.equal((await cli(['share', 'plan'])).code, 2);

      const gone = await cli(['unshare', String(shared.id)]);
      assert.match(gone.stdout, /^No longer shared\. To undo: mcp-history-store restore /);
      const [, trashId = ''] = /restore (\S+)/.exec(gone.stdout) ?? [];
      assert.match((await cli(['restore', trashId])).stdout, /^Restored Tax\.$/m);
    }));
});
