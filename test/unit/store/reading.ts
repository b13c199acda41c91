import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { MessageRecord, ReadTranscript, SessionRecord } from '../../../src/agents/reading/types.ts';

const mtimeMs = Date.UTC(2026, 1, 5, 12);

/** What a reader makes of bytes that come in pieces, each in memory that is overwritten afterwards. */
export function readBytes(
  reader: ReadTranscript,
  bytes: Uint8Array,
  { path = '/nowhere/s/session.jsonl', cuts = [] as readonly number[] } = {},
): Promise<SessionRecord> {
  return reader(pieces(bytes, cuts), { path, mtimeMs });
}

/** The same for records, one a line. */
export function readLines(reader: ReadTranscript, records: readonly unknown[], path?: string) {
  return readBytes(reader, Buffer.from(jsonLines(records)), path === undefined ? {} : { path });
}

/** Records as JSON lines; strings stand for lines as they are. */
export const jsonLines = (records: readonly unknown[]): string =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');

/** Bytes as files are read: each piece in the same memory, which is overwritten before the next one comes. */
export async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const memory = Buffer.alloc(bytes.length);
  let start = 0;
  for (const cut of [...new Set(cuts), bytes.length].sort((a, b) => a - b)) {
    memory.set(bytes.subarray(start, cut));
    yield memory.subarray(0, cut - start);
    await Promise.resolve();
    memory.fill(0x78);
    start = cut;
  }
}

/** All bytes of a source as text. */
export async function buffered(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const chunk of chunks) pieces.push(Buffer.from(chunk));
  return Buffer.concat(pieces).toString('utf8');
}

/** Type and text of messages, one a line: `user: hello`. */
export const said = ({ messages }: { readonly messages: readonly MessageRecord[] }): string[] =>
  messages.map(({ type, content }) => `${type}: ${textOf(content)}`);

function textOf(content: MessageRecord['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : JSON.stringify(part))).join('|');
}

/** The calls of all messages, as `name(args) status result`. */
export const called = ({ messages }: { readonly messages: readonly MessageRecord[] }): string[] =>
  messages.flatMap(({ toolCalls = [] }) =>
    toolCalls.map(
      ({ name, args, status, result }) =>
        `${name}(${JSON.stringify(args)}) ${status} ${result === undefined ? '-' : JSON.stringify(result)}`,
    ),
  );

/** The same result wherever the bytes are split, also through a character. */
export async function assertSplitsAnywhere(reader: ReadTranscript, text: string, path?: string) {
  const bytes = Buffer.from(text);
  const at = path === undefined ? {} : { path };
  const whole = await readBytes(reader, bytes, at);
  const cut = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cut, async (cuts) =>
      assert.deepEqual(await readBytes(reader, bytes, { ...at, cuts }), whole),
    ),
    { numRuns: 60 },
  );
}

/** Never throws on content and always gives a valid session: any JSON in any place, and damage at any byte. */
export async function assertNeverThrows(reader: ReadTranscript, records: readonly object[], path?: string) {
  const mutated = fc
    .tuple(fc.nat(1e6), fc.jsonValue({ maxDepth: 3 }))
    .map(([at, value]) => replaceAt(records, at, value));
  const broken = fc
    .tuple(fc.nat(1e6), fc.uint8Array({ maxLength: 8 }))
    .map(([at, bytes]) => splice(Buffer.from(jsonLines(records)), at, bytes));
  const text = fc.array(
    fc.oneof(
      mutated,
      fc.jsonValue().map((value) => [value]),
    ),
    { maxLength: 3 },
  );
  const bytes = fc.oneof(
    broken,
    text.map((parts) => Buffer.from(jsonLines(parts.flat()))),
  );
  const at = path === undefined ? {} : { path };
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => assertValid(await readBytes(reader, content, at))),
    { numRuns: 400 },
  );
}

/** The records with the value of the nth place in them, counted through all, replaced. */
function replaceAt(records: readonly object[], place: number, value: unknown): unknown[] {
  const count = JSON.stringify(records, (_, item: unknown) => item).split(/[,:[{]/).length;
  let left = place % count;
  const text = JSON.stringify(records, (key, item: unknown) => (key !== '' && left-- === 0 ? value : item));
  return JSON.parse(text) as unknown[];
}

function splice(bytes: Buffer, at: number, inserted: Uint8Array): Buffer {
  const from = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + inserted.length)]);
}

function assertValid(session: SessionRecord): void {
  assert.match(session.startTime, /^\S+Z$/);
  assert.match(session.lastUpdated, /^\S+Z$/);
  assert.ok(session.title);
  for (const { messages } of [session, ...(session.subagents ?? [])]) {
    assert.equal(new Set(messages.map(({ id }) => id)).size, messages.length);
    for (const { timestamp, type } of messages) {
      assert.match(timestamp, /^\S+Z$/);
      assert.ok(['user', 'assistant', 'info', 'error', 'warning'].includes(type));
    }
  }
  JSON.stringify(session);
}
