// From starting the process to the reply of tools/list, against a bare SDK server, in alternation.
import { startRaw, type RawClient } from './rawClient.ts';
import { median, timed, withBundles } from './bundles.ts';

const rounds = 25;

void withBundles(async ({ folder, bare, history }) => {
  const start = async (...args: readonly string[]): Promise<number> => {
    let client: RawClient | undefined;
    const ms = await timed(async () => {
      client = await startRaw(...args);
      await client.request('tools/list');
    });
    await client?.close();
    return ms;
  };
  const times = { bare: [] as number[], history: [] as number[] };
  for (let round = -2; round < rounds; round++) {
    const pair = {
      bare: await start(bare, `${folder}/lines`),
      history: await start(history, '--root', folder),
    };
    if (round < 0) continue; // the first ones warm the disk cache
    times.bare.push(pair.bare);
    times.history.push(pair.history);
  }
  const [ours, theirs] = [median(times.history), median(times.bare)];
  console.log(
    `start to tools/list: ${ours.toFixed(0)} ms, bare SDK server ${theirs.toFixed(0)} ms, ratio ${(ours / theirs).toFixed(3)} (limit 1.15)`,
  );
});
