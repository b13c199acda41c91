// Listing 1,000 sessions (500 recordings, 500 of Claude Code) and converting 10,000 messages. Medians.
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertSessionToHistoryFormats } from '../../src/store/sessions/convert.ts';
import type { SessionMessage } from '../../src/store/sessions/types.ts';
import { openStore } from '../../src/store/store.ts';
import { claudeFolderName } from '../../src/store/transcripts/claude/claudeAgent.ts';
import { median, timed } from './measure.ts';

const ofEachKind = 500;
const messagesOfASession = 100;
const convertedMessages = 10_000;
const rounds = 5;

void main();

async function main(): Promise<void> {
  convert();
  const home = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'sessions-')));
  try {
    await list(home, join(home, 'work'));
  } finally {
    await fs.rm(home, { recursive: true, force: true });
  }
}

function convert(): void {
  const messages = Array.from({ length: convertedMessages }, (_, n): SessionMessage => {
    if (n % 2 === 0) return { id: `m${n}`, type: 'user', content: 'words '.repeat(200) };
    const call = { id: `c${n}`, name: 'read', args: { path: `${n}.ts` }, status: 'success' } as const;
    return {
      id: `m${n}`,
      type: 'gemini',
      content: 'words '.repeat(100),
      toolCalls: [{ ...call, result: 'x'.repeat(1_000) }],
    };
  });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    convertSessionToHistoryFormats(messages);
    times.push(performance.now() - start);
  }
  console.log(`${convertedMessages} messages converted in ${median(times).toFixed(0)} ms`);
}

async function list(home: string, folder: string): Promise<void> {
  await fs.mkdir(folder);
  await write(home, folder);
  const workspace = { folders: [folder], places: { home, env: {}, platform: 'linux' as const } };
  const listed = async (store = openStore(folder)) => {
    const { total } = await store.sessions.list(workspace);
    if (total !== 2 * ofEachKind) throw new Error(`listed ${total}`);
  };
  const [cold, next, warm]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    await fs.rm(join(folder, '.chat-history/.index'), { recursive: true, force: true });
    cold.push(await timed(() => listed()));
    const store = openStore(folder);
    next.push(await timed(() => listed(store)));
    warm.push(await timed(() => listed(store)));
  }
  const resumed = await timed(() => openStore(folder).sessions.resume(workspace, 'latest'));
  const ms = (times: readonly number[]) => `${median(times).toFixed(0)} ms`;
  console.log(
    `${2 * ofEachKind} sessions: first list ${ms(cold)} (the first of this process ${ms(cold.slice(0, 1))}), with the stored list ${ms(next)}, again ${ms(warm)}; one resumed in ${resumed.toFixed(0)} ms`,
  );
}

async function write(home: string, folder: string): Promise<void> {
  const claude = join(home, '.claude', 'projects', claudeFolderName(folder));
  const own = join(folder, '.chat-history', '.sessions');
  for (const place of [claude, own]) await fs.mkdir(place, { recursive: true });
  for (let n = 0; n < ofEachKind; n++) {
    const sessionId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const time = (m: number) => new Date(1.77e12 + n * 1e6 + m).toISOString();
    const indexes = Array.from({ length: messagesOfASession }, (_, m) => m);
    const lines = indexes.map((m) => ({
      ...{
        parentUuid: m === 0 ? null : `u${m - 1}`,
        isSidechain: false,
        cwd: folder,
        sessionId,
        version: '2.0.0',
      },
      ...{ type: m % 2 === 0 ? 'user' : 'assistant', uuid: `u${m}`, timestamp: time(m) },
      message: { id: `m${m}`, role: 'user', content: [{ type: 'text', text: 'words '.repeat(100) }] },
    }));
    await fs.writeFile(join(claude, `${sessionId}.jsonl`), jsonl(lines));
    const head = {
      sessionId: `r${n}`,
      projectHash: 'ab',
      startTime: time(0),
      lastUpdated: time(0),
      kind: 'main',
    };
    const messages = indexes.map((m) => ({
      ...{ id: `m${m}`, timestamp: time(m), type: m % 2 === 0 ? 'user' : 'gemini' },
      content: 'words '.repeat(100),
    }));
    await fs.writeFile(join(own, `session-2026-02-05T12-00-r${n}.jsonl`), jsonl([head, ...messages]));
  }
}

const jsonl = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
