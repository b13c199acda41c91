// How well search finds the messages that answer questions, and what each part of the ranking is worth.
//   npm run bench:retrieval   (500 queries as people paste them, made up)
//   npm run bench:retrieval -- FILE   (conversations with questions; format in conversations.ts)
//   npm run bench:retrieval -- FOLDER   (sessions of coding agents with questions; format in codingSessions.ts)
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankingParts, type RankingPart } from '../../src/find/search/types.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types.ts';
import { measureCoding } from './codingSessions.ts';
import { measurePasted } from './pastedQueries.ts';
import { readConversations, type Conversation, type Question } from './conversations.ts';

/**
 * Shares of 1: of the answering turns among the first 5 and 10 hits, and 1 / place of the first of them; whether any or
 * all of their sessions are among the first 5 or 10 sessions of the hits.
 */
type Figures = readonly number[];

const names = ['recall@5', 'recall@10', 'MRR@10', 'any ses@5', 'all ses@5', 'all ses@10'];
/** From so many hits sessions are taken. */
const limit = 50;

async function save(store: Store, { id, turns }: Conversation): Promise<void> {
  const entries = turns.map(({ id, text, ts }, n) => ({
    role: n % 2 ? ('assistant' as const) : ('user' as const),
    text,
    ts,
    id,
  }));
  await store.dialogs.save(id, entries);
}

async function ask(store: Store, { id, sessionOf }: Conversation, question: Question): Promise<Figures> {
  const { text, evidence } = question;
  const { hits } = await store.search.find({ query: text, sources: ['dialogs'], dialog: id, limit });
  const found = hits.map((hit) => hit.id ?? '');
  const among = <T>(wanted: readonly T[], all: readonly T[], k: number): number =>
    wanted.filter((one) => all.slice(0, k).includes(one)).length / wanted.length;
  const place = found.slice(0, 10).findIndex((one) => evidence.includes(one)) + 1;
  const sessions = [...new Set(found.map((one) => sessionOf.get(one)))];
  const answering = [...new Set(evidence.map((one) => sessionOf.get(one)))];
  return [
    among(evidence, found, 5),
    among(evidence, found, 10),
    place === 0 ? 0 : 1 / place,
    Number(among(answering, sessions, 5) > 0),
    Number(among(answering, sessions, 5) === 1),
    Number(among(answering, sessions, 10) === 1),
  ];
}

/** Every conversation in a store of its own, so that each is searched as if there were no other. */
async function measure(
  conversation: Conversation,
  root: string,
  parts: ReadonlySet<RankingPart>,
): Promise<{ question: Question; figures: Figures }[]> {
  const store = openStore(join(root, conversation.id), { rankingParts: parts });
  const results = [];
  for (const question of conversation.questions)
    results.push({ question, figures: await ask(store, conversation, question) });
  return results;
}

const mean = (all: readonly Figures[]): number[] =>
  names.map((_, n) => (100 * all.reduce((sum, one) => sum + (one[n] ?? 0), 0)) / all.length);

const row = (title: string, figures: readonly number[], count: number): void =>
  console.log(
    title.padEnd(28) +
      figures.map((figure) => figure.toFixed(1).padStart(11)).join('') +
      String(count).padStart(11),
  );

async function main([file]: readonly string[]): Promise<void> {
  if (file === undefined) return measurePasted();
  if ((await stat(file)).isDirectory()) return measureCoding(file);
  const conversations = await readConversations(file);
  const root = await mkdtemp(join(tmpdir(), 'history-retrieval-'));
  try {
    for (const conversation of conversations) {
      await mkdir(join(root, conversation.id));
      await save(openStore(join(root, conversation.id)), conversation);
    }
    const all = async (parts: ReadonlySet<RankingPart>) =>
      Promise.all(conversations.map((conversation) => measure(conversation, root, parts)));
    console.log(' '.repeat(28) + [...names, 'questions'].map((name) => name.padStart(11)).join(''));
    const results = await all(new Set(rankingParts));
    results.forEach((of, n) =>
      row(`conversation ${conversations[n]?.id}`, mean(of.map(({ figures }) => figures)), of.length),
    );
    for (const category of [1, 2, 3, 4]) {
      const of = results.flat().filter(({ question }) => question.category === category);
      row(`category ${category}`, mean(of.map(({ figures }) => figures)), of.length);
    }
    const whole = mean(results.flat().map(({ figures }) => figures));
    row('all', whole, results.flat().length);
    console.log('\nwithout, and what that costs');
    for (const part of [...rankingParts, 'all of these'] as const) {
      const parts = part === 'all of these' ? [] : rankingParts.filter((one) => one !== part);
      const of = (await all(new Set(parts))).flat();
      const figures = mean(of.map(({ figures }) => figures));
      row(`- ${part}`, figures, of.length);
      row(
        '',
        figures.map((figure, n) => figure - (whole[n] ?? 0)),
        of.length,
      );
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

void main(process.argv.slice(2));
