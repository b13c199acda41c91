// A process of its own that writes on sessions: `node … <project> <name> <count>`.
import { openStore } from '../../../src/store/store.ts';

const [root = '', name = '', count = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const { sessions } = openStore(root);
  const shared = { source: 'claude', sessionId: 'shared' } as const;
  for (let n = 0; n < Number(count); n++) {
    const session = { source: 'claude', sessionId: `${name}${n}` } as const;
    await sessions.setLabels([{ session, title: `${n} of ${name}` }]);
    await sessions.setLabels([
      { session: shared, ...(name === 'a' ? { note: `${n}` } : { tags: [`t${n}`] }) },
    ]);
  }
}

void main();
