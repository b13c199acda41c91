// A process of its own that stores memories: `node … <project> <name> <count>`.
import { openStore } from '../../../src/store/store.ts';

const [root = '', name = '', count = '0'] = process.argv.slice(2);
const { memories } = openStore(root);

async function storeAll(): Promise<void> {
  for (let n = 0; n < Number(count); n++) {
    await memories.store({ content: `memory ${n} of ${name}`, tags: [name] });
    await memories.store({ content: `shared memory ${n}`, tags: [name] });
  }
}

void storeAll();
