import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/disk/base/core.ts';
import { openStore } from '../../src/store/store.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/machine.ts';
import { jsonLines } from '../unit/store/reading.ts';
import { withCli } from './withCli.ts';

describe('sessions that a program ran, in a terminal', () => {
  it('are marked, and left out or listed alone', () =>
    withCli(async ({ cli, json, project, home }) => {
      const folder = join(home, '.claude', 'projects', claudeFolderName(project));
      mkdirSync(folder, { recursive: true });
      const session = (sessionId: string, entrypoint: string) =>
        writeFileSync(
          join(folder, `${sessionId}.jsonl`),
          jsonLines([claude(project, `Said ${sessionId}`, { sessionId, entrypoint })]),
        );
      session('mine', 'cli');
      session('run', 'sdk-cli');
      const listed = async (...options: readonly string[]) => {
        const { sessions } = await json('sessions', ...options);
        return [sessions]
          .flat()
          .map((each) => (isObject(each) ? [each.id, each.automated] : []))
          .sort();
      };
      assert.deepEqual(await listed(), [
        ['mine', undefined],
        ['run', true],
      ]);
      assert.deepEqual(await listed('--no-automated'), [['mine', undefined]]);
      assert.deepEqual(await listed('--automated'), [['run', true]]);
      assert.match((await cli(['sessions'])).stdout, /Said run\n.*, run, run by a program\n/);
    }));
});

describe('tags and the archived state in a terminal', () => {
  it('are shown with dialogs and filter them', () =>
    withCli(async ({ cli, json, project }) => {
      const { dialogs } = openStore(project);
      for (const name of ['one', 'two', 'three']) await dialogs.create(name);
      await dialogs.setLabels('one', { tags: ['ui', 'bug'], pinned: true });
      await dialogs.setLabels('two', { tags: ['ui'], archived: true });
      const names = async (...more: string[]) => {
        const { dialogs: listed } = (await json('dialogs', ...more)) as unknown as {
          dialogs: { name: string }[];
        };
        return listed.map(({ name }) => name).sort();
      };
      assert.deepEqual(await names(), ['one', 'three']);
      assert.deepEqual(await names('--archived'), ['two']);
      assert.deepEqual(await names('--tag', 'UI'), ['one', 'two']);
      assert.deepEqual(await names('--tag', 'ui', '--archived'), ['two']);
      assert.match((await cli(['dialogs'])).stdout, /^\* one .*, #ui #bug$/m);
      assert.equal((await cli(['dialogs', '--tag', 'none'])).stdout, 'No such dialogs in this project.\n');
    }));

  it('are shown with sessions and filter them', () =>
    withCli(async ({ cli, json, project }) => {
      const { sessions } = openStore(project);
      for (const sessionId of ['a', 'b'])
        await sessions.record(sessionId, [{ type: 'user', content: `said ${sessionId}` }]);
      const of = (sessionId: string) => ({ source: 'history', sessionId }) as const;
      await sessions.setLabels([
        { session: of('a'), title: 'Mine', tags: ['ui'], note: 'n' },
        { session: of('b'), archived: true },
      ]);
      const listed = (await json('sessions')) as unknown as {
        sessions: Record<string, unknown>[];
        total: number;
      };
      assert.equal(listed.total, 1);
      const [{ id, title, tags, note } = {}] = listed.sessions;
      assert.deepEqual({ id, title, tags, note }, { id: 'a', title: 'Mine', tags: ['ui'], note: 'n' });
      assert.match((await cli(['sessions'])).stdout, /Mine\n.*, a, #ui\n/);
      assert.equal((await json('sessions', '--archived')).total, 1);
      assert.equal((await json('sessions', '--tag', 'ui')).total, 1);
      assert.equal((await json('sessions', 'said', 'b')).total, 1, 'words find what is archived, too');
    }));
});
