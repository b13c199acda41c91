// A process of its own that searches, and has the index kept when it is just being written: `node … <project>`. Prints `kept`.
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../../src/store/store.ts';

/** After so long the index is written by itself; a timer that is set later for the same time comes just after. Milliseconds. */
const idleMs = 1_000;
const [root = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const { search } = openStore(root);
  await search.find({ query: 'word' });
  await pause(idleMs);
  await search.keep();
  process.stdout.write('kept');
}

void main();
