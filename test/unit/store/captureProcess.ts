// A process of its own for the tests of capture: sweeps a project once, says when it keeps the first session and what came of it.
import { defaultKeep } from '../../../src/history/capture/types.ts';
import { openStore } from '../../../src/store/store.ts';

const [root = '', home = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const workspace = { folders: [root], places: { home, env: {}, platform: process.platform } };
  const settings = { ...defaultKeep, archive: { maxMessageChars: 0, time: 'utc' as const } };
  const onEach = ({ done }: { readonly done: number }): void => {
    if (done === 2) process.send?.('at it');
  };
  const options = { every: 60_000, onEach };
  process.send?.(await openStore(root).capture.sweep(workspace, settings, options));
  process.disconnect();
}

void main();
