// How well search finds the sessions that answer questions about a project, through the tool that agents call.
//   npm run bench:retrieval -- FOLDER   (`sessions/*.jsonl.gz` of Claude Code and `queries.json`: `[{set, q, rel}]`)
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { rankingParts, type RankingPart } from '../../src/find/search/types.ts';
import { openStore } from '../../src/store/store.ts';
import { startServer, type ServerUnderTest } from '../server/withServer.ts';

interface Question {
  readonly set: string;
  readonly q: string;
  /** Ids of the sessions that answer it. */
  readonly rel: readonly string[];
}

/** Sessions in the order of their first hit. */
type Find = (question: string) => Promise<readonly string[]>;

/** Sets of questions by what they ask for. */
const groups: Readonly<Record<string, RegExp>> = {
  'commit → session': /^A-/,
  'why was FILE changed': /^B-file/,
  obstacles: /^B-friction/,
  'errors met': /^B-error/,
  'what a session was for, or taught': /^B-(intent|learning)/,
};

/** Measures all questions, with two plain baselines beside the product. */
export async function measureCoding(folder: string): Promise<void> {
  const questions = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as readonly Question[];
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'history-coding-')));
  try {
    const project = join(root, 'project');
    mkdirSync(project);
    writeSessions(folder, root, project);
    const server = await startServer(project, { env: { HOME: root } });
    try {
      const find = throughTool(server);
      await allRead(server);
      await printRows('history_search', questions, find);
      await printRows('session_list', questions, throughList(server));
      const turns = turnsOf(folder);
      await printRows('BM25 over turns', questions, plainBm25(turns));
      await printRows('BM25 over sessions', questions, plainBm25(wholeSessions(turns)));
    } finally {
      await server.close();
    }
    await printParts(questions, project, root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeSessions(folder: string, home: string, project: string): void {
  const name = claudeFolderName(project);
  const into = join(home, '.claude/projects', name);
  mkdirSync(into, { recursive: true });
  for (const file of sessionFiles(folder)) {
    const text = textOfSession(folder, file)
      .replaceAll('__PROJECT__', project)
      .replaceAll('__PROJECT_SLUG__', name);
    writeFileSync(join(into, file.replace(/\.gz$/, '')), text);
  }
}

const sessionFiles = (folder: string): readonly string[] => readdirSync(join(folder, 'sessions')).sort();
const textOfSession = (folder: string, file: string): string =>
  gunzipSync(readFileSync(join(folder, 'sessions', file))).toString();

const throughTool =
  ({ call }: ServerUnderTest): Find =>
  async (question) => {
    const { text } = await call('history_search', {
      query: question,
      sources: ['sessions'],
      limit: 50,
      maxChars: 1_000_000,
    });
    return [...new Set([...text.matchAll(/→ session_resume \{"id":"([^"]+)"/g)].map(([, id = '']) => id))];
  };

const throughList =
  ({ ok }: ServerUnderTest): Find =>
  async (query) => {
    const { sessions } = await ok('session_list', { query, limit: 50 });
    return (sessions as readonly { readonly id: string }[]).map(({ id }) => id);
  };

/** Waits until all sessions take part in the search. */
async function allRead({ call }: ServerUnderTest): Promise<void> {
  for (;;) {
    const { text } = await call('history_search', { query: 'the', sources: ['sessions'], limit: 1 });
    if (!/still being read|not read yet|are being read/.test(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What each part of the ranking is worth, in points of MRR@10 over all questions, from within this process. */
async function printParts(questions: readonly Question[], project: string, home: string): Promise<void> {
  const workspace = { folders: [project], places: { home, env: {}, platform: process.platform } };
  const meanOf = async (parts: readonly RankingPart[]): Promise<number> => {
    const { search } = openStore(project, { workspace: () => workspace, rankingParts: new Set(parts) });
    const places = await inOrder(questions, async ({ q, rel }) => {
      const { hits } = await search.find({ query: q, sources: ['sessions'], limit: 50 });
      const found = [...new Set(hits.map(({ name }) => name))].slice(0, 10);
      return found.findIndex((session) => rel.includes(session)) + 1;
    });
    return (100 * places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0)) / places.length;
  };
  const whole = await meanOf(rankingParts);
  console.log(`\nMRR@10 ${whole.toFixed(1)}; without, and what that costs`);
  for (const part of [...rankingParts, 'all of these'] as const) {
    const rest = part === 'all of these' ? [] : rankingParts.filter((one) => one !== part);
    console.log(`- ${part}`.padEnd(36) + column(((await meanOf(rest)) - whole).toFixed(1)));
  }
}

interface Turn {
  readonly session: string;
  readonly text: string;
}

/** What was said, read without the product's own readers. */
function turnsOf(folder: string): readonly Turn[] {
  return sessionFiles(folder).flatMap((file) => {
    const session = file.replace(/\.jsonl\.gz$/, '');
    return textOfSession(folder, file)
      .split('\n')
      .flatMap((line) => {
        if (line === '') return [];
        const { type, message } = JSON.parse(line) as { type?: string; message?: { content?: unknown } };
        if (type !== 'user' && type !== 'assistant') return [];
        const content = message?.content;
        const parts = Array.isArray(content) ? (content as { type?: string; text?: string }[]) : [];
        const text = typeof content === 'string' ? content : parts.map((part) => part.text ?? '').join('\n');
        return text.trim() === '' ? [] : [{ session, text }];
      });
  });
}

function wholeSessions(turns: readonly Turn[]): readonly Turn[] {
  const texts = new Map<string, string[]>();
  for (const { session, text } of turns) texts.set(session, [...(texts.get(session) ?? []), text]);
  return [...texts].map(([session, all]) => ({ session, text: all.join('\n') }));
}

/** BM25 with k1 1.2 and b .75 over whole words; a session is as good as its best text. */
function plainBm25(texts: readonly Turn[]): Find {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counted = texts.map(({ session, text }) => {
    const counts = new Map<string, number>();
    const all = words(text);
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { session, counts, length: all.length };
  });
  const holders = new Map<string, number>();
  for (const { counts } of counted)
    for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  return (question) => {
    const best = new Map<string, number>();
    for (const { session, counts, length } of counted) {
      let score = 0;
      for (const word of new Set(words(question))) {
        const count = counts.get(word) ?? 0;
        const n = holders.get(word) ?? 0;
        const idf = Math.log(1 + (counted.length - n + 0.5) / (n + 0.5));
        score += (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
      }
      best.set(session, Math.max(best.get(session) ?? 0, score));
    }
    const found = [...best].filter(([, score]) => score > 0).sort(([, a], [, b]) => b - a);
    return Promise.resolve(found.map(([session]) => session));
  };
}

async function printRows(title: string, questions: readonly Question[], find: Find): Promise<void> {
  console.log(`\n${title.padEnd(36)}${['hit@1', 'hit@5', 'MRR@10', 'questions'].map(column).join('')}`);
  const began = performance.now();
  const places = await inOrder(questions, async ({ q, rel, set }) => {
    const found = await find(q);
    return { set, place: found.slice(0, 10).findIndex((session) => rel.includes(session)) + 1 };
  });
  for (const [group, pattern] of [...Object.entries(groups), ['all', /./] as const]) {
    const of = places.filter(({ set }) => pattern.test(set)).map(({ place }) => place);
    const share = (value: (place: number) => number): string =>
      ((100 * of.reduce((sum, place) => sum + value(place), 0)) / Math.max(1, of.length)).toFixed(1);
    const hit = (most: number) => share((place) => Number(place > 0 && place <= most));
    const mrr = share((place) => (place > 0 ? 1 / place : 0));
    console.log(group.padEnd(36) + [hit(1), hit(5), mrr, String(of.length)].map(column).join(''));
  }
  console.log(`${((performance.now() - began) / questions.length).toFixed(1)} ms a question`);
}

const column = (text: string): string => text.padStart(11);

async function inOrder<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}
