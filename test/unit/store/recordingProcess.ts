// A process of its own for the tests of recordings: records messages one after the other, and tells of each.
import { openStore } from '../../../src/store/store.ts';

const [root = '', sessionId = '', name = '', count = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const store = openStore(root);
  for (let n = 0; n < Number(count); n++) {
    await store.sessions.record(sessionId, [
      { id: `${name}${n}`, type: 'user', content: `text ${n} `.repeat(500) },
    ]);
    process.send?.(n);
  }
}

void main();
