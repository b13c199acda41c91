// Listing 1,000 transcripts of 1 MB (a gigabyte on disk): the first time, again, and in the next process, against stat of each.
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { claudeFolderName } from '../../src/store/transcripts/claude/claudeAgent.ts';
import { listTranscripts } from '../../src/store/transcripts/readTranscript.ts';
import type { Places } from '../../src/store/transcripts/shared/agent.ts';
import { TranscriptCache } from '../../src/store/transcripts/transcriptCache.ts';
import { silentLog } from '../../src/store/base/core.ts';
import { timed } from './measure.ts';

const ofEachAgent = 500;
const bytes = 1_000_000;

void main();

async function main(): Promise<void> {
  const home = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'transcripts-')));
  try {
    await measure(home, join(home, 'work'));
  } finally {
    await fs.rm(home, { recursive: true, force: true });
  }
}

async function measure(home: string, folder: string): Promise<void> {
  await fs.mkdir(folder);
  const paths = await writeAll(home, folder);
  const places: Places = { home, env: {}, platform: 'linux' };
  const file = join(home, '.chat-history', '.index', 'transcripts.json');
  await fs.mkdir(join(home, '.chat-history'));
  const cache = new TranscriptCache();
  const list = async (known: TranscriptCache) => {
    const { length } = await listTranscripts(places, folder, { cache: known });
    if (length !== paths.length) throw new Error(`listed ${length} of ${paths.length}`);
  };
  const first = await timed(() => list(cache));
  const again = await timed(() => list(cache));
  await cache.save(file);
  const next = await timed(async () => list(await TranscriptCache.load(file, silentLog)));
  const stats = await timed(async () => {
    for (const path of paths) await fs.stat(path);
  });
  const ms = (time: number) => `${time.toFixed(0)} ms`;
  console.log(
    `${paths.length} transcripts of 1 MB: first list ${ms(first)}, again ${ms(again)}, next process ${ms(next)}; stat of each ${ms(stats)}, ratio again/stat ${(again / stats).toFixed(2)}`,
  );
}

/** Half of Claude Code (many lines), half of VS Code (one line of a megabyte, then a title). */
async function writeAll(home: string, folder: string): Promise<string[]> {
  const project = join(home, '.claude', 'projects', claudeFolderName(folder));
  const storage = join(home, '.config', 'Code', 'User', 'workspaceStorage', '1');
  await fs.mkdir(project, { recursive: true });
  await fs.mkdir(join(storage, 'chatSessions'), { recursive: true });
  await fs.writeFile(join(storage, 'workspace.json'), JSON.stringify({ folder: pathToFileURL(folder).href }));
  const paths: string[] = [];
  for (let n = 0; n < ofEachAgent; n++) {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    for (const [path, text] of [
      [join(project, `${id}.jsonl`), claudeText(folder, id)],
      [join(storage, 'chatSessions', `${id}.jsonl`), chatText(id)],
    ] as const) {
      await fs.writeFile(path, text);
      paths.push(path);
    }
  }
  return paths;
}

function claudeText(cwd: string, sessionId: string): string {
  const line = (n: number) =>
    JSON.stringify({
      ...{ parentUuid: n === 0 ? null : `u${n - 1}`, isSidechain: false, cwd, sessionId, version: '2.0.0' },
      ...{
        type: n % 2 === 0 ? 'user' : 'assistant',
        uuid: `u${n}`,
        timestamp: new Date(1.77e12 + n).toISOString(),
      },
      message: { id: `m${n}`, role: 'user', content: [{ type: 'text', text: `words ${n} `.repeat(100) }] },
    });
  const count = Math.ceil(bytes / line(100).length);
  return Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('');
}

function chatText(sessionId: string): string {
  const requests = Array.from({ length: 400 }, (_, n) => ({
    ...{ requestId: `r${n}`, timestamp: 1.77e12 + n, message: { text: `prompt ${n}` } },
    response: [{ value: 'answer '.repeat(bytes / 400 / 7) }],
  }));
  const initial = { kind: 0, v: { version: 3, creationDate: 1.77e12, sessionId, requests } };
  return `${JSON.stringify(initial)}\n${JSON.stringify({ kind: 1, k: ['customTitle'], v: 'Title' })}\n`;
}
