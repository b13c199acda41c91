import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { gemini } from './machine.ts';
import { settled, withSessions } from './withSessions.ts';
import { withStore } from './withStore.ts';

const time = '2026-02-06T08:00:00.000Z';
const lines = (sessionId: string, ...records: object[]): string =>
  [{ sessionId, projectHash: 'ab', startTime: time, lastUpdated: time }, ...records]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
const said = (id: string, type: string, text: string) => ({ id, timestamp: time, type, content: [{ text }] });

describe('subagents of Gemini CLI', () => {
  it('are archived with the session they worked for', () =>
    withStore(async ({ store, root }) => {
      const chats = join(root, '.gemini/tmp/app/chats');
      await fs.mkdir(join(chats, 'main_1'), { recursive: true });
      const path = join(chats, 'session-2026-02-06T08-00-main1.jsonl');
      await fs.writeFile(path, lines('main:1', said('u1', 'user', 'Ask one'), said('g1', 'gemini', 'Asked')));
      const helper = lines('helper', said('u1', 'user', 'Find the price'), said('g1', 'gemini', '17 crowns'));
      await fs.writeFile(join(chats, 'main_1', 'helper.jsonl'), helper);
      await fs.writeFile(join(chats, 'main_1', 'empty.jsonl'), lines('empty'));
      const older = {
        sessionId: 'older',
        projectHash: 'ab',
        kind: 'subagent',
        messages: [said('u1', 'user', 'Look')],
      };
      await fs.writeFile(join(chats, 'main_1', 'older.json'), JSON.stringify(older));
      await store.archives.archive(transcripts.archivable(path), { event: 'PreCompress' });
      const [archive] = (await store.archives.list()).archives;
      const { messages } = await store.archives.read(archive?.name ?? '');
      assert.deepEqual(
        messages.map(({ text, subagent }) => `${subagent?.agentId ?? 'main'}: ${text}`),
        ['main: Ask one', 'main: Asked', 'helper: Find the price', 'helper: 17 crowns', 'older: Look'],
      );
    }));

  it('are found by what they said, in either form', () =>
    withSessions(async ({ folder, write, open }) => {
      const chats = '.gemini/tmp/app/chats';
      await write('.gemini/tmp/app/.project_root', folder);
      await write(`${chats}/session-1.jsonl`, gemini('Polish the spoons'));
      await write(`${chats}/g1/one.jsonl`, lines('one', said('g1', 'gemini', 'The bronze spoon shines')));
      const messages = [said('u1', 'user', 'Polish the copper spoon'), said('g1', 'gemini', 'Copper shines')];
      await write(`${chats}/g1/two.json`, JSON.stringify({ sessionId: 'two', projectHash: 'ab', messages }));
      const { hits } = await settled(open(), 'shines');
      assert.deepEqual(hits.map(({ snippet }) => snippet).sort(), [
        'Copper shines',
        'The bronze spoon shines',
      ]);
    }));
});
