// A history_save round trip against a bare SDK server that appends a line with one fsync, in alternation.
import { join } from 'node:path';
import { startRaw } from './rawClient.ts';
import { median, timed } from './measure.ts';
import { withServers } from './servers.ts';

const rounds = 200;
const inFlight = 100;
const text = 'We decided to keep the files as the truth. 文件是唯一的真实来源。'.repeat(5);

void withServers(async ({ folder, bare, history }) => {
  const theirs = await startRaw(bare, join(folder, 'lines'));
  const ours = await startRaw(history, '--root', folder);
  const save = (): Promise<unknown> =>
    ours.call('history_save', { dialog: 'bench', entry: { role: 'user', text } });
  const append = (): Promise<unknown> => theirs.call('append', { text });
  const times = { save: [] as number[], append: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.append.push(await timed(append));
    times.save.push(await timed(save));
  }
  report('one at a time, each', median(times.save), median(times.append));
  const all = (call: () => Promise<unknown>) =>
    timed(() => Promise.all(Array.from({ length: inFlight }, call)));
  const batches = { save: [] as number[], append: [] as number[] };
  for (let round = 0; round < 7; round++) {
    batches.append.push(await all(append));
    batches.save.push(await all(save));
  }
  report(`${inFlight} in flight, all`, median(batches.save), median(batches.append));
  await Promise.all([ours.close(), theirs.close()]);
});

function report(what: string, ours: number, theirs: number): void {
  console.log(
    `history_save, ${what}: ${ours.toFixed(2)} ms, bare server with one fsync ${theirs.toFixed(2)} ms, ratio ${(ours / theirs).toFixed(2)}`,
  );
}
