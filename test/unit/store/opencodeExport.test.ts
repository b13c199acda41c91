import assert from 'node:assert/strict';
import { messagesIn, readOpenCode } from '../../../src/agents/opencode/opencodeRows.ts';
import { iso, when } from './machine.ts';
import { assertNeverThrows, assertSplitsAnywhere, jsonLines, readLines, said } from './reading.ts';

const read = readOpenCode('opencode');
const time = (seconds: number) => ({ created: when + seconds * 1_000, updated: when + seconds * 1_000 });

/** What `opencode export` gives of a session. */
const exported = {
  info: { id: 'ses_1', title: 'Teapots 茶壶', directory: '/code/shop', version: '1.0.0', time: time(0) },
  messages: [
    {
      info: { id: 'msg_1', sessionID: 'ses_1', role: 'user', time: time(1) },
      parts: [{ id: 'prt_1', type: 'text', text: 'How many teapots?' }],
    },
    {
      info: { id: 'msg_2', sessionID: 'ses_1', role: 'assistant', time: time(2) },
      parts: [{ id: 'prt_2', type: 'text', text: '三个。' }],
    },
  ],
};

/** The same as rows of the tables, or as the files of older versions. */
const rows = [
  { rowsOf: 'opencode', session: 'ses_1' },
  { table: 'session', info: exported.info },
  ...exported.messages.flatMap(({ info, parts }) => [
    { table: 'message', info },
    ...parts.map((part) => ({ table: 'part', info: { ...part, sessionID: 'ses_1', messageID: info.id } })),
  ]),
];

describe('what `export` of OpenCode gives', () => {
  it('is read as the session itself is', async () => {
    const session = await readLines(read, [exported]);
    assert.deepEqual(said(session), ['user: How many teapots?', 'assistant: 三个。']);
    const { sessionId, title, cwd, version, startTime } = session;
    assert.deepEqual(
      { sessionId, title, cwd, version, startTime },
      { sessionId: 'ses_1', title: 'Teapots 茶壶', cwd: '/code/shop', version: '1.0.0', startTime: iso(0) },
    );
    const { projectHash: _, ...fromRows } = await readLines(read, rows);
    const { projectHash: __, ...fromExport } = session;
    assert.deepEqual(fromRows, fromExport);
  });

  it('is read in whatever order rows come, the session that was asked for first', async () => {
    const [head, ...others] = rows;
    const child = { table: 'session', info: { id: 'ses_2', parentID: 'ses_1', time: time(3) } };
    const session = await readLines(read, [head, child, ...others.toReversed()]);
    assert.deepEqual(said(session).sort(), ['assistant: 三个。', 'user: How many teapots?']);
    assert.equal(session.sessionId, 'ses_1');
  });

  it('counts rows that cannot be read, and leaves nothing else out', async () => {
    const torn = { table: 'message', id: 'msg_3', session_id: 'ses_1', data: '{"role":"us' };
    const session = await readLines(read, [...rows, torn, { table: 'part', data: 7 }]);
    assert.equal(session.omitted.unreadable, 2);
    assert.equal(session.messages.length, 2);
  });

  it('has no messages where there are none, and no title of its own', async () => {
    const session = await readLines(read, [{ info: { id: 'ses_1', time: time(0) }, messages: [] }]);
    assert.deepEqual(session.messages, []);
    assert.deepEqual(messagesIn([]), []);
    assert.equal(messagesIn(rows).length, 2);
  });

  it('is read wherever its bytes are split, and whatever was done to them', async () => {
    await assertSplitsAnywhere(read, jsonLines([exported]));
    await assertNeverThrows(read, [exported, ...rows]);
  });
});
