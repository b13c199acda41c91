import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { TranscriptReader } from '../../../src/agents/reading/reader.ts';
import { oneByOne } from '../../../src/agents/reading/whole.ts';
import type { MessageRecord, TranscriptStream } from '../../../src/agents/reading/types.ts';
import { SessionSearchSource } from '../../../src/find/search/sessionSource.ts';
import { sessionTexts } from '../../../src/find/search/sessionTexts.ts';
import { openDialogs } from '../../../src/store/dialogStores.ts';
import { eventually } from '../../eventually.ts';

const message = (n: number): MessageRecord => ({
  id: `u${n}`,
  type: 'user',
  timestamp: '2026-02-05T12:00:00.000Z',
  content: `word ${n}`,
});

/** A reader of a session that waits before its last message until it may go on. */
class WaitingReader extends TranscriptReader {
  readonly #gate: Promise<void>;

  constructor(gate: Promise<void>) {
    super(() => Promise.resolve([]));
    this.#gate = gate;
  }

  override stream(): Promise<TranscriptStream> {
    const gate = this.#gate;
    const times = { startTime: '2026-02-05T12:00:00.000Z', lastUpdated: '2026-02-05T12:00:00.000Z' };
    return Promise.resolve({
      header: {
        sessionId: 's',
        projectHash: '',
        title: 'Long',
        source: 'claude',
        omitted: { unreadable: 0, rewound: 0 },
        ...times,
      },
      messages: async function* () {
        yield message(1);
        yield message(2);
        await gate;
        yield message(3);
      },
      subagents: () => oneByOne([]),
    });
  }
}

describe('a session that is half read when a search has to answer', () => {
  it('is found as far as it was read, also by the next process, and whole in the end', async () => {
    const root = await fs.mkdtemp(join(tmpdir(), 'half-read-'));
    try {
      await fs.mkdir(join(root, '.chat-history'));
      const path = join(root, 'long.jsonl');
      await fs.writeFile(path, '{}\n');
      const session = {
        path,
        sessionId: 's',
        source: 'claude',
        title: 'Long',
        startedAt: 1,
        activeAt: 1,
        size: 3,
      };
      const sourceOf = (gate: Promise<void>) => {
        const { context } = openDialogs(root);
        return new SessionSearchSource({
          listing: {
            transcripts: () => Promise.resolve([session]),
            recordings: () => Promise.resolve([]),
            newest: () => Promise.resolve({ sessions: [], files: 0 }),
            labelled: (sessions) => sessions,
          },
          texts: sessionTexts(context),
          workspace: () => ({ folders: [root], places: { home: root, env: {}, platform: 'linux' } }),
          reader: new WaitingReader(gate),
          secrets: plainSecrets,
          log: silentLog,
        });
      };
      const words = async (source: SessionSearchSource, withinMs: number) => {
        const [item] = await source.items('exact', () => false, { withinMs });
        return ((await item?.parts[0]?.read()) ?? []).map(({ text }) => text);
      };
      const never = new Promise<void>(() => undefined);
      const first = sourceOf(never);
      await eventually('two messages are read', async () => (await words(first, 10)).length === 2);
      assert.equal(first.pending, 1);
      assert.deepEqual(await words(sourceOf(never), 0), ['word 1', 'word 2']);
      const last = sourceOf(Promise.resolve());
      assert.deepEqual(await words(last, Infinity), ['word 1', 'word 2', 'word 3']);
      assert.equal(last.pending, 0);
      assert.deepEqual(await words(sourceOf(never), 0), ['word 1', 'word 2', 'word 3']);
    } finally {
      await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});
