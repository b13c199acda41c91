import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzstdChunks } from '../../../src/disk/sqlite/zstd.ts';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import { listTranscripts, readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import type { SessionRecord } from '../../../src/agents/reading/types.ts';
import { withMachine, type Machine } from './machine.ts';
import { jsonLines } from './reading.ts';
import { repeatedFrame, skippedFrame, zstdFrame } from './zstdFrames.ts';

const id = (n: number) => `0199a1b2-3c4d-7e8f-9a0b-${String(n).padStart(12, '0')}`;
const time = (second: number) => new Date(Date.UTC(2026, 1, 5, 8, 0, second)).toISOString();

interface ThreadMeta {
  readonly from?: number;
  readonly at?: number;
  readonly forked_from_id?: string;
  readonly history_base?: object;
}

/** Lines of a thread from a number on: its first line, then turns of prompt, answer and record. */
function thread(of: number, cwd: string, turns: readonly string[], more: ThreadMeta = {}) {
  const { from = 0, at = from, ...meta } = more;
  let ordinal = from;
  const line = (type: string, payload: object) => ({
    timestamp: time(at + ordinal - from),
    ordinal: ordinal++,
    type,
    payload,
  });
  const message = (role: string, text: string) =>
    line('response_item', { type: 'message', role, content: [{ type: `${role}_text`, text }] });
  const usage = { input_tokens: 100, output_tokens: 1 };
  return [
    line('session_meta', { id: id(of), timestamp: time(at), cwd, ...meta }),
    ...turns.flatMap((text) => [
      message('user', text),
      message('assistant', `${text} is done.`),
      line('token_usage_record', { response_id: `resp ${text}`, usage }),
    ]),
  ];
}

const day = '.codex/sessions/2026/02/05';
const name = (of: number, second = 0, rollout?: number) =>
  `rollout-2026-02-05T08-00-${String(second).padStart(2, '0')}-${id(of)}${rollout === undefined ? '' : `_${id(rollout)}`}.jsonl`;

async function writeBytes({ places }: Machine, path: string, bytes: Buffer): Promise<string> {
  const file = join(places.home, path);
  await fs.mkdir(dirname(file), { recursive: true });
  await fs.writeFile(file, bytes);
  return file;
}

const list = ({ places, folder }: Machine) => listTranscripts(places, folder);
const listed = async (machine: Machine) =>
  (await list(machine)).map(({ sessionId, title }) => `${sessionId.slice(-2)} ${title}`).sort();
const said = ({ messages }: SessionRecord) =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
const requests = (session: SessionRecord) =>
  session.requests?.map((request) => request.id?.replace('resp ', ''));

async function bytesOf(path: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const chunk of (await transcripts.contentOf(path)).open()) pieces.push(Buffer.from(chunk));
  return Buffer.concat(pieces).toString();
}

