import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import { parseMessages } from '../../../src/history/sessions/parseMessages.ts';
import type { NewMessage } from '../../../src/history/sessions/recordingTypes.ts';
import type { Store } from '../../../src/store/types.ts';
import { ClientLog } from '../../clientLog.ts';
import { programOf } from '../../program.ts';
import { tree, withStore } from './withStore.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';
const user = (text: string, more: Partial<NewMessage> = {}): NewMessage => ({
  type: 'user',
  content: text,
  ...more,
});
const answer = (text: string, more: Partial<NewMessage> = {}): NewMessage => ({
  type: 'assistant',
  content: text,
  ...more,
});
const read = (store: Store, path: string) => store.sessions.read({ source: 'history', path });
const texts = async (store: Store, path: string) =>
  (await read(store, path)).messages.map(({ content }) => content);
const records = async (path: string) =>
  (await fs.readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('recording a session', () => {
  it('writes one file, named by minute and id, with a line for every change', () =>
    withStore(async ({ store, root }) => {
      const { path, recorded, sessionId } = await store.sessions.record(id, [
        user('a', { id: '1' }),
        answer('b', { id: '2' }),
      ]);
      assert.deepEqual([recorded, sessionId], [2, id]);
      assert.equal(path, join(root, '.chat-history/.sessions/session-2026-02-05T12-00-550e8400.jsonl'));
      await store.sessions.record(id, [answer('B', { id: '2' })]);
      const time = '2026-02-05T12:00:00.000Z';
      const [head, ...lines] = await records(path);
      assert.match(String(head?.projectHash), /^[0-9a-f]{64}$/);
      assert.deepEqual(
        { ...head, projectHash: '' },
        { sessionId: id, projectHash: '', startTime: time, lastUpdated: time, kind: 'main' },
      );
      const dated = { $set: { lastUpdated: time } };
      assert.deepEqual(lines, [
        { type: 'user', content: 'a', id: '1', timestamp: time },
        { type: 'gemini', content: 'b', id: '2', timestamp: time },
        dated,
        { type: 'gemini', content: 'B', id: '2', timestamp: time },
        dated,
      ]);
      assert.deepEqual(await texts(store, path), ['a', 'B']);
      assert.equal((await tree(join(root, '.chat-history')))['.gitignore'], '*\n');
    }));

  it('makes up an id, ids of messages and times', () =>
    withStore(async ({ store, clock }) => {
      const { sessionId, path } = await store.sessions.record(undefined, [user('a')]);
      assert.match(sessionId, /^[0-9a-f-]{36}$/);
      clock.time += 60_000;
      await store.sessions.record(sessionId, [user('b')]);
      const { messages, lastUpdated, startTime } = await read(store, path);
      assert.match(messages[0]?.id ?? '', /^[0-9a-f-]{36}$/);
      assert.deepEqual(
        [startTime, messages[1]?.timestamp, lastUpdated],
        ['2026-02-05T12:00:00.000Z', '2026-02-05T12:01:00.000Z', '2026-02-05T12:01:00.000Z'],
      );
    }));

  it('keeps sessions apart that share eight characters and a minute, also of odd ids', () =>
    withStore(async ({ store, open }) => {
      const ids = [id, `${id.slice(0, 8)}-other`, '../../etc', '../../etx', 'ä 中', id.toUpperCase()];
      const paths = new Set<string>();
      for (const one of ids) paths.add((await store.sessions.record(one, [user(one)])).path);
      assert.equal(paths.size, ids.length);
      for (const one of ids) {
        const { path } = await open().sessions.record(one, [user('more')]);
        assert.ok(paths.has(path));
        assert.deepEqual(await texts(store, path), [one, 'more']);
        assert.equal((await read(store, path)).sessionId, one);
      }
      assert.match(basename([...paths][1] ?? ''), /-550e8400-2\.jsonl$/);
    }));

  it('is done by two processes at once without losing a message', () =>
    withStore(async ({ store, root }) => {
      const processes = ['a', 'b'].map((name) =>
        fork(programOf(join(__dirname, 'recordingProcess.ts')), [root, id, name, '15']),
      );
      const codes = await Promise.all(
        processes.map(async (child) => (await once(child, 'exit'))[0] as number),
      );
      assert.deepEqual(codes, [0, 0]);
      const [file, ...others] = Object.keys(await tree(join(root, '.chat-history/.sessions')));
      assert.deepEqual(others, []);
      const session = await read(store, join(root, '.chat-history/.sessions', file ?? ''));
      const log = new ClientLog();
      for (const name of ['a', 'b']) for (let n = 0; n < 15; n++) log.done(`${name}${n}`, name);
      log.assertMatches(session.messages.map((message) => message.id));
      assert.equal(session.omitted.unreadable, 0);
    }));

  it('survives being killed at any point', () =>
    withStore(async ({ store, root }) => {
      const log = new ClientLog();
      for (let round = 0; round < 4; round++) {
        for (let n = 0; n < 1_000; n++) log.sent(`r${round}-${n}`, `round ${round}`);
        const child = fork(programOf(join(__dirname, 'recordingProcess.ts')), [
          root,
          id,
          `r${round}-`,
          '1000',
        ]);
        child.on('message', (n) => log.told(`r${round}-${Number(n)}`));
        const before = log.count('done');
        while (log.count('done') < before + 4 + round) await once(child, 'message');
        child.kill('SIGKILL');
        await once(child, 'exit');
        const after = `after${round}`;
        const { path } = await log.write(after, () =>
          store.sessions.record(id, [user('after', { id: after })]),
        );
        log.assertMatches((await read(store, path)).messages.map((message) => message.id));
      }
    }));

  it('cuts off a torn last line without losing the next', () =>
    withStore(async ({ store }) => {
      const { path } = await store.sessions.record(id, [user('a')]);
      await fs.appendFile(path, '{"id":"torn","type":"us');
      await store.sessions.record(id, [user('b')]);
      const session = await read(store, path);
      assert.deepEqual(
        [session.messages.map(({ content }) => content), session.omitted.unreadable],
        [['a', 'b'], 0],
      );
    }));

  it('keeps parts, pictures and tools', () =>
    withStore(async ({ store }) => {
      const picture = { inlineData: { mimeType: 'image/png', data: 'QUJD' } };
      const toolCalls = [
        {
          id: 'c',
          name: 'ls',
          args: { a: [1] },
          status: 'success',
          result: { x: null },
          resultDisplay: 'd',
        } as const,
      ];
      const { path } = await store.sessions.record(id, [
        user('', { content: [{ text: 'see' }, picture], displayContent: 'shown' }),
        answer('', {
          toolCalls,
          model: 'm',
          thoughts: [{ subject: 's', description: 'd' }],
          tokens: { input: 3 },
        }),
      ]);
      const [first, second] = (await read(store, path)).messages;
      assert.deepEqual([first?.content, first?.displayContent], [[{ text: 'see' }, picture], 'shown']);
      const { toolCalls: calls, model, thoughts, tokens } = second ?? {};
      assert.deepEqual(
        { calls, model, thoughts, tokens },
        {
          calls: toolCalls,
          model: 'm',
          thoughts: [{ subject: 's', description: 'd' }],
          tokens: { input: 3 },
        },
      );
    }));

  it('writes nothing where the history is open for reading only, nor through links that lead out', () =>
    withStore(async ({ store, open, root }) => {
      await assert.rejects(open({ isReadOnly: () => true }).sessions.record(id, [user('a')]), /reading only/);
      assert.deepEqual(await tree(root), {});
      await fs.mkdir(join(root, '.chat-history'));
      await fs.symlink('/tmp', join(root, '.chat-history/.sessions'));
      await assert.rejects(store.sessions.record(id, [user('a')]), { code: 'outside' });
    }));
});

describe('removing a recording', () => {
  it('puts it into the trash, from where it comes back', () =>
    withStore(async ({ store, clock }) => {
      const { path } = await store.sessions.record(id, [user('a')]);
      const before = await fs.readFile(path, 'utf8');
      const trashed = await store.sessions.remove({ source: 'history', path });
      await assert.rejects(fs.stat(path));
      clock.time += 1_000;
      const again = await store.sessions.record(id, [user('b')]);
      assert.equal(again.path, path);
      await store.sessions.restore(trashed);
      const back = path.replace('.jsonl', '-2.jsonl');
      assert.equal(await fs.readFile(back, 'utf8'), before);
      await assert.rejects(store.sessions.restore(trashed), { code: 'not_found' });
    }));

  it('deletes nothing else', () =>
    withStore(async ({ store, root }) => {
      await fs.writeFile(join(root, 'session-a.jsonl'), 'x');
      const path = join(root, 'session-a.jsonl');
      await assert.rejects(
        store.sessions.remove({ source: 'history', path }),
        /is not a recording of this project/,
      );
      await assert.rejects(store.sessions.remove({ source: 'claude', path }), /not ours to delete/);
      await assert.rejects(
        store.sessions.read({ source: 'history', path }),
        /is not a recording of this project/,
      );
      assert.equal(await fs.readFile(path, 'utf8'), 'x');
    }));

  it('lets a recording that is still written begin again', () =>
    withStore(async ({ store }) => {
      const recorder = store.sessions.recorder(id);
      await recorder.recordMessage(user('a'));
      const path = recorder.path ?? '';
      await store.sessions.remove({ source: 'history', path });
      await recorder.recordMessage(user('b'));
      assert.deepEqual([(await read(store, path)).sessionId, await texts(store, path)], [id, ['b']]);
    }));
});

describe('messages to be recorded', () => {
  const now = Date.UTC(2026, 1, 5);
  const refusals: readonly (readonly [string, JsonObject, RegExp])[] = [
    [
      'no type',
      { content: 'a' },
      /^messages\[0\]\.type takes one of user, assistant, .*, but got nothing\.$/,
    ],
    ['another type', { type: 'bot', content: 'a' }, /but got "bot"/],
    [
      'no content',
      { type: 'user' },
      /^messages\[0\]\.content takes text, a part or a list of parts, but got nothing/,
    ],
    ['an id that is no text', { type: 'user', content: 'a', id: 1 }, /^messages\[0\]\.id takes text/],
    ['no time', { type: 'user', content: 'a', timestamp: 'yesterday' }, /ISO 8601, but got "yesterday"/],
    ['the future', { type: 'user', content: 'a', timestamp: '2030-01-01' }, /not in the future/],
    [
      'calls that are no list',
      { type: 'assistant', toolCalls: {} },
      /^messages\[0\]\.toolCalls takes a list/,
    ],
  ];
  for (const [title, message, error] of refusals)
    it(`are refused: ${title}`, () => {
      assert.throws(() => parseMessages([message], now), { code: 'invalid_argument', message: error });
    });

  it('are taken in all their shapes', () => {
    const parsed = parseMessages(
      [
        { type: 'user', content: 'a', id: '1', timestamp: '2026-02-01T00:00:00Z', unknown: 1 },
        { type: 'assistant', content: [{ functionCall: { id: 'c', name: 'ls', args: {} } }], id: '2' },
        { type: 'user', content: [{ functionResponse: { id: 'c', name: 'ls', response: { output: 'x' } } }] },
        { type: 'assistant', toolCalls: [{ name: 'ls' }], id: '3' },
      ],
      now,
    );
    assert.deepEqual(parsed[0], {
      id: '1',
      timestamp: '2026-02-01T00:00:00.000Z',
      type: 'user',
      content: 'a',
    });
    assert.deepEqual(
      parsed
        .slice(1)
        .map(({ toolCalls }) => toolCalls?.map(({ name, status, result }) => ({ name, status, result }))),
      [
        [{ name: 'ls', status: 'success', result: { output: 'x' } }],
        [{ name: 'ls', status: 'pending', result: undefined }],
      ],
    );
  });
});
