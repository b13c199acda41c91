import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { archiveName } from '../../../src/history/archive/names.ts';
import { commit, temporaryFiles, type Head } from '../../../src/history/archive/partFiles.ts';
import { StoreError, type Lease } from '../../../src/disk/base/core.ts';
import { applyPending } from '../../../src/history/dialogs/apply.ts';
import { sweep } from '../../../src/disk/files/folders.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { removeHeld } from '../../../src/disk/files/atomic.ts';
import { quarantine } from '../../../src/disk/files/smallFile.ts';

const held: Lease = { assertHeld: () => undefined, warn: () => undefined };
const nothing = () => Promise.resolve();

function withDialog(test: (history: string, folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const root = fs.mkdtempSync(join(tmpdir(), 'passed-'));
    const folder = join(root, '.chat-history/d');
    fs.mkdirSync(folder, { recursive: true });
    try {
      await test(join(root, '.chat-history'), folder);
    } finally {
      fs.rmSync(root, { recursive: true, force: true });
    }
  };
}

/**
 * Runs `work`, which stands still right before its n-th rename, the lock asserted already, while `meanwhile` happens; then
 * that rename goes on and finds nothing. False where there are fewer renames.
 */
async function pausedAt(
  n: number,
  { work, meanwhile }: Record<'work' | 'meanwhile', () => Promise<void>>,
): Promise<boolean> {
  const rename = fs.renameSync;
  let count = 0;
  let paused: readonly [fs.PathLike, fs.PathLike] | undefined;
  fs.renameSync = (from, to) => {
    if (++count < n) {
      rename(from, to);
      return;
    }
    paused = [from, to];
    throw new StoreError('busy', 'it stands still');
  };
  try {
    await work().catch((error: unknown) => {
      if (paused === undefined) throw error;
    });
  } finally {
    fs.renameSync = rename;
  }
  if (paused === undefined) return false;
  const [from, to] = paused;
  await meanwhile();
  assert.throws(() => rename(from, to), { code: 'ENOENT' });
  return true;
}

/** Runs `work`, whose n-th call of a function of Node's throws instead; gives what does that call later, undefined without one. */
async function lateCall(
  name: 'renameSync' | 'promises.rename' | 'promises.link',
  n: number,
  work: () => Promise<unknown>,
): Promise<(() => Promise<unknown>) | undefined> {
  const target = name === 'renameSync' ? fs : fs.promises;
  const own = name.replace('promises.', '');
  const original = Reflect.get(target, own) as (...args: unknown[]) => unknown;
  let late: (() => Promise<unknown>) | undefined;
  let count = 0;
  Reflect.set(target, own, (...args: unknown[]) => {
    if (++count !== n) return original(...args);
    late = async () => Promise.resolve(original(...args)).catch(() => undefined);
    throw new StoreError('busy', 'it stands still');
  });
  try {
    await work().catch(() => undefined);
  } finally {
    Reflect.set(target, own, original);
  }
  return (
    late &&
    (() =>
      Promise.resolve()
        .then(late)
        .catch(() => undefined))
  );
}

describe('deleting under a lease', () => {
  it(
    'deletes files, and leaves nothing of its own',
    withDialog(async (_, folder) => {
      for (const name of ['a', 'b', 'c']) fs.writeFileSync(join(folder, name), name);
      await removeHeld([join(folder, 'a'), join(folder, 'b'), join(folder, 'gone')], held);
      assert.deepEqual(fs.readdirSync(folder), ['c']);
    }),
  );

  it('deletes no copy of a transcript that a successor may have made, once the lock has passed', () =>
    withDialog(async (_, folder) => {
      fs.mkdirSync(join(folder, 'raw'));
      const temporary = temporaryFiles(folder);
      const bytes = Buffer.from('{"a":1}\n');
      fs.writeFileSync(temporary.raw, bytes);
      fs.writeFileSync(temporary.rest, gzipSync(bytes));
      fs.writeFileSync(temporary.body, 'body');
      const time = new Date(0).toISOString();
      const head: Head = {
        title: 'T',
        session: 's1',
        started: time,
        updated: time,
        archived: time,
        messages: 1,
        user: 1,
        assistant: 0,
        part: 1,
        unreadable: 0,
        rewound: 0,
      };
      const copy = join(folder, 'raw', `${archiveName('T', 's1', 0)}.jsonl.gz`);
      fs.writeFileSync(copy, gzipSync(bytes));
      const passed: Lease = {
        assertHeld: () => {
          throw new StoreError('busy', 'the lock has passed');
        },
        warn: () => undefined,
      };
      const place = {
        folder,
        lease: passed,
        now: 0,
        secrets: plainSecrets,
        archivesOf: () => Promise.reject(new Error('not asked')),
      };
      await assert.rejects(commit(head, { path: '/t.jsonl', from: 0 }, temporary, place), { code: 'busy' });
      assert.ok(fs.existsSync(copy));
    })());

  it('deletes nothing that a successor saved, wherever a process stood still', async () => {
    let last = 0;
    for (let n = 1; n === last + 1; n++)
      await withDialog(async (history, folder) => {
        for (const name of ['messages-000001.json', 'messages.json', 'summary.json'])
          fs.writeFileSync(join(folder, name), '[]');
        fs.writeFileSync(join(folder, 'pending.json'), '{"v":1,"op":"clear"}\n');
        const isPaused = await pausedAt(n, {
          work: () => applyPending(history, 'd', held, nothing),
          meanwhile: async () => {
            await sweep(folder, held);
            await applyPending(history, 'd', held, nothing);
            for (const name of ['messages.json', 'summary.json', 'pending.json'])
              fs.writeFileSync(join(folder, name), 'of the successor');
          },
        });
        if (!isPaused) return;
        last = n;
        for (const name of ['messages.json', 'summary.json', 'pending.json'])
          assert.equal(fs.readFileSync(join(folder, name), 'utf8'), 'of the successor');
      })();
    assert.equal(last, 4, 'three files and the note of the operation');
  });

  for (const name of ['renameSync', 'promises.rename', 'promises.link'] as const)
    it(`puts aside nothing that a successor wrote, wherever a process paused: ${name}`, async () => {
      let last = 0;
      for (let n = 1; n === last + 1; n++)
        await withDialog(async (_, folder) => {
          const file = join(folder, 'messages.json');
          fs.writeFileSync(file, 'damaged');
          const aside = () => quarantine(file, 'damaged', { clock: { now: () => 0 }, lease: held });
          const late = await lateCall(name, n, aside);
          if (late === undefined) return;
          last = n;
          await sweep(folder, held);
          if (fs.existsSync(file)) await aside();
          fs.writeFileSync(file, 'of the successor');
          await late();
          assert.equal(fs.readFileSync(file, 'utf8'), 'of the successor');
          const kept = fs.readdirSync(folder).filter((each) => each.includes('.damaged-'));
          const texts = kept.map((each) => fs.readFileSync(join(folder, each), 'utf8'));
          assert.ok(texts.includes('damaged'), texts.join());
        })();
    });
});
