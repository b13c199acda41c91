// A process of its own for the tests of archives: archives transcripts one after the other.
import { openStore } from '../../../src/store/store.ts';
import { streamClaude } from '../../../src/agents/claude/claude.ts';

const [root = '', ...paths] = process.argv.slice(2);

async function main(): Promise<void> {
  const store = openStore(root);
  for (const path of paths) await store.archives.archive({ path, stream: streamClaude });
}

void main();
