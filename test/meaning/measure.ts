// How often what is asked in other words is among the first five, in both engines.
//   node --import tsx test/meaning/measure.ts [-v]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engines, type Find } from './engines.ts';
import { sets, sharedWords, type Pair } from './sets.ts';

/** The questions whose answer is not among the first five. */
export async function missed(pairs: readonly Pair[], find: Find) {
  const found = await Promise.all(pairs.map(async ({ query, text }) => (await find(query)).includes(text)));
  return pairs.filter((_, n) => found[n] !== true);
}

async function main([verbose]: readonly string[]): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-meaning-'));
  const alive = setInterval(() => undefined, 1_000); // a search may wait for the index being written, for which no process stays
  try {
    const both = await engines(root);
    for (const [language, pairs] of Object.entries(sets)) {
      const apart = pairs.filter((pair) => sharedWords(pair).length === 0);
      for (const [engine, find] of Object.entries(both)) {
        const left = await missed(apart, find);
        const share = (100 * (apart.length - left.length)) / apart.length;
        console.log(`${language} ${engine}: ${share.toFixed(1)} % of ${apart.length} among the first five`);
        if (verbose) for (const { query, text } of left) console.log(`   ${query} = ${text}`);
      }
      if (verbose)
        for (const pair of pairs)
          if (sharedWords(pair).length > 0)
            console.log(`   shares: ${pair.query}: ${sharedWords(pair).join(' ')}`);
    }
  } finally {
    clearInterval(alive);
    await rm(root, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('measure.ts')) void main(process.argv.slice(2));
