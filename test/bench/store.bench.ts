// What the store costs as history grows: each operation at 100, 10,000 and 100,000 messages, in alternation, and
// next to the physical limit of a safe save, one small file written to a temporary name, synced and renamed.
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types.ts';
import { median, timed } from './measure.ts';

const sizes = [100, 10_000, 100_000];
const rounds = 400;
const text = 'We decided to keep the files as the truth. 文件是唯一的真实来源。'.repeat(3);
const entry = (n: number) => ({ role: n % 2 ? 'assistant' : 'user', text: `${n} ${text}` }) as const;

async function fill(store: Store, size: number): Promise<void> {
  for (let n = 0; n < size; n += 200)
    await store.dialogs.save(
      `of ${size}`,
      Array.from({ length: Math.min(200, size - n) }, (_, i) => entry(n + i)),
    );
}

/** The least a save that survives a power cut can do. */
async function bareSave(folder: string): Promise<void> {
  const [temporary, file] = [join(folder, 'bare.tmp'), join(folder, 'bare')];
  const handle = await open(temporary, 'w');
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(temporary, file);
}

type Operation = (store: Store, dialog: string, size: number) => Promise<unknown>;

const detail = { recentTurns: 6, includeSummary: true, includeMessages: true };

/** The newest time an agent that follows each dialog has seen. */
const seen = new Map<string, number>();

/** Done in turn, each round beginning with a save, so that the open part is met at every size it has. */
const operations: Record<string, Operation> = {
  save: (store, dialog) => store.dialogs.save(dialog, [entry(0)]),
  'newest 6': (store, dialog) => store.dialogs.detail(dialog, detail),
  'messages since': async (store, dialog) => {
    const sinceTs = seen.get(dialog);
    const { messages } = await store.dialogs.messagesSince(dialog, {
      ...(sinceTs && { sinceTs }),
      limit: 50,
    });
    seen.set(dialog, messages.at(-1)?.ts ?? sinceTs ?? 0);
  },
  'window in the middle': (store, dialog, size) => store.dialogs.window(dialog, size / 2, 50),
};

async function measure(store: Store): Promise<number> {
  const times = new Map<string, number[]>();
  const of = (title: string, size: number) => times.get(`${title} ${size}`) ?? [];
  for (let round = 0; round < rounds; round++)
    for (const size of sizes)
      for (const [title, run] of Object.entries(operations))
        times.set(`${title} ${size}`, [
          ...of(title, size),
          await timed(() => run(store, `of ${size}`, size)),
        ]);
  for (const title of Object.keys(operations))
    print(
      title,
      sizes.map((size) => median(of(title, size))),
    );
  return median(of('save', sizes[0] ?? 0));
}

function print(title: string, medians: readonly number[]): void {
  const shown = medians.map((ms, n) => `${sizes[n]}: ${ms.toFixed(2)} ms`).join(', ');
  console.log(`${title}: ${shown}; ratio ${((medians.at(-1) ?? 0) / (medians[0] ?? 0)).toFixed(2)}`);
}

async function measureNewProcess(root: string): Promise<void> {
  const times = sizes.map(() => [] as number[]);
  for (let round = 0; round < 21; round++)
    for (const [n, size] of sizes.entries())
      times[n]?.push(await timed(() => openStore(root).dialogs.detail(`of ${size}`, detail)));
  print('newest 6 by a new process', times.map(median));
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-bench-'));
  const store = openStore(root);
  for (const size of sizes) await fill(store, size);
  const save = await measure(store);
  await measureNewProcess(root);
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) bare.push(await timed(() => bareSave(root)));
  console.log(
    `save against temporary file + fsync + rename: ${median(bare).toFixed(2)} ms, ratio ${(save / median(bare)).toFixed(2)}`,
  );
  await rm(root, { recursive: true });
  await measureList();
}

async function measureList(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-bench-'));
  const store = openStore(root);
  for (let n = 0; n < 10_000; n++) await store.dialogs.create(`dialog ${n}`);
  const cold = median([
    await timed(() => openStore(root).dialogs.list()),
    await timed(() => openStore(root).dialogs.list()),
    await timed(() => openStore(root).dialogs.list()),
  ]);
  await store.dialogs.list();
  const warm = median([
    await timed(() => store.dialogs.list()),
    await timed(() => store.dialogs.list()),
    await timed(() => store.dialogs.list()),
  ]);
  console.log(`list of 10,000 dialogs: ${cold.toFixed(0)} ms, again ${warm.toFixed(0)} ms`);
  await rm(root, { recursive: true });
}

void main();
