// What the store costs as history grows: each operation at 100, 10,000 and 100,000 messages, in alternation, and
// next to the physical limit of a safe save, one small file written to a temporary name, synced and renamed.
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/store.ts';
import { median, timed } from './bundles.ts';

const sizes = [100, 10_000, 100_000];
const rounds = 151;
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
function bareSave(folder: string): void {
  const [temporary, file] = [join(folder, 'bare.tmp'), join(folder, 'bare')];
  const handle = fs.openSync(temporary, 'w');
  fs.writeSync(handle, text);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(temporary, file);
}

type Work = (dialog: string) => Promise<unknown>;

async function measure(title: string, work: Work): Promise<number[]> {
  const times = sizes.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++)
    for (const [n, size] of sizes.entries()) times[n]?.push(await timed(() => work(`of ${size}`)));
  const medians = times.map(median);
  const [least = 0] = medians;
  const shown = medians.map((ms, n) => `${sizes[n]}: ${ms.toFixed(2)} ms`).join(', ');
  console.log(`${title}: ${shown}; ratio ${((medians.at(-1) ?? 0) / least).toFixed(2)}`);
  return medians;
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-bench-'));
  const store = openStore(root);
  for (const size of sizes) await fill(store, size);
  const detail = { recentTurns: 6, includeSummary: true, includeMessages: true };
  const [save = 0] = await measure('save', (dialog) => store.dialogs.save(dialog, [entry(0)]));
  await measure('newest 6', (dialog) => store.dialogs.detail(dialog, detail));
  await measure('messages since', async (dialog) => {
    const { lastTs } = await store.dialogs.stats(dialog);
    return store.dialogs.messagesSince(dialog, { sinceTs: (lastTs ?? 0) - 5, limit: 50 });
  });
  await measure('window in the middle', async (dialog) => {
    const total = Number(dialog.slice(3));
    return store.dialogs.window(dialog, total / 2, 100);
  });
  await measure('newest 6 by a new process', (dialog) => openStore(root).dialogs.detail(dialog, detail));
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) bare.push(await timed(() => Promise.resolve(bareSave(root))));
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
