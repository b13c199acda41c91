import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ours, type Contender } from '../contenders.ts';
import { isDoneWithin, timesInTurn, median, timed } from '../measure.ts';
import { memoryMiB } from '../rawClient.ts';
import { sizeName, type Row } from '../row.ts';
import { sizes, type Bench, type Subject } from '../subject.ts';
import { rareWord, vocabulary } from '../texts.ts';
import { inIndex } from '../../inIndex.ts';

const common = vocabulary[0] ?? '';
/** What is asked of the largest history besides a rare word. */
const queries: Readonly<Record<string, string>> = {
  'a common word': common,
  'five words': [rareWord, common, vocabulary[1], vocabulary[40], vocabulary[4_000]].join(' '),
  Chinese: '登录验证',
  'a phrase': `"${common}"`,
  'a regular expression': '/zebra.*sh/',
};

interface Searched {
  readonly first: number;
  readonly again: number;
  readonly memory: number | undefined;
}

/** In a process of its own: the first search, and searches again. */
async function searched(contender: Contender, place: string, processes: number): Promise<Searched> {
  const all: Searched[] = [];
  for (let n = 0; n < processes; n++) {
    const client = await contender.start(place);
    await client.request('tools/list');
    const first = await timed(() => contender.search(client, rareWord));
    const memory = memoryMiB(client.pid);
    const [again = NaN] = await timesInTurn([() => contender.search(client, rareWord)], { forMs: 1_500 });
    all.push({ first, again, memory });
    await client.close();
  }
  const of = (key: keyof Searched): number => median(all.map((one) => one[key] ?? NaN));
  return { first: of('first'), again: of('again'), memory: of('memory') };
}

const limits: Readonly<Record<number, { readonly first?: number; readonly again?: number }>> = {
  10_000: { first: 100 },
  100_000: { first: 400, again: 10 },
};

async function* found(bench: Bench, messages: number): AsyncGenerator<Row> {
  const { bare, peers, folder } = bench;
  const dialogs = messages / 100;
  const size =
    messages < 1_000
      ? sizeName(messages)
      : `${sizeName(messages)} in ${dialogs.toLocaleString('en')} dialogs`;
  const place = folder('search');
  await ours.fill(place, messages);
  const unindexed = await indexed(place, messages < 10_000 ? 2_000 : 60_000);
  const own = await searched(ours, place, 5);
  const scanned = folder('scan');
  await bare.fill(scanned, messages);
  const scan = await searched(bare, scanned, 3);
  const reference = { name: 'linear scan', value: scan.again };
  const row = { size, unit: 'ms', reference } as const;
  const { first, again } = limits[messages] ?? {};
  yield { ...row, what: 'first search of a history ever', ours: unindexed };
  const firstRow = { ...row, what: 'first search of a process', ours: own.first };
  yield {
    ...firstRow,
    reference: { ...reference, value: scan.first },
    ...(first && { limit: { ours: first } }),
  };
  const againRow = { ...row, what: 'search again', ours: own.again };
  yield { ...againRow, ...(again && { limit: { ours: again } }) };
  for (const peer of peers) {
    const other = folder('search');
    await peer.fill(other, messages);
    const theirs = await searched(peer, other, 1);
    yield { ...firstRow, reference: { name: peer.name, value: theirs.first } };
    yield { ...againRow, reference: { name: peer.name, value: theirs.again } };
  }
  if (messages === sizes.at(-1)) yield* ofTheLargest(bench, { place, size, memory: own.memory });
}

/** Has a process search and write down what others share, and tells how long its search took. */
async function indexed(place: string, withinMs: number): Promise<number> {
  const client = await ours.start(place);
  await client.request('tools/list');
  const ms = await timed(() => ours.search(client, rareWord));
  const isWritten = () => existsSync(join(inIndex(join(place, '.chat-history'), 'search'), 'segments.json'));
  // A small history is read as quickly as an index of it, and gets none.
  await isDoneWithin(withinMs, isWritten);
  await client.close();
  return ms;
}

async function* ofTheLargest(
  { bare, folder }: Bench,
  { place, size, memory = NaN }: { place: string; size: string; memory: number | undefined },
): AsyncGenerator<Row> {
  const plain = await bare.start(folder('memory'));
  await bare.save(plain, common);
  const reference = { name: `${bare.name} after an append`, value: memoryMiB(plain.pid) ?? NaN };
  await plain.close();
  const row = { what: 'memory after a search', size, unit: 'MiB', ours: memory } as const;
  yield { ...row, reference, limit: { more: 60 } };
  yield { ...row, limit: { ours: 120 } };
  const client = await ours.start(place);
  for (const [name, query] of Object.entries(queries)) {
    const [own = NaN] = await timesInTurn([() => ours.search(client, query)], { forMs: 1_500 });
    yield { what: `search again, ${name}`, size, unit: 'ms', ours: own, limit: { ours: 10 } };
  }
  await client.close();
}

export const search: Subject = {
  name: 'search',
  about:
    'A search of a word in one message of 5,000, over MCP: the first in a new process, where another had written its index down, and again in the same. Beside it a linear scan by the bare server, which reads a file of all messages and looks into each.',
  tried:
    'How the index is shared, and what the first search of a process reads of it, is told in [search-index](decisions/search-index.md); four fifths of a first search in a small history are code that is loaded. A word that every message has is counted in each, and Chinese words here mean English ones that many have. Phrases and regular expressions look into the texts themselves, newest first, and say what there was no time for.',
  run: async function* (bench) {
    for (const size of sizes) yield* found(bench, size);
  },
};
