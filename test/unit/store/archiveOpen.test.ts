import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveInfo, ArchiveOptions } from '../../../src/history/archive/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { readGemini } from '../../../src/agents/gemini/transcripts.ts';
import { oneByOne } from '../../../src/agents/reading/whole.ts';
import { claudeTranscript, type Line } from './transcriptOf.ts';
import { tree, withStore } from './withStore.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const conversations = '.chat-history/.conversations';
const goesOn: ArchiveOptions = { event: 'PreCompress', trigger: 'auto', goesOn: true };
const talk: Line[] = Array.from({ length: 6 }, (_, n) => ({
  id: `m${n}`,
  text: `text ${n}`,
  by: n % 2 === 0 ? 'user' : 'assistant',
}));
const compaction: Line = { id: 'c1', text: '', summary: 'All in all.' };

/** The parts, oldest first, as what they hold; every one must be whole and give back a transcript. */
async function parts(store: Store): Promise<string[]> {
  const { archives, damaged } = await store.archives.list();
  assert.deepEqual(damaged, []);
  const found: string[] = [];
  for (const { name } of [...archives].reverse()) {
    const page = await store.archives.read(name);
    assert.equal(page.damaged, undefined);
    found.push(page.messages.map(({ id, continued }) => `${id}${continued ? '+' : ''}`).join());
  }
  return found;
}

const newest = async (store: Store): Promise<ArchiveInfo> => {
  const [archive] = (await store.archives.list()).archives;
  assert.ok(archive);
  return archive;
};

async function copyOf(store: Store, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.archives.transcript(name)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

describe('archiving a talk that goes on', () => {
  it('makes one part of it, however often the agent tells', () =>
    withStore(async ({ store, root }) => {
      for (let length = 1; length <= talk.length; length++) {
        const transcript = await claudeTranscript(root, session, talk.slice(0, length));
        await store.archives.archive(transcript, goesOn);
        assert.equal((await store.archives.archive(transcript, goesOn)).state, 'unchanged');
        const { name, messages } = await newest(store);
        assert.equal(messages, length);
        assert.equal(await copyOf(store, name), await fs.readFile(transcript.path, 'utf8'));
      }
      assert.deepEqual(await parts(store), ['m0,m1,m2,m3,m4,m5']);
      const { name, part, previous, user, assistant } = await newest(store);
      assert.deepEqual([part, previous, user, assistant], [1, undefined, 3, 3]);
      const files = Object.keys(await tree(join(root, conversations))).sort();
      assert.deepEqual(files, [`${name}.md`, 'log.jsonl', `raw/${name}.jsonl.gz`]);
    }));

  it('tells a message once whose tool had not answered yet', () =>
    withStore(async ({ store, root }) => {
      const called = (tool: Line['tool']): Line[] => [
        talk[0]!,
        { ...talk[1]!, ...(tool && { tool }) },
        ...(tool === 'done' ? talk.slice(2, 3) : []),
      ];
      await store.archives.archive(await claudeTranscript(root, session, called('pending')), goesOn);
      await store.archives.archive(await claudeTranscript(root, session, called('done')), goesOn);
      assert.deepEqual(await parts(store), ['m0,m1,m2']);
    }));

  it('begins another part where the context was compacted', () =>
    withStore(async ({ store, root }) => {
      const archive = async (lines: readonly Line[], options = goesOn) =>
        store.archives.archive(await claudeTranscript(root, session, lines), options);
      await archive(talk.slice(0, 2));
      await archive(talk.slice(0, 3), { event: 'PreCompact', trigger: 'auto' });
      const compacted = [...talk.slice(0, 3), compaction, ...talk.slice(3)];
      for (let length = 4; length <= compacted.length; length++) await archive(compacted.slice(0, length));
      const found = await parts(store);
      assert.equal(found[0], 'm0,m1,m2');
      assert.match(found[1] ?? '', /^c1.*,m3,m4,m5$/);
      assert.equal(found.length, 2);
      const { part, previous = '', name } = await newest(store);
      assert.equal(part, 2);
      assert.equal((await copyOf(store, name)).includes('text 5'), true);
      assert.equal((await copyOf(store, previous)).includes('text 3'), false);
    }));

  it('begins another part where the compaction was told of too late', () =>
    withStore(async ({ store, root }) => {
      const compacted = [...talk.slice(0, 2), compaction, ...talk.slice(2)];
      for (const lines of [talk.slice(0, 2), compacted])
        await store.archives.archive(await claudeTranscript(root, session, lines), goesOn);
      assert.equal((await parts(store)).length, 2);
    }));

  it('leaves a part alone that was closed, that somebody changed, or that holds what the transcript lost', () =>
    withStore(async ({ store, root }) => {
      const archive = async (lines: readonly Line[], options = goesOn) =>
        store.archives.archive(await claudeTranscript(root, session, lines), options);
      await archive(talk.slice(0, 1), {});
      await archive(talk.slice(0, 2));
      const changed = (await newest(store)).path;
      const text = (await fs.readFile(changed, 'utf8')).replace('text 1', 'text one');
      await fs.writeFile(changed, text);
      await archive(talk.slice(0, 3));
      assert.equal(await fs.readFile(changed, 'utf8'), text);
      await archive([talk[0]!, talk[1]!, talk[3]!]);
      assert.deepEqual(await parts(store), ['m0', 'm1', 'm2', 'm3']);
    }));

  it('makes one part also of a talk whose file its agent writes anew', () =>
    withStore(async ({ store, root }) => {
      const path = join(root, 'session-1.json');
      const transcript = {
        path,
        stream: async (open: () => AsyncIterable<Uint8Array>, source: { path: string; mtimeMs: number }) => {
          const { messages, ...header } = await readGemini(open(), source);
          return { header, messages: () => oneByOne(messages), subagents: () => oneByOne([]) };
        },
      };
      for (let length = 1; length <= talk.length; length++) {
        const messages = talk.slice(0, length).map(({ id, text, by = 'user' }) => ({
          id,
          timestamp: '2026-02-05T12:00:00.000Z',
          content: text,
          type: by === 'user' ? 'user' : 'gemini',
        }));
        const lastUpdated = `2026-02-05T12:00:0${length}.000Z`;
        await fs.writeFile(
          path,
          JSON.stringify({ sessionId: session, projectHash: 'x', lastUpdated, messages }),
        );
        await store.archives.archive(transcript, goesOn);
      }
      assert.deepEqual(await parts(store), ['m0,m1,m2,m3,m4,m5']);
      assert.equal(await copyOf(store, (await newest(store)).name), await fs.readFile(path, 'utf8'));
    }));
});
