import assert from 'node:assert/strict';
import { StoreError } from '../../../src/disk/base/core.ts';
import type { ChatRecording } from '../../../src/history/sessions/recordingTypes.ts';
import type { Store } from '../../../src/store/types.ts';
import type { ToolCall } from '../../../src/agents/reading/types.ts';
import { onFaultyDisk, type KindName } from './faults/faultyDisk.ts';
import { withStore, type StoreFixture } from './withStore.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';
const user = (content: string, more: object = {}) => ({ type: 'user', content, ...more }) as const;
const answer = (content: string, more: object = {}) => ({ type: 'assistant', content, ...more }) as const;
const call = (result?: string): ToolCall => ({
  id: 'c1',
  name: 'ls',
  args: {},
  status: result === undefined ? 'pending' : 'success',
  ...(result !== undefined && { result }),
});
const conversation = (store: Store, recording: ChatRecording) =>
  store.sessions.read({ source: 'history', path: recording.path ?? '' });
const said = async (store: Store, recording: ChatRecording) =>
  (await conversation(store, recording)).messages.map(({ content }) => content);

/** Collects the warnings of a store. */
const withWarnings = (test: (fixture: StoreFixture, warnings: string[]) => Promise<void>) => {
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string) => warnings.push(message),
    error: (message: string) => warnings.push(message),
  };
  return withStore((fixture) => test(fixture, warnings), { log });
};

describe('recording a chat', () => {
  it('gives thoughts and tokens to the next answer', () =>
    withStore(async ({ store }) => {
      const recording = store.sessions.recorder(id);
      await recording.initialize();
      recording.recordThought({ subject: 'S', description: 'D' });
      await recording.recordMessageTokens({ input: 3 });
      await recording.recordMessage(user('a'));
      await recording.recordMessage(answer('b'));
      await recording.recordMessage(answer('c'));
      await recording.recordMessageTokens({ input: 5 });
      await recording.recordMessageTokens({ input: 7 });
      await recording.recordMessage(answer('d'));
      const { messages } = await conversation(store, recording);
      assert.deepEqual(
        messages.map(({ content, thoughts, tokens }) => [content, thoughts?.[0]?.subject, tokens?.input]),
        [
          ['a', undefined, undefined],
          ['b', 'S', 3],
          ['c', undefined, 5],
          ['d', undefined, 7],
        ],
      );
      assert.equal(messages[1]?.thoughts?.[0]?.timestamp, '2026-02-05T12:00:00.000Z');
    }));

  it('adds tools to the last answer, changes those it has, and begins an answer where there is none', () =>
    withStore(async ({ store }) => {
      const recording = store.sessions.recorder();
      await recording.recordMessage(user('a'));
      await recording.recordToolCalls('m', [call()]);
      await recording.recordToolCalls('m', [call('x'), { ...call('y'), id: 'c2' }]);
      recording.recordThought({ description: 'more' });
      await recording.recordToolCalls('m', [{ ...call('z'), id: 'c3' }]);
      const { messages } = await conversation(store, recording);
      assert.deepEqual(
        messages.map(({ type, toolCalls, thoughts }) => [
          type,
          toolCalls?.map((one) => [one.id, one.status, one.result]),
          thoughts?.length,
        ]),
        [
          ['user', undefined, undefined],
          [
            'assistant',
            [
              ['c1', 'success', 'x'],
              ['c2', 'success', 'y'],
            ],
            undefined,
          ],
          ['assistant', [['c3', 'success', 'z']], 1],
        ],
      );
    }));

  it('keeps the order of calls nobody waits for', () =>
    withStore(async ({ store }) => {
      const recording = store.sessions.recorder(id);
      const texts = Array.from({ length: 20 }, (_, n) => `message ${n}`);
      await Promise.all(texts.map((text) => recording.recordMessage(user(text))));
      assert.deepEqual(await said(store, recording), texts);
    }));

  it('takes back a message and what followed; an unknown one is a warning and changes nothing', () =>
    withWarnings(async ({ store }, warnings) => {
      const recording = store.sessions.recorder(id);
      await recording.recordMessage(user('a'));
      const second = await recording.recordMessage(user('b'));
      await recording.recordMessage(answer('c'));
      await recording.rewindTo('gone');
      assert.deepEqual(await said(store, recording), ['a', 'b', 'c']);
      assert.deepEqual(warnings, [
        `cannot rewind the session ${id} to "gone": it has no such message; nothing was changed`,
      ]);
      await recording.rewindTo(second);
      await recording.recordMessage(user('d'));
      assert.deepEqual(await said(store, recording), ['a', 'd']);
    }));

  it('goes on with a recording in its file, under its id', () =>
    withStore(async ({ store, open, clock }) => {
      const first = store.sessions.recorder(id);
      const asked = await first.recordMessage(user('a'));
      await first.recordMessage(answer('b'));
      await first.saveSummary('Summed up');
      clock.time += 3_600_000;
      const again = open().sessions.recorder();
      const filePath = first.path ?? '';
      await again.initialize({ conversation: await conversation(store, first), filePath });
      assert.deepEqual([again.sessionId, again.path], [id, filePath]);
      await again.recordToolCalls('m', [call('x')]);
      await again.recordMessage(user('c'));
      const session = await conversation(store, again);
      assert.deepEqual(
        session.messages.map(({ content, toolCalls }) => [content, toolCalls?.length]),
        [
          ['a', undefined],
          ['b', 1],
          ['c', undefined],
        ],
      );
      assert.deepEqual([session.title, session.lastUpdated], ['Summed up', '2026-02-05T13:00:00.000Z']);
      await again.rewindTo(asked);
      assert.deepEqual(await said(store, again), []);
    }));

  it('refuses to write into a transcript of an agent', () =>
    withStore(async ({ store }) => {
      const filePath = '/home/dev/.claude/projects/x/session-1.jsonl';
      const resumed = { conversation: { sessionId: id, messages: [] }, filePath };
      await assert.rejects(
        store.sessions.recorder().initialize(resumed),
        /is not a recording of this project/,
      );
    }));
});

