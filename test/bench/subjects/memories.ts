import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { seeded } from '../../seeded.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/types.ts';
import { median, timed } from '../measure.ts';
import type { Subject } from '../subject.ts';
import { messageText } from '../texts.ts';

/** Writes the log of a memory store as it would be after storing each of these contents, so many minutes apart. */
async function fill(root: string, contents: readonly string[], minutes: number): Promise<Store> {
  const store = openStore(root);
  await store.memories.store({ content: 'the first' }); // makes the folders
  const lines = contents.map((content, n) => {
    const at = new Date(Date.now() - n * minutes * 60_000).toISOString();
    const tags = [`tag${n % 50}`, `area${n % 7}`];
    return JSON.stringify({
      op: 'put',
      at,
      content,
      tags,
      memory_type: 'note',
      metadata: {},
      created_at: at,
      updated_at: at,
    });
  });
  await mkdir(join(root, '.chat-history/.memory'), { recursive: true });
  await writeFile(store.memories.file, `${lines.join('\n')}\n`);
  return openStore(root);
}

const random = seeded(3);
const short = (n: number): string =>
  Array.from(
    { length: 29 },
    () => `w${'abcdefghij'[Math.floor(random() * 10)]}${Math.floor(random() ** 2 * 300)}`,
  ).join(' ') + ` ${n}`;

/** Kinds of memories, from the usual to what is hardest to compare. */
const kinds: Readonly<Record<string, (n: number) => string>> = {
  'of the usual length': (n) => messageText(n % 50 === 49 ? n - 1 : n) + (n % 50 === 49 ? ' again' : ''),
  'of few words': short,
  'nearly alike': (n) => `The nightly import of the shop ran in ${n} ms and wrote all rows of the totals.`,
};

/** Each with each of some of them, and how long all would take so. */
async function eachWithEach(contents: readonly string[]): Promise<number> {
  const some = contents.slice(0, 500).map((content) => new Set(content.split(' ')));
  let alike = 0;
  const ms = await timed(() => {
    for (const [n, a] of some.entries())
      for (const b of some.slice(n + 1)) {
        let both = 0;
        for (const word of a) if (b.has(word)) both++;
        if (both / (a.size + b.size - both) >= 0.9) alike++;
      }
    return Promise.resolve(alike);
  });
  return ms * (contents.length / some.length) ** 2;
}

/** Runs it, and tells how long that took and how long others waited for their turn at most. */
async function watched(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly longest: number }> {
  let [longest, last, runs] = [0, performance.now(), true];
  const look = (): void => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (runs) setImmediate(look);
  };
  setImmediate(look);
  const ms = await timed(work);
  runs = false;
  return { ms, longest: Math.max(longest, performance.now() - last) };
}

const dryRun = { horizon: 'monthly', dryRun: true } as const;
const works: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  knowledge_analysis: (store) => store.memories.analysis(),
  consolidation: (store) => store.memories.consolidate('run', dryRun),
};

export const memories: Subject = {
  name: 'memories',
  about:
    'Near-duplicates among memories that a store has read, beside comparing each with each (of 500, times the square of how many more there are); and what the tools knowledge_analysis and memory_consolidate do, with the longest time that others waited for their turn.',
  tried:
    'Clusters share a quarter of their words, so most words of each memory have to be looked up: [Consolidation](decisions/consolidation.md) tells what was tried. Most of the time of the others goes into taking words out of texts, each once in a process; no words are kept on the disk, as they would have to be masked and thrown away with secrets.',
  run: async function* ({ folder }) {
    for (const [kind, content] of Object.entries(kinds)) {
      const contents = Array.from({ length: 10_000 }, (_, n) => content(n));
      const place = folder('memories');
      await fill(place, contents, 15);
      const reference = { name: 'each with each', value: await eachWithEach(contents) };
      const times: number[] = [];
      for (let round = 0; round < 3; round++) {
        const store = openStore(place);
        await store.memories.list();
        times.push(await timed(() => store.memories.removeDuplicates(0.9, { dryRun: true })));
      }
      const row = { what: 'near-duplicates', size: `10,000 memories ${kind}`, unit: 'ms' } as const;
      yield { ...row, ours: median(times), reference, limit: { ours: 1_000 } };
    }
    const usual = kinds['of the usual length'] ?? short;
    for (const [count, minutes, size] of [
      [100_000, 15, '100,000 memories of three years'],
      [5_000, 5, '5,000 memories of a month'],
    ] as const) {
      const place = folder('memories');
      await fill(
        place,
        Array.from({ length: count }, (_, n) => usual(n)),
        minutes,
      );
      for (const [what, work] of Object.entries(works)) {
        const store = openStore(place);
        await store.memories.list();
        const { ms, longest } = await watched(() => work(store));
        yield { size, unit: 'ms', what, ours: ms, limit: { ours: 5_000 } };
        yield {
          size,
          unit: 'ms',
          what: `${what}, longest wait of others`,
          ours: longest,
          limit: { ours: 50 },
        };
      }
    }
  },
};
