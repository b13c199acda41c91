import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/disk/base/context.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { stateVariable, type Machine } from '../../../src/disk/base/stateFolder.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies, type CopyMode } from '../../../src/history/copies/modes.ts';
import { copyVariables } from '../../../src/history/copies/settings.ts';
import { openStore } from '../../../src/store/store.ts';
import { serverFile } from '../../server/withServer.ts';
import { ours } from '../contenders.ts';
import { inTurn, leastInTurn, timed } from '../measure.ts';
import { startRaw } from '../rawClient.ts';
import type { Row } from '../row.ts';
import type { Bench, Subject } from '../subject.ts';

const messages = 100_000;
/** Archives, of which each has a text and a copy of its transcript. */
const archives = { count: 400, textBytes: 500_000, rawBytes: 2_000_000 };

function addArchives(history: string): void {
  const folder = join(history, '.conversations');
  mkdirSync(join(folder, 'raw'), { recursive: true });
  const [text, raw] = ['x'.repeat(archives.textBytes), randomBytes(archives.rawBytes)];
  for (let n = 0; n < archives.count; n++) {
    writeFileSync(join(folder, `2026-01-01-a-talk-${n}.md`), text);
    writeFileSync(join(folder, 'raw', `${n}.jsonl.gz`), raw);
  }
}

/** As people copy a folder; Node.js does it where there is no `cp`. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-r', from, to]);
}

/** Removes a folder, and waits for the disk, which still has to write what was copied before. */
function removed(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  confirmDisk();
}

/** Waits until the disk has what was written. */
function confirmDisk(): void {
  if (process.platform !== 'win32') execFileSync('sync');
}

/** The copy of a project in a state folder of its own. */
function copying(root: string, state: string) {
  const machine: Machine = { home: state, env: { HISTORY_STATE_HOME: state }, platform: process.platform };
  const context = { machine, clock: systemClock, log: silentLog };
  return () => followCopy(join(root, '.chat-history'), context, defaultCopies);
}

async function* measure({ folder }: Bench) {
  const [root, state, plain] = [folder('project'), folder('state'), join(folder('plain'), 'copy')];
  const history = join(root, '.chat-history');
  await ours.fill(root, messages);
  addArchives(history);
  const follow = copying(root, state);
  const ownCopy = async (): Promise<number> => {
    removed(state);
    return timed(async () => {
      if ((await follow()).state !== 'current') throw new Error('the copy is not current');
    });
  };
  const plainCopy = (isConfirmed: boolean) => (): Promise<number> => {
    removed(plain);
    return timed(() => {
      copyFolder(history, plain);
      if (isConfirmed) confirmDisk();
      return Promise.resolve();
    });
  };
  const [first = NaN, confirmed = NaN, cp = NaN] = await leastInTurn(
    [ownCopy, plainCopy(true), plainCopy(false)],
    4,
  );
  const size = `${messages.toLocaleString('en')} messages, 1 GB of archives`;
  const row = { what: 'first copy', size, unit: 'ms', ours: first } as const;
  yield { ...row, reference: { name: 'cp -r, sync', value: confirmed }, limit: { ratio: 1.5 } };
  yield { ...row, reference: { name: 'cp -r', value: cp } };
  const { dialogs } = openStore(root);
  await dialogs.save('dialog 0', [{ role: 'user', text: 'One more thing.' }]);
  const { written } = await follow();
  const kib = written / 1_024;
  yield { what: 'written after one more save', size, unit: 'KiB' as const, ours: kib, limit: { ours: 64 } };
  yield* started(root, folder('home'));
}

/** Milliseconds from starting a server to its first acknowledged save, with copies and without, in turn. */
async function* started(root: string, home: string): AsyncGenerator<Row> {
  const env = { HOME: home, USERPROFILE: home, [stateVariable]: join(home, 'state') };
  const start = (mode: CopyMode) => async (): Promise<number> => {
    const begun = performance.now();
    const variables = { ...env, [copyVariables.copies]: mode };
    const client = await startRaw([serverFile, '--root', root], { env: variables });
    await ours.save(client, 'One more thing.');
    const ms = performance.now() - begun;
    await client.close();
    return ms;
  };
  const [on = NaN, off = NaN] = await inTurn([start('on'), start('off')], { rounds: 15, forMs: 20_000 });
  const reference = { name: 'without copies', value: off };
  yield { what: 'start to first save', unit: 'ms', ours: on, reference, limit: { ratio: 1.1 } };
}

export const copies: Subject = {
  name: 'copies',
  about:
    'The second copy of a history on the machine: begun anew, beside `cp -r` of the same folder, with and without waiting until the disk has it, as a copy has to; what is written into it after one more save, and a server that keeps copies beside one that does not.',
  tried:
    'New files are made durable together and while others are copied ([copies](decisions/copies.md)): one after the other, they took three times as long. What is left beside reading and writing is that the disk confirms each file. `cp -r` alone takes from a sixth of that to all of it, depending on how much the system keeps in memory before it has to write.',
  run: measure,
};
