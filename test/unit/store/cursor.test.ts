import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCursor } from '../../../src/agents/cursor/transcripts.ts';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import { titles, withMachine } from './machine.ts';
import { assertNeverThrows, assertSplitsAnywhere, called, jsonLines, readLines, said } from './reading.ts';

const text = (words: string) => ({ type: 'text', text: words });
const user = (...content: object[]) => ({ role: 'user', message: { content } });
const assistant = (...content: object[]) => ({ role: 'assistant', message: { content } });
const query = (words: string) => user(text(`<user_query>\n${words}\n</user_query>`));

const pages = '<external_links>\n### Websearch\n</external_links>\n';
const session = [
  user(
    text(
      `<timestamp>Wednesday, Oct 7, 2026, 1:20 PM (UTC+3)</timestamp>\n${pages}<user_query>\n看这个 🚀\n</user_query>`,
    ),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
  ),
  assistant(text('Looking.'), { type: 'tool_use', name: 'Shell', input: { command: 'ls' } }),
  assistant(text('Done.')),
  { type: 'turn_ended', status: 'success' },
  query('go on'),
];

describe('transcripts of Cursor', () => {
  it('reads prompts without their wrappers, times, calls and pictures', async () => {
    const read = await readLines(readCursor, session);
    const picture = '{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}';
    assert.deepEqual(said(read), [
      `user: ${pages}看这个 🚀|${picture}`,
      'assistant: Looking.',
      'assistant: Done.',
      'user: go on',
    ]);
    assert.deepEqual(called(read), ['Shell({"command":"ls"}) pending -']);
    assert.deepEqual([read.title, read.startTime], ['看这个 🚀', '2026-10-07T10:20:00.000Z']);
    assert.deepEqual(read.omitted, { unreadable: 0, rewound: 0 });
  });

  it('counts what is damaged, and by kind what it does not know', async () => {
    const later = [{ type: 'plan_changed' }, { type: 'plan_changed' }, assistant({ type: 'hologram' })];
    const read = await readLines(readCursor, [...session, ...later, '{"role":"user","mess']);
    assert.deepEqual(read.omitted, {
      unreadable: 1,
      rewound: 0,
      unknown: { plan_changed: 2, hologram: 1 },
    });
    assert.equal(said(read).at(-1), 'assistant: [hologram]');
  });

  it('reads the same wherever the bytes are cut, and never throws', async () => {
    await assertSplitsAnywhere(readCursor, jsonLines(session));
    await assertNeverThrows(readCursor, session);
  });

  it('tells folders of one name apart, and cuts long names as Cursor does', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const project = `.cursor/projects/${folder
        .slice(1)
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/-$/, '')}`;
      await write(`${project}/agent-transcripts/a/a.jsonl`, [query('by its name')]);
      assert.deepEqual(await titles(machine), ['cursor: by its name']);
      await write(
        `${project}/.workspace-trusted`,
        JSON.stringify({ workspacePath: join(dirname(folder), 'my-app') }),
      );
      assert.deepEqual(await titles(machine), []);
      const deep = join(folder, 'very'.repeat(30));
      await fs.mkdir(deep);
      const long = deep
        .slice(1)
        .replace(/[^A-Za-z0-9]+/g, '-')
        .slice(0, 84);
      await write(`.cursor/projects/${long}-0000000/agent-transcripts/b.jsonl`, [query('no hash of it')]);
      assert.deepEqual(await titles({ ...machine, folder: deep }), []);
      await write(
        `.cursor/projects/${long}-0000000/.workspace-trusted`,
        JSON.stringify({ workspacePath: deep }),
      );
      assert.deepEqual(await titles(machine), ['cursor: no hash of it']);
      assert.deepEqual(
        await titles({ ...machine, places: { ...places, env: { CURSOR_DATA_DIR: '/x' } } }),
        [],
      );
    }));

  it('takes the subagents that lie beside it', () =>
    withMachine(async ({ write, folder, places }) => {
      const project = `.cursor/projects/${folder
        .slice(1)
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/-$/, '')}`;
      const path = await write(`${project}/agent-transcripts/a/a.jsonl`, [query('main')]);
      await write(`${project}/agent-transcripts/a/subagents/s-1.jsonl`, [query('look around')]);
      const { subagents = [] } = await readTranscript(path);
      assert.deepEqual(
        subagents.map((subagent) => [subagent.agentId, ...said(subagent)]),
        [['s-1', 'user: look around']],
      );
      assert.equal((await listTranscripts(places, folder)).length, 1);
    }));
});