describe('packed rollouts of Codex', () => {
  it('are read in every number of frames as the plain file was, in both folders', () =>
    withMachine(async (machine) => {
      const text = jsonLines(thread(1, machine.folder, ['Order lampshades', 'Order bulbs']));
      const [a, b] = [text.slice(0, 200), text.slice(200)];
      const packed = Buffer.concat([skippedFrame('x'), zstdFrame(a, 64), skippedFrame(''), zstdFrame(b)]);
      const plain = await machine.write(`${day}/${name(1)}`, text);
      const before = { list: await list(machine), read: await readTranscript(plain) };
      for (const folder of [day, '.codex/archived_sessions']) {
        await fs.rm(plain, { force: true });
        const path = await writeBytes(machine, `${folder}/${name(1)}.zst`, packed);
        const [{ sessionId, title, activeAt } = assert.fail(), ...others] = await list(machine);
        const [was] = before.list;
        assert.deepEqual(
          [sessionId, title, activeAt, others],
          [was?.sessionId, was?.title, was?.activeAt, []],
        );
        assert.equal(await bytesOf(path), text);
        assert.deepEqual(await readTranscript(path), before.read);
        if (folder === day) assert.equal(await bytesOf(plain), text, 'packed since it was listed');
        await fs.rm(path);
      }
    }));

  it('are left to the plain file where there are both', () =>
    withMachine(async (machine) => {
      const plain = jsonLines(thread(1, machine.folder, ['Order lampshades', 'Order bulbs']));
      await machine.write(`${day}/${name(1)}`, plain);
      const packed = await writeBytes(machine, `${day}/${name(1)}.zst`, zstdFrame(plain.slice(0, 600)));
      assert.deepEqual(await listed(machine), ['01 Order lampshades']);
      assert.equal(await bytesOf(packed), plain);
    }));

  it('are read as far as they can be, and say that they are damaged', () =>
    withMachine(async (machine) => {
      const text = jsonLines(thread(1, machine.folder, ['Order lampshades', 'Order bulbs']));
      const end = text.indexOf('Order bulbs');
      const torn = Buffer.concat([zstdFrame(text.slice(0, end)), zstdFrame(text.slice(end)).subarray(0, -9)]);
      const path = await writeBytes(machine, `${day}/${name(1)}.zst`, torn);
      assert.deepEqual(await listed(machine), ['01 Order lampshades']);
      const session = await readTranscript(path);
      assert.deepEqual(said(session), ['Order lampshades', 'Order lampshades is done.']);
      assert.ok(session.omitted.unreadable > 0);
      await fs.writeFile(path, torn.subarray(0, 30));
      assert.deepEqual(
        (await list(machine)).map(({ sessionId, isDamaged }) => [sessionId, isDamaged]),
        [[id(1), true]],
      );
    }));

  it('unpack to a limit', async () => {
    const read = async (maxBytes: number) => {
      let bytes = 0;
      try {
        for await (const chunk of unzstdChunks(chunksOf(repeatedFrame(0x20, 50)), maxBytes))
          bytes += chunk.length;
      } catch (error) {
        return [bytes, error instanceof Error ? error.message : ''];
      }
      return [bytes];
    };
    assert.deepEqual(await read(6_000_000), [5_000_000]);
    assert.deepEqual(await read(1_000_000), [
      1_000_000,
      'Packed content is damaged: more than 1000000 bytes.',
    ]);
  });
});

