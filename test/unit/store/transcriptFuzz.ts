import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import type { SessionRecord, StreamTranscript } from '../../../src/agents/reading/types.ts';
import { collect } from '../../../src/agents/reading/whole.ts';

const source = { path: '/transcripts/some-session.jsonl', mtimeMs: Date.UTC(2026, 0, 31) };

export interface Fuzzed {
  readonly stream: StreamTranscript;
  /** A transcript with everything the reader knows. */
  readonly sample: string;
}

/** Tests that hold for every reader of JSON lines, whatever happened to the file. */
export function itReadsWhateverHappened({ stream, sample }: Fuzzed): void {
  const lines = sample.trimEnd().split('\n');
  const read = async (...parts: readonly (string | Uint8Array)[]): Promise<SessionRecord> => {
    const session = await collect(await stream(() => chunksOf(...parts), source));
    check(session);
    return session;
  };

  it('gives the same session wherever the bytes are cut', async () => {
    const bytes = Buffer.from(sample);
    const expected = await read(bytes);
    assert.ok(expected.messages.length > 5);
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const ends = [...at, bytes.length].sort((a, b) => a - b);
        assert.deepEqual(
          await read(...ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end))),
          expected,
        );
      }),
    );
    const single = Array.from({ length: bytes.length }, (_, n) => bytes.subarray(n, n + 1));
    assert.deepEqual(await read(...single), expected);
  });

  it('reads what is left of a file cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(sample.length), async (end) => {
        const session = await read(Buffer.from(sample).subarray(0, end));
        assert.ok(session.omitted.unreadable <= 1);
      }),
    );
  });

  it('reads lines lost, repeated and out of order', async () => {
    const some = fc.array(fc.constantFrom(...lines), { maxLength: lines.length * 2 });
    await fc.assert(
      fc.asyncProperty(some, async (kept) => {
        assert.equal((await read(kept.join('\n'))).omitted.unreadable, 0);
      }),
    );
  });

  it('reads any JSON in place of any value', async () => {
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('', '<system-reminder>', '__proto__', -1),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(), anything), { maxLength: 8 }),
        async (changes) => {
          const changed = [...lines];
          for (const [at, field, value] of changes) {
            const line = at % lines.length;
            changed[line] = replace(lines[line]!, field, value);
          }
          await read(changed.join('\n'));
        },
      ),
      { numRuns: 200 },
    );
  });
}

/** What everything that shows sessions may rely on. */
function check(session: SessionRecord): void {
  const iso = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  for (const list of [session.messages, ...(session.subagents ?? []).map(({ messages }) => messages)]) {
    const ids = list.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'ids are unique');
    for (const { timestamp } of list) assert.match(timestamp, iso);
  }
  for (const time of [session.startTime, session.lastUpdated]) assert.match(time, iso);
  assert.notEqual(session.sessionId, '');
  assert.match(session.title ?? '', /\S/);
  JSON.stringify(session);
}

/** The line with the `n`th of its fields, at any depth, replaced. */
function replace(line: string, n: number, by: unknown): string {
  let count = 0;
  JSON.parse(line, (_, field: unknown) => (count++, field));
  let at = 0;
  return JSON.stringify(JSON.parse(line, (_, field: unknown) => (at++ === n % count ? by : field)));
}
