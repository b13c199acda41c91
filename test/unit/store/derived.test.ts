import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { changesForm } from '../../../src/insight/changes/changesForm.ts';
import type { SessionChanges } from '../../../src/insight/changes/sessionChanges.ts';
import { contextOf } from '../../../src/disk/context.ts';
import { Derived } from '../../../src/disk/files/derived.ts';
import { formName } from '../../../src/disk/files/indexFolder.ts';
import { TestClock, withStore } from './withStore.ts';

const piece = { keys: 'SVTzaI5XdTB-0cTZ', flags: 'ak', removed: 'IcoI2Vzu', before: '' };
const said = { at: 1_770_000_000_000, entry: 3, asked: 1 };
/** One event of each form. */
const changes = (n: number): SessionChanges => ({
  requests: { '1': `Do the ${n}. 任务\tat once\n` },
  events: [
    { kind: 'create', path: '/code/项目/a.ts', ...said, call: `call-${n}`, pieces: [piece, piece] },
    { kind: 'move', path: '/code/项目/a.ts', to: '/code/项目/b.ts', ...said, call: '' },
    { kind: 'script', path: '', ...said, call: '', holds: [['one', 'two'], ['three']] },
    { kind: 'edit', path: '**/c.ts', ...said, call: `other-${n}`, pieces: [] },
    { kind: 'revertAll', path: '', ...said, call: '' },
  ],
});
/** With what is only parsed when it is asked for. */
const whole = (kept: SessionChanges | undefined): SessionChanges | undefined =>
  kept && {
    requests: kept.requests,
    events: kept.events.map(({ kind, path, at, entry, asked, call, to, holds, pieces }) => ({
      kind,
      path,
      at,
      entry,
      asked,
      call,
      ...(to !== undefined && { to }),
      ...(holds && { holds }),
      ...(pieces && { pieces }),
    })),
  };

interface Fixture {
  readonly file: string;
  readonly clock: TestClock;
  /** As another process would open it. */
  readonly open: () => Promise<Derived<SessionChanges>>;
}

const withKept = (test: (fixture: Fixture) => Promise<void>) =>
  withStore(async ({ root }) => {
    await fs.mkdir(join(root, '.chat-history'));
    const clock = new TestClock();
    const open = async () => {
      const kept = new Derived(changesForm, contextOf(root, { clock }));
      await kept.refresh();
      return kept;
    };
    await test({
      file: join(root, '.chat-history/.index', `${formName(changesForm.name, changesForm.version)}.log`),
      clock,
      open,
    });
  });

describe('what sessions did to files', () => {
  it('is the same for the next process, as long as the transcript is', () =>
    withKept(async ({ open }) => {
      const kept = await open();
      await kept.put('/a.jsonl', 'm1', changes(1));
      await kept.put('/b.jsonl', 'm1', changes(2));
      await kept.put('/a.jsonl', 'm2', changes(3));
      for (const each of [kept, await open()]) {
        assert.deepEqual(whole(each.get('/a.jsonl', 'm2')), changes(3));
        assert.deepEqual(whole(each.get('/b.jsonl', 'm1')), changes(2));
        assert.equal(each.get('/a.jsonl', 'm1'), undefined);
      }
    }));

  it('is shared by processes that write at once', () =>
    withKept(async ({ open }) => {
      const [one, other] = await Promise.all([open(), open()]);
      for (let n = 0; n < 20; n++) await (n % 2 ? one : other).put(`/${n}.jsonl`, 'm', changes(n));
      await Promise.all([one.refresh(), other.refresh()]);
      for (let n = 0; n < 20; n++)
        for (const each of [one, other]) assert.deepEqual(whole(each.get(`/${n}.jsonl`, 'm')), changes(n));
    }));

  it('is as it was written or nothing, whatever byte of it is bent or missing', () =>
    withKept(async ({ open, file }) => {
      const kept = await open();
      for (const n of [1, 2, 3]) await kept.put(`/${n}.jsonl`, 'm', changes(n));
      const bytes = await fs.readFile(file);
      const header = bytes.indexOf('\n') + 1;
      const check = async (bent: Buffer, most: number) => {
        await fs.writeFile(file, bent);
        const read = await open();
        const found = [1, 2, 3].filter((n) => {
          const one = whole(read.get(`/${n}.jsonl`, 'm'));
          if (one) assert.deepEqual(one, changes(n));
          return one;
        });
        assert.ok(found.length <= most && found.length >= most - 2, `${found.length} of ${most}`);
        return read;
      };
      for (let at = header; at < bytes.length; at += 13) {
        const bent = Buffer.from(bytes);
        bent[at] = (bent[at] ?? 0) ^ 4;
        await check(bent, 3);
      }
      for (let at = header; at < bytes.length; at += 29) {
        const read = await check(bytes.subarray(0, at), 2);
        await read.put('/next.jsonl', 'm', changes(4));
        assert.deepEqual(whole((await open()).get('/next.jsonl', 'm')), changes(4));
      }
    }));

  it('is made anew where another version wrote it', () =>
    withKept(async ({ open, file }) => {
      await (await open()).put('/a.jsonl', 'm', changes(1));
      const text = await fs.readFile(file, 'utf8');
      await fs.writeFile(file, text.replace(/^derived 1 fileChanges \d+/, 'derived 1 fileChanges 99'));
      const kept = await open();
      assert.equal(kept.get('/a.jsonl', 'm'), undefined);
      await kept.put('/b.jsonl', 'm', changes(2));
      await kept.put('/c.jsonl', 'm', changes(3));
      const next = await open();
      assert.deepEqual(whole(next.get('/b.jsonl', 'm')), changes(2));
      assert.deepEqual(whole(next.get('/c.jsonl', 'm')), changes(3));
    }));

  it('takes up no more than twice what counts, and forgets what no list has named for a month', () =>
    withKept(async ({ open, file, clock }) => {
      const [kept, other] = await Promise.all([open(), open()]);
      await kept.put('/other.jsonl', 'm', changes(0));
      for (let n = 0; n < 1_000; n++) await kept.put('/a.jsonl', `m${n}`, changes(n));
      await other.refresh();
      assert.ok((await fs.stat(file)).size < 100_000);
      await kept.put('/b.jsonl', 'm', changes(7));
      await other.refresh();
      for (const each of [kept, other, await open()]) {
        assert.deepEqual(whole(each.get('/a.jsonl', 'm999')), changes(999));
        assert.deepEqual(whole(each.get('/b.jsonl', 'm')), changes(7));
        assert.deepEqual(whole(each.get('/other.jsonl', 'm')), changes(0));
      }
      clock.time += 31 * 24 * 3_600_000;
      await kept.sweep(new Set(['/a.jsonl', '/b.jsonl']));
      assert.equal(kept.get('/other.jsonl', 'm'), undefined);
      assert.deepEqual(whole(kept.get('/a.jsonl', 'm999')), changes(999));
    }));

  it('is kept nowhere where there is no history', () =>
    withStore(async ({ root }) => {
      const kept = new Derived(changesForm, contextOf(root, {}));
      await kept.refresh();
      await kept.put('/a.jsonl', 'm', changes(1));
      await kept.sweep(new Set());
      assert.deepEqual(await fs.readdir(root), []);
    }));
});