describe('threads of Codex that go on from another file', () => {
  const base = (of: number, end: number) => ({
    thread_id: id(of),
    end_ordinal_exclusive: end,
    end_byte_offset: 1,
  });

  /** A thread, a fork of it, a fork of that, and two reverts of the first. */
  async function writeChain({ folder, write }: Machine): Promise<void> {
    const made: readonly [string, object[]][] = [
      [name(0), thread(0, folder, ['one', 'two', 'three'])],
      [
        name(1, 10),
        thread(1, folder, ['fork'], { from: 7, at: 11, forked_from_id: id(0), history_base: base(0, 7) }),
      ],
      [
        name(2, 20),
        thread(2, folder, ['leaf'], { from: 11, at: 21, forked_from_id: id(1), history_base: base(1, 11) }),
      ],
      [name(0, 30, 90), thread(0, folder, ['left'], { from: 7, at: 31, history_base: base(0, 7) })],
      [name(0, 40, 91), thread(0, folder, ['again'], { from: 4, at: 41, history_base: base(0, 4) })],
    ];
    for (const [file, lines] of made) await write(`${day}/${file}`, lines);
  }

  const read = async (machine: Machine, of: number) => {
    const found = (await list(machine)).find(({ sessionId }) => sessionId === id(of));
    return readTranscript(found?.path ?? assert.fail());
  };
  const prompts = async (machine: Machine, of: number) =>
    (await read(machine, of)).messages.flatMap(({ type, content }) => (type === 'user' ? [content] : []));

  it('are one session each, with all they go on from and nothing that was reverted', () =>
    withMachine(async (machine) => {
      await writeChain(machine);
      assert.deepEqual(await listed(machine), ['00 one', '01 one', '02 one']);
      assert.deepEqual(await prompts(machine, 0), ['one', 'again']);
      assert.deepEqual(await prompts(machine, 1), ['one', 'two', 'fork']);
      assert.deepEqual(await prompts(machine, 2), ['one', 'two', 'fork', 'leaf']);
    }));

  it('find the file they go on from by its own id, also among files of one second', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const made: readonly [string, object[]][] = [
        [name(0), thread(0, folder, ['one', 'two', 'three'])],
        [name(0, 0, 90), thread(0, folder, ['left'], { from: 7, at: 31, history_base: base(0, 7) })],
        [name(0, 0, 91), thread(0, folder, ['again'], { from: 8, at: 41, history_base: base(90, 8) })],
        [name(0, 0, 92), thread(0, folder, ['last'], { from: 4, at: 51, history_base: base(0, 4) })],
        [name(1, 0), thread(1, folder, ['fork'], { from: 12, at: 61, history_base: base(91, 12) })],
      ];
      for (const [file, lines] of made) await write(`${day}/${file}`, lines);
      assert.deepEqual(await listed(machine), ['00 one', '01 one']);
      assert.deepEqual(await prompts(machine, 0), ['one', 'last']);
      assert.deepEqual(await prompts(machine, 1), ['one', 'two', 'again', 'fork']);
    }));

  it('go by the name that was given last, in lists and when read, also where their file did not change', () =>
    withMachine(async (machine) => {
      await machine.write(`${day}/${name(0)}`, thread(0, machine.folder, ['one']));
      assert.deepEqual(await listed(machine), ['00 one']);
      const given = (thread_name: string) => ({ id: id(0), thread_name, updated_at: time(9) });
      await machine.write('.codex/session_index.jsonl', [given('First name'), given('Shop window')]);
      assert.deepEqual(await listed(machine), ['00 Shop window']);
      assert.equal((await read(machine, 0)).title, 'Shop window');
    }));

  it('cost what was asked in any of their files, and nothing of another thread', () =>
    withMachine(async (machine) => {
      await writeChain(machine);
      assert.deepEqual(requests(await read(machine, 0)), ['one', 'two', 'three', 'left', 'again']);
      assert.deepEqual(requests(await read(machine, 1)), ['fork']);
      assert.deepEqual(requests(await read(machine, 2)), ['leaf']);
    }));

  it('name their messages as before', () =>
    withMachine(async (machine) => {
      await writeChain(machine);
      const first = await readTranscript(join(machine.places.home, day, name(0)));
      const names = ({ messages }: SessionRecord) => messages.slice(0, 2).map((message) => message.id);
      assert.deepEqual(names(await read(machine, 0)), names(first));
    }));

  it('find it packed or archived, and say where it is missing or leads back to itself', () =>
    withMachine(async (machine) => {
      await writeChain(machine);
      const { home } = machine.places;
      const first = join(home, day, name(0));
      await writeBytes(
        machine,
        `.codex/archived_sessions/${name(0)}.zst`,
        zstdFrame(await fs.readFile(first)),
      );
      await fs.rm(first);
      assert.deepEqual(await prompts(machine, 2), ['one', 'two', 'fork', 'leaf']);
      await fs.rm(join(home, '.codex/archived_sessions'), { recursive: true });
      assert.match(
        said(await read(machine, 2)).join('\n'),
        /^The earlier part of this thread is missing.*\nfork\n/,
      );
      assert.equal((await read(machine, 2)).isRest, true);
      const loop = thread(1, machine.folder, ['fork'], { from: 7, history_base: base(2, 12) });
      await machine.write(`${day}/${name(1, 20)}`, loop);
      assert.match(said(await read(machine, 2)).join('\n'), /missing.*\nfork\n/s);
    }));

  it('are known by the first id in their name where their first line is torn', () =>
    withMachine(async (machine) => {
      await writeChain(machine);
      const [, ...rest] = thread(0, machine.folder, ['torn'], { from: 4, at: 51 });
      const turn = { timestamp: time(50), type: 'turn_context', payload: { cwd: machine.folder } };
      await machine.write(`${day}/${name(0, 50, 92)}`, `{"timestamp":"20\n${jsonLines([turn, ...rest])}`);
      assert.deepEqual(await listed(machine), ['00 torn', '01 one', '02 one']);
    }));
});
