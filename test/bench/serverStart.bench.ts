// From starting the process to the reply of tools/list, against a bare SDK server, in alternation.
import { startRaw, type RawClient } from './rawClient.ts';
import { median, timed } from './measure.ts';
import { withServers } from './servers.ts';

const rounds = 40;
/** Rounds that only warm the disk cache. */
const warmUps = 2;

void withServers(async ({ folder, bare, history }) => {
  const start = async (...args: readonly string[]): Promise<number> => {
    let client: RawClient | undefined;
    const ms = await timed(async () => {
      client = await startRaw(...args);
      await client.request('tools/list');
    });
    await client?.close();
    return ms;
  };
  const programs = { bare: [bare, `${folder}/lines`], history: [history, '--root', folder] };
  const times: Record<keyof typeof programs, number[]> = { bare: [], history: [] };
  for (let round = 0; round < rounds + warmUps; round++) {
    const order = round % 2 === 0 ? (['bare', 'history'] as const) : (['history', 'bare'] as const);
    for (const name of order) {
      const ms = await start(...programs[name]);
      if (round >= warmUps) times[name].push(ms);
    }
  }
  const [ours, theirs] = [median(times.history), median(times.bare)];
  console.log(
    `start to tools/list: ${ours.toFixed(0)} ms, bare SDK server ${theirs.toFixed(0)} ms, ratio ${(ours / theirs).toFixed(3)} (limit 1.15)`,
  );
});
