import { openStore } from '../../../src/store/store.ts';
import { dialog, ours } from '../contenders.ts';
import { inTurn, timed, timesInTurn } from '../measure.ts';
import { sizeName, type Row } from '../row.ts';
import { sizes, type Subject } from '../subject.ts';

const recentTurns = 6;
const least = sizes[2] ?? 0;
/** What a pane shows first. */
const windowed = 100;

export const read: Subject = {
  name: 'read',
  about: `The newest ${recentTurns} turns of a dialog over MCP, in a running server and in a new one, and the first window of a pane; beside the same of ${sizeName(least)}.`,
  tried:
    'A new process looks once at each sealed part of a dialog, whether it is the one that the index of the dialog tells of.',
  run: async function* ({ folder }) {
    const places = new Map<number, string>();
    for (const size of sizes) {
      places.set(size, folder('read'));
      await ours.fill(places.get(size) ?? '', size, 'inOne');
    }
    yield* compared('newest messages', await running(places));
    yield* compared('newest messages of a new process', await anew(places));
    yield* compared('first window of a pane', await windows(places));
  },
};

const ask = { dialog, recentTurns, includeMessages: true };
type Times = ReadonlyMap<number, number>;

async function running(places: ReadonlyMap<number, string>): Promise<Times> {
  const clients = await Promise.all([...places.values()].map((place) => ours.start(place)));
  const calls = clients.map((client) => () => client.call('history_get_dialog_detail', ask));
  const times = await timesInTurn(calls, { rounds: 101, forMs: 4_000, warmUps: 10 });
  await Promise.all(clients.map((client) => client.close()));
  return bySize(times);
}

async function anew(places: ReadonlyMap<number, string>): Promise<Times> {
  const calls = [...places.values()].map((place) => async () => {
    const client = await ours.start(place);
    await client.request('tools/list');
    const ms = await timed(() => client.call('history_get_dialog_detail', ask));
    await client.close();
    return ms;
  });
  return bySize(await inTurn(calls, { rounds: 9, forMs: 20_000 }));
}

async function windows(places: ReadonlyMap<number, string>): Promise<Times> {
  const calls = [...places].map(([, place]) => async () => {
    const { dialogs } = openStore(place);
    const { total } = await dialogs.window(dialog, 0, 0);
    await dialogs.window(dialog, Math.max(0, total - windowed), windowed);
  });
  return bySize(await timesInTurn(calls, { rounds: 51 }));
}

const bySize = (times: readonly number[]): Times => new Map(sizes.map((size, n) => [size, times[n] ?? NaN]));

function* compared(what: string, times: Times): Generator<Row> {
  const reference = { name: sizeName(least), value: times.get(least) ?? NaN };
  for (const [size, own] of times) {
    const row = { what, size: sizeName(size), unit: 'ms', ours: own } as const;
    yield size > least ? { ...row, reference, limit: { ratio: 1.5 } } : row;
  }
}
