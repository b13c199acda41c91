import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { factsCache } from '../../../src/insight/brief/factsCache.ts';
import { transcriptCache, type TranscriptCache } from '../../../src/insight/brief/transcriptCache.ts';
import type { DerivedContext } from '../../../src/disk/files/derivedForm.ts';
import { jsonValues } from '../../../src/disk/files/derivedRows.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { fileFingerprint } from '../../../src/disk/files/fingerprint.ts';
import { editRows } from './editRows.ts';
import { TestClock, withStore } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

interface Fixture {
  readonly kept: TranscriptCache<string>;
  readonly clock: TestClock;
  readonly path: string;
  readonly folder: string;
  /** What was logged. */
  readonly warnings: string[];
  readonly open: (more?: Partial<DerivedContext>, leastBytes?: number) => TranscriptCache<string>;
}

const form = { name: 'facts', version: 7, layout: 'files' } as const;

const parse = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Runs a test with a transcript of which something is kept. */
const withKept = (test: (fixture: Fixture) => Promise<void>) =>
  withStore(async ({ root }) => {
    const [folder, path, clock] = [
      join(root, '.chat-history'),
      join(root, 'transcript.jsonl'),
      new TestClock(),
    ];
    fs.mkdirSync(folder);
    fs.writeFileSync(path, 'one\n');
    const warnings: string[] = [];
    const tell = (text: string): void => void warnings.push(text);
    const log = { info: tell, warn: tell, error: tell };
    const keeper = { folder, log, clock, isReadOnly: () => false, secrets: { state: 'masked so' } };
    const open = (more: Partial<DerivedContext> = {}) =>
      transcriptCache({ ...form, values: jsonValues(parse) }, { ...keeper, ...more });
    await test({ kept: open(), clock, path, folder, warnings, open });
  });

