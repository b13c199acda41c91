import assert from 'node:assert/strict';
import { contextsReply } from '../../src/server/contexts/contextReplies.ts';
import { afterCursor, cursorAfter, listCursor } from '../../src/server/base/listCursor.ts';
import { openStore } from '../../src/store/store.ts';
import { withAgents } from './withAgents.ts';
import { startServer, withServer, type ServerUnderTest } from './withServer.ts';

const shown = 20_000;

/** What a list tells, page by page, each asked for with the cursor of the one before. */
async function pagesOf(
  { call }: Pick<ServerUnderTest, 'call'>,
  tool: string,
  name: string,
  args: Record<string, unknown>,
  maxChars = shown,
): Promise<Record<string, unknown>[][]> {
  const pages: Record<string, unknown>[][] = [];
  for (let query: Record<string, unknown> | undefined = args; query;) {
    const { texts, json, isError } = await call(tool, query);
    assert.ok(!isError && texts.join('').length <= maxChars, `${tool}: ${texts.join('').length}`);
    pages.push(json[name] as Record<string, unknown>[]);
    assert.ok(pages.length < 100);
    query = json.cursor === undefined ? undefined : { ...args, cursor: json.cursor };
    if (json.omitted !== undefined)
      assert.match(JSON.stringify(json.omitted), /the same call with this cursor/);
  }
  return pages;
}

describe('long lists', () => {
  it('are as long as agents show them, and return every other item once by cursor', () =>
    withAgents(async (server) => {
      const ids = Array.from(
        { length: 150 },
        (_, n) => `550e8400-e29b-41d4-a716-${String(n).padStart(12, '0')}`,
      );
      for (const id of ids) server.claude(id, [{ id: 'u1', text: 'x' }]);
      await server.ok('archive_transcript', { all: true });
      const sorted = (items: Record<string, unknown>[][], key: string) =>
        items
          .flat()
          .map((item) => String(item[key]))
          .sort();
      const sessions = await pagesOf(server, 'session_list', 'sessions', { limit: 1_000 });
      assert.deepEqual(sorted(sessions, 'id'), ids);
      assert.ok(sessions.length > 1);
      const archives = await pagesOf(server, 'archive_list', 'archives', { limit: 1_000 });
      assert.deepEqual(sorted(archives, 'session'), ids);
      const tens = await pagesOf(server, 'archive_list', 'archives', { limit: 10 });
      assert.deepEqual([tens.length, tens.flat().length], [15, 150]);
      const few = await startServer(server.root, { env: server.env, client: '@cline/core' });
      try {
        const short = await pagesOf(few, 'session_list', 'sessions', { limit: 1_000 }, 6_500);
        assert.deepEqual(sorted(short, 'id'), ids);
      } finally {
        await few.close();
      }
      assert.match(
        await server.refused('session_list', { cursor: 'x' }),
        /cursor "x" is not valid here: pass the cursor of an earlier reply unchanged/,
      );
    }));

  it('page through thousands of contexts and name only a few of many damaged files', () => {
    const items = Array.from({ length: 4_000 }, (_, n) => ({
      title: '"题'.repeat(30),
      createdAt: 1,
      archivedAt: 9_999 - Math.floor(n / 3),
      messageCount: 3,
      contextId: `c_20260205_${n}`,
      summaryPreview: '\n"'.repeat(100),
    }));
    const damaged = Array.from({ length: 500 }, () => ({ file: 'x', keptAs: 'y', reason: 'z'.repeat(90) }));
    const told: string[] = [];
    let page: { items: { contextId: string }[]; cursor?: string } = { items: [], cursor: '' };
    for (let cursor: string | undefined; page.cursor !== undefined; cursor = page.cursor) {
      const [text = ''] = contextsReply(items, { limit: 9_000, ...(cursor && { cursor }) }, damaged, shown);
      assert.ok(text.length <= shown);
      page = JSON.parse(text) as typeof page;
      told.push(...page.items.map(({ contextId }) => contextId));
    }
    assert.deepEqual(
      told,
      items.map(({ contextId }) => contextId),
    );
  });

  it('of dialogs come in pages, which count them all and those that the user hid', () =>
    withServer(async (server) => {
      const names = Array.from({ length: 7 }, (_, n) => `dialog ${n} ${'历'.repeat(90)}`);
      const { dialogs } = openStore(server.root);
      for (const name of names) await dialogs.create(name);
      await dialogs.setLabels(names[6] ?? '', { archived: true });
      const first = await server.ok('history_list_dialogs', { limit: 4 });
      assert.deepEqual([[first.dialogs].flat().length, first.total, first.archived], [4, 6, 1]);
      const last = await server.ok('history_list_dialogs', { limit: 4, cursor: first.cursor });
      assert.deepEqual([[last.dialogs].flat().length, last.total, last.cursor], [2, 6, undefined]);
      const all = await server.ok('history_list_dialogs');
      assert.deepEqual(Object.keys(all), ['dialogs', 'archived']);
      assert.deepEqual([first.dialogs, last.dialogs].flat(), all.dialogs);
      assert.match(
        await server.refused('history_list_dialogs', { cursor: 'x' }),
        /cursor "x" is not valid here/,
      );
    }));
});

describe('a cursor of a list', () => {
  const placeOf = (id: string) => ({ time: Number(id.split('@')[1]), id });

  it('continues after its item, even if that was removed or became newer', () => {
    const list = ['a@9', 'b@8', 'c@8', 'd@7'];
    const cursor = cursorAfter(list, placeOf)(2) ?? '';
    assert.equal(cursor, listCursor({ time: 8, id: 'b@8' }));
    assert.deepEqual(afterCursor(list, cursor, placeOf), ['c@8', 'd@7']);
    assert.deepEqual(afterCursor(['a@9', 'd@7'], cursor, placeOf), ['d@7']);
    assert.equal(cursorAfter(list, placeOf)(4), undefined);
  });
});
