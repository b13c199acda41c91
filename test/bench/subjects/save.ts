import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ours, type Contender } from '../contenders.ts';
import { timesInTurn } from '../measure.ts';
import { processorMs, type RawClient } from '../rawClient.ts';
import { sizeName, type Row } from '../row.ts';
import { sizes, type Bench, type Subject } from '../subject.ts';
import { messageText } from '../texts.ts';

const text = messageText(1);

/** The least a save that survives a power cut, and never leaves half a file, can do. */
async function replaceAtomically(folder: string): Promise<void> {
  const [temporary, file] = [join(folder, 'new'), join(folder, 'file')];
  const handle = await open(temporary, 'w');
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(temporary, file);
}

const rounds = 200;

async function* saved(bench: Bench, messages: number): AsyncGenerator<Row> {
  const { bare, peers, folder } = bench;
  const all: readonly Contender[] = [ours, bare, ...peers];
  const clients: RawClient[] = [];
  for (const contender of all) {
    const place = folder('save');
    await contender.fill(place, messages, 'inOne');
    clients.push(await contender.start(place));
  }
  const operations = all.map((contender, n) => () => {
    const client = clients[n];
    return client ? contender.save(client, text) : Promise.reject(new Error('no client'));
  });
  const place = folder('replaced');
  const replace = (): Promise<void> => replaceAtomically(place);
  const [own = NaN, plain = NaN, atomic = NaN] = await timesInTurn([...operations.slice(0, 2), replace], {
    rounds,
    forMs: 6_000,
    warmUps: 20,
  });
  const row = { what: 'one save', size: sizeName(messages), unit: 'ms', ours: own } as const;
  const both = { name: 'bare SDK server + atomic replacement', value: plain + atomic };
  yield { ...row, reference: both, limit: { ratio: 1.5 } };
  const [processor, least] = [
    await processorOf(clients[0], operations[0]),
    await processorOf(clients[1], operations[1]),
  ];
  if (processor !== undefined && least !== undefined) {
    const reference = { name: bare.name, value: least };
    yield { ...row, what: 'one save, processor time', ours: processor, reference, limit: { ours: 1.2 } };
  }
  for (const [n, { name }] of peers.entries()) {
    const [value = NaN] = await timesInTurn(operations.slice(n + 2, n + 3), { rounds: 51, forMs: 1_000 });
    yield { ...row, reference: { name, value } };
  }
  await Promise.all(clients.map((client) => client.close()));
}

/** Milliseconds of processor time of a call; undefined where the system does not tell. */
async function processorOf(client?: RawClient, call?: () => Promise<unknown>): Promise<number | undefined> {
  const before = client && processorMs(client.pid);
  if (before === undefined || !call) return undefined;
  for (let round = 0; round < rounds; round++) await call();
  return ((processorMs(client?.pid ?? NaN) ?? NaN) - before) / rounds;
}

export const save: Subject = {
  name: 'save',
  about:
    'A save acknowledged, over MCP, into one dialog of this length; beside it, in turn, an append with one fsync by the bare server, and a small file written under a temporary name, synced and renamed.',
  tried:
    'A save takes a lock, reads what others wrote, writes, syncs and confirms the name; [lock](decisions/lock.md) and [files are the truth](decisions/files-are-the-truth.md) tell why none of these can go, and [save-cost](decisions/save-cost.md) what was tried.',
  run: async function* (bench) {
    for (const size of sizes) yield* saved(bench, size);
  },
};