describe('what is kept of a transcript', () => {
  it('is given while the transcript is as it was, also to another process', () =>
    withKept(async ({ kept, path, open }) => {
      assert.equal(kept.read(path), undefined);
      await kept.write(path, fileFingerprint(path), 'made of it');
      assert.equal(kept.read(path), 'made of it');
      assert.equal(open().read(path), 'made of it');
      fs.appendFileSync(path, 'two\n');
      assert.equal(kept.read(path), undefined);
    }));

  it('counts a while longer where only something was added: a compaction does that', () =>
    withKept(async ({ kept, path, clock }) => {
      await kept.write(path, fileFingerprint(path), 'before');
      fs.appendFileSync(path, 'two\n');
      assert.equal(kept.read(path, { grown: true }), 'before');
      clock.time += 14 * minute;
      assert.equal(kept.read(path, { grown: true }), 'before');
      clock.time += 2 * minute;
      assert.equal(kept.read(path, { grown: true }), undefined, 'that was long ago');
    }));

  it('does not count where the transcript is shorter now, or very much longer', () =>
    withKept(async ({ kept, path }) => {
      await kept.write(path, fileFingerprint(path), 'before');
      fs.writeFileSync(path, 'on');
      assert.equal(kept.read(path, { grown: true }), undefined);
      fs.writeFileSync(path, Buffer.alloc(9 * 1024 * 1024, 'x'));
      assert.equal(kept.read(path, { grown: true }), undefined);
    }));

  it('does not count where secrets are masked in another way now', () =>
    withKept(async ({ kept, path, open }) => {
      await kept.write(path, fileFingerprint(path), 'masked');
      assert.equal(open({ secrets: { state: 'another way' } }).read(path), undefined);
    }));

  it('is nothing of another transcript, kind or version, and of no damaged file', () =>
    withKept(async ({ kept, path, folder, warnings }) => {
      await kept.write(path, fileFingerprint(path), 'made');
      const [name = ''] = fs.readdirSync(inIndex(folder, 'facts'));
      const file = join(inIndex(folder, 'facts'), name);
      const good = fs.readFileSync(file, 'utf8');
      for (const [from, to] of [
        [path, `${path}.other`],
        ['"masked so"', '"masked otherwise"'],
        ['"masked so"', '7'],
        ['\t"made"', '\t{}'],
        ['\t"made"', '\t{'],
        ['\t"made"', ''],
      ] as const) {
        fs.writeFileSync(file, good);
        editRows(file, from, to);
        assert.equal(kept.read(path), undefined, to);
      }
      for (const bad of [good.replace('facts 7', 'facts 6'), good.replace('made', 'mode'), '', '{']) {
        fs.writeFileSync(file, bad);
        assert.equal(kept.read(path), undefined, bad);
      }
      fs.writeFileSync(file, good);
      assert.equal(kept.read(path), 'made');
      fs.rmSync(file);
      fs.mkdirSync(file);
      assert.equal(kept.read(path), undefined);
      assert.ok(
        warnings.every((text) => text.includes('which only saves time')),
        warnings.join('\n'),
      );
    }));

  it('is nothing where there is no transcript, no history, or nothing may be written', () =>
    withKept(async ({ kept, path, folder, open }) => {
      const none = join(folder, 'none.jsonl');
      assert.equal(fileFingerprint(none), undefined);
      await kept.write(none, fileFingerprint(none), 'x');
      assert.equal(kept.read(none), undefined);
      await open({ isReadOnly: () => true }).write(path, fileFingerprint(path), 'x');
      const elsewhere = join(folder, 'no history');
      await open({ folder: elsewhere }).write(path, fileFingerprint(path), 'x');
      assert.equal(open({ folder: elsewhere }).read(path), undefined);
      assert.ok(!fs.existsSync(join(folder, '.index')) && !fs.existsSync(elsewhere));
    }));

  it('goes with the next one that is written once nobody has written it for thirty days', () =>
    withKept(async ({ kept, path, folder, clock }) => {
      clock.time = Date.now();
      await kept.write(path, fileFingerprint(path), 'old');
      const [old = ''] = fs.readdirSync(inIndex(folder, 'facts'));
      const other = `${path}.other`;
      fs.writeFileSync(other, 'other\n');
      clock.time += 29 * day;
      await kept.write(other, fileFingerprint(other), 'new');
      assert.equal(fs.readdirSync(inIndex(folder, 'facts')).length, 2);
      clock.time += 2 * day;
      fs.utimesSync(join(inIndex(folder, 'facts'), old), 1, 1);
      await kept.write(other, fileFingerprint(other), 'newer');
      assert.ok(!fs.readdirSync(inIndex(folder, 'facts')).includes(old));
    }));
});

describe('the facts that are kept of a long session', () => {
  const told = {
    requests: [{ time: 't', entry: 1 }],
    settled: [],
    files: [],
    commands: [],
    more: { files: 2 },
  };

  it('come back as they were, and only with all that a brief tells of', () =>
    withStore(async ({ root }) => {
      const [folder, path] = [join(root, '.chat-history'), join(root, 'long.jsonl')];
      fs.mkdirSync(folder);
      fs.writeFileSync(path, Buffer.alloc(300_000, 'x'));
      const keeper = {
        folder,
        log: silentLog,
        clock: new TestClock(),
        isReadOnly: () => false,
        secrets: { state: '' },
      };
      const plain = transcriptCache<unknown>({ ...form, values: jsonValues((value) => value) }, keeper);
      const facts = factsCache(keeper);
      for (const [made, isRead] of [
        [{ told }, true],
        [{ told, cwd: '/p' }, true],
        [{ told: { ...told, more: { files: 'many' } } }, false],
        [{ told: { ...told, requests: [{ time: 't' }] } }, false],
        [{ told: { ...told, commands: undefined } }, false],
        [{ cwd: '/p' }, false],
        ['told', false],
      ] as const) {
        await plain.write(path, fileFingerprint(path), made);
        assert.deepEqual(facts.read(path), isRead ? made : undefined, JSON.stringify(made));
      }
    }));
});
