import { ours, type Contender } from '../contenders.ts';
import { inTurn, median } from '../measure.ts';
import { memoryMiB, type RawClient } from '../rawClient.ts';
import { messageText } from '../texts.ts';
import { sizeName, type Row } from '../row.ts';
import type { Bench, Subject } from '../subject.ts';

const messages = 1_000;

/** Each is started, asked and ended in turn. */
async function* started(
  { bare, peers, folder }: Bench,
  what: string,
  measure: (contender: Contender, place: string) => Promise<number>,
  limit: number,
): AsyncGenerator<Row> {
  const places = [ours, bare, ...peers].map((contender) => [contender, folder('start')] as const);
  for (const [contender, place] of places) await contender.fill(place, messages);
  const [own, plain] = await inTurn(
    places.slice(0, 2).map((at) => () => measure(...at)),
    { rounds: 25, forMs: 25_000, warmUps: 2 },
  );
  const row = { what, size: sizeName(messages), unit: 'ms', ours: own ?? NaN } as const;
  yield { ...row, reference: { name: bare.name, value: plain ?? NaN }, limit: { ratio: limit } };
  const others = await inTurn(
    places.slice(2).map((at) => () => measure(...at)),
    { rounds: 5 },
  );
  for (const [n, { name }] of peers.entries()) yield { ...row, reference: { name, value: others[n] ?? NaN } };
}

/** Milliseconds from the start of a process to what it is asked for; then it may end. */
async function untilAsked(
  [contender, place]: readonly [Contender, string],
  ask: (client: RawClient) => Promise<unknown>,
  then?: (client: RawClient) => void,
): Promise<number> {
  const begun = performance.now();
  const client = await contender.start(place);
  await ask(client);
  const ms = performance.now() - begun;
  then?.(client);
  await client.close();
  return ms;
}

export const start: Subject = {
  name: 'start',
  about:
    'From starting the process to the reply of tools/list, or to the first save acknowledged, and what the process has in memory after that save.',
  tried:
    'The server begins with what the list of tools takes, and loads the rest meanwhile; how is told in [server-start](decisions/server-start.md), and what was tried in [save-cost](decisions/save-cost.md).',
  run: async function* (bench) {
    const list = (...at: [Contender, string]): Promise<number> =>
      untilAsked(at, (client) => client.request('tools/list'));
    yield* started(bench, 'start to tools/list', list, 1.15);
    const taken = new Map<Contender, number[]>();
    const save = (contender: Contender, place: string): Promise<number> =>
      untilAsked(
        [contender, place],
        (client) => contender.save(client, messageText(1)),
        ({ pid }) => taken.set(contender, [...(taken.get(contender) ?? []), memoryMiB(pid) ?? NaN]),
      );
    yield* started(bench, 'start to first save', save, 1);
    const memory = (contender: Contender): number => median(taken.get(contender) ?? []);
    for (const contender of [bench.bare, ...bench.peers])
      yield {
        what: 'memory after a save',
        unit: 'MiB',
        size: sizeName(messages),
        ours: memory(ours),
        reference: { name: contender.name, value: memory(contender) },
        ...(contender === bench.bare && { limit: { more: 15 } }),
      };
  },
};