describe('recording a chat on a disk that fails', () => {
  it('warns once of a full disk, throws nothing, and writes what is missing when there is space', () =>
    withWarnings(async ({ store, root }, warnings) => {
      const recording = store.sessions.recorder(id);
      await recording.recordMessage(user('a'));
      for (const text of ['b', 'c']) {
        const { error } = await onFaultyDisk(root, { at: 1, kind: 'no space once' }, () =>
          recording.recordMessage(user(text)),
        );
        assert.equal(error, undefined);
      }
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /cannot be recorded: The disk is full\..*The chat goes on/);
      assert.deepEqual(await said(store, recording), ['a']);
      await recording.recordMessage(user('d'));
      assert.deepEqual(await said(store, recording), ['a', 'b', 'c', 'd']);
    }));

  const stride = process.env.FAULTS === 'few' ? 7 : 1; // as `npm run check` asks for
  const kinds: readonly KindName[] = ['no space once', 'an error once', 'a kill'];
  for (const kind of kinds)
    it(`keeps what it told, whichever operation fails: ${kind}`, async () => {
      for (const begun of [false, true]) {
        let operations = Infinity;
        for (let at = 1; at <= operations; at += stride)
          await withStore(async ({ store, root, open }) => {
            if (begun) await store.sessions.record(id, [user('before', { id: '0' })]);
            const recording = store.sessions.recorder(id);
            if (begun) {
              const { path } = await store.sessions.record(id, [user('more', { id: '1' })]);
              await recording.initialize({
                conversation: { sessionId: id, messages: [] },
                filePath: path,
              });
            }
            const outcome = await onFaultyDisk(root, { at, kind }, () =>
              recording.recordMessage(user('new', { id: '2' })),
            );
            if (outcome.operations < at) operations = outcome.operations;
            if (kind === 'no space once') assert.equal(outcome.error, undefined);
            const { path, sessionId } = await open().sessions.record(id, [user('after', { id: '3' })]);
            await recording.recordMessage(user('last', { id: '4' }));
            const session = await open().sessions.read({ source: 'history', path: recording.path ?? path });
            const ids = session.messages.map((message) => message.id);
            assert.equal(sessionId, id);
            assert.ok(ids.includes('4'), `failed at ${at}: ${ids.join()}`);
            if (begun) assert.deepEqual(ids.slice(0, 2), ['0', '1']);
            if (outcome.error === undefined && !outcome.ended)
              assert.ok(ids.includes('2'), `told as done, failed at ${at}: ${ids.join()}`);
            else assert.ok(outcome.error instanceof StoreError || kind === 'a kill');
          });
        assert.ok(operations > 2 && operations < 100, `${operations} operations`);
      }
    });
});
