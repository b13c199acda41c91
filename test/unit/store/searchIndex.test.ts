import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { contextOf } from '../../../src/disk/context.ts';
import { IndexUpdater } from '../../../src/find/search/indexUpdater.ts';
import { readQuery } from '../../../src/find/search/query.ts';
import { Ranking } from '../../../src/find/search/ranking.ts';
import type { TextIndex } from '../../../src/find/search/textIndex.ts';
import { TimeSlices } from '../../../src/disk/base/timeSlices.ts';
import type { SearchEntry, SearchItem, SearchSource } from '../../../src/find/search/types.ts';
import { eventually } from '../../eventually.ts';
import { programOf } from '../../program.ts';
import { seeded } from '../../seeded.ts';
import { opened } from './opened.ts';
import { user, withStore } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

const slices = (): TimeSlices => new TimeSlices();

/** Conversations in memory, of parts that change like files. */
class Conversations implements SearchSource {
  readonly kind = 'dialogs';
  readonly all = new Map<
    string,
    { tags: string[]; parts: { fingerprint: string; entries: SearchEntry[] }[] }
  >();

  items(): Promise<SearchItem[]> {
    const items = [...this.all].map(([key, { tags, parts }]) => ({
      key,
      name: key,
      title: key,
      dialog: key,
      tags,
      parts: parts.map(({ fingerprint, entries }) => ({
        fingerprint,
        read: () => Promise.resolve([...entries]),
      })),
    }));
    return Promise.resolve(items);
  }
}

/** What a query finds, by its scores, in words that do not depend on how the index came about. */
async function ranked(index: TextIndex, text: string, withScores = false): Promise<string[]> {
  const query = readQuery(text, { now: 0, zone: 'utc' });
  const scored = await new Ranking(index, query).scores(slices());
  return scored
    .entries()
    .filter(({ number }) => index.columns.removed[number] !== 1)
    .map(({ number, score }) => {
      const { item, ordinal, ts, id = '', agent = '', role } = index.entry(number);
      return `${withScores ? score.toFixed(9) : ''} ${item.key} ${ordinal} ${ts} ${id} ${agent} ${role} ${item.tags.join('+')}`;
    })
    .sort();
}

const words = [
  'apple',
  'pears',
  'walking',
  'walked',
  '登录页面',
  'yesterday',
  'getUserName',
  '2025',
  'the',
  'zip',
];

/** A story of changes to conversations, told by a seed. */
function changes(random: () => number, source: Conversations) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  let time = Date.UTC(2026, 0, 1);
  let count = 0;
  const entry = (): SearchEntry => {
    time += random() < 0.1 ? 7_200_000 : 60_000;
    const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(words)).join(' ');
    const agent = random() < 0.3 ? { agent: pick(['codex', 'claude']) } : {};
    const id = random() < 0.5 ? { id: `消息-${++count}` } : {};
    const starts = random() < 0.05 ? { startsSession: true } : {};
    return {
      text: random() < 0.2 ? `${text}?` : text,
      role: pick(['user', 'assistant'] as const),
      ts: time,
      ...agent,
      ...id,
      ...starts,
    };
  };
  const anyOf = () => pick([...source.all.values()]);
  const kinds: (() => void)[] = [
    () => void source.all.set(`dialog ${++count}`, { tags: [], parts: [] }),
    () => void anyOf().parts.push({ fingerprint: `f${++count}`, entries: [entry(), entry(), entry()] }),
    () => {
      const part = anyOf().parts.at(-1);
      part?.entries.push(entry());
      if (part) part.fingerprint = `f${++count}`;
    },
    () => {
      const dialog = anyOf();
      dialog.parts = dialog.parts.slice(0, Math.floor(random() * (dialog.parts.length + 1)));
    },
    () => void anyOf().tags.splice(0, random() < 0.9 ? 0 : 9, ...(random() < 0.1 ? [pick(words)] : [])),
    () => {
      const key = random() < 0.2 ? pick([...source.all.keys()]) : undefined;
      if (key !== undefined) source.all.delete(key);
    },
  ];
  return () => {
    if (source.all.size === 0) kinds[0]!();
    pick([...kinds, kinds[1]!, kinds[1]!, kinds[2]!, kinds[2]!])();
  };
}

describe('the index that processes share', () => {
  it('finds what an index made from the files finds, whoever read and wrote it before', () =>
    withStore(async ({ root, store }) => {
      await store.dialogs.save('d', [user('a history to keep it in')]);
      for (let seed = 1; seed <= 5; seed++) {
        const source = new Conversations();
        const random = seeded(seed);
        const change = changes(random, source);
        const context = contextOf(root, {});
        const processes = [0, 1, 2].map(() => new IndexUpdater([source], context));
        for (let step = 0; step < 16; step++) {
          for (let n = 0; n < 8; n++) change();
          const updater = processes[Math.floor(random() * processes.length)]!;
          const index = await updater.refresh(slices(), 'recent');
          if (random() < 0.2) await index.freeze(slices());
          const fresh = await new IndexUpdater([source], contextOf(join(root, 'none'), {})).refresh(
            slices(),
            'recent',
          );
          for (const query of ['apple', 'walk 登录', 'when yesterday pear', 'codex name'])
            assert.deepEqual(
              await ranked(index, query),
              await ranked(fresh, query),
              `seed ${seed}, step ${step}, ${query}`,
            );
          if (random() < 0.4) await updater.write(slices());
          if (random() < 0.8) continue;
          // What is gone counts a little until the index is made again, so only a whole one can be compared to the score.
          const [whole, other] = [new IndexUpdater([source], context), new IndexUpdater([source], context)];
          await fs.rm(inIndex(context.folder, 'search'), { recursive: true, force: true });
          await whole.refresh(slices(), 'recent');
          await whole.write(slices());
          const taken = await other.refresh(slices(), 'recent');
          assert.deepEqual(
            await ranked(taken, 'when pear 登录', true),
            await ranked(fresh, 'when pear 登录', true),
          );
        }
      }
    }));

  it('is made again where it is torn, of another version, or not there', () =>
    withStore(async ({ root, store }) => {
      await store.dialogs.save('d', [user('a history to keep it in')]);
      const source = new Conversations();
      const texts = ['pears', 'a pear'].map((text, n) => ({ text, role: 'user' as const, ts: n }));
      source.all.set('d', { tags: [], parts: [{ fingerprint: 'one', entries: texts }] });
      const log: string[] = [];
      const warn = (line: string): void => void log.push(line);
      const context = contextOf(root, { log: { ...store.log, warn } });
      const update = new IndexUpdater([source], context);
      await update.refresh(slices(), 'recent');
      await update.write(slices());
      const folder = inIndex(context.folder, 'search');
      const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.segment'));
      const file = join(folder, name);
      const whole = await fs.readFile(file);
      const finds = async () =>
        (await ranked(await new IndexUpdater([source], context).refresh(slices(), 'recent'), 'pear')).length;
      assert.equal(await finds(), 2);
      assert.deepEqual(log, []);
      for (let at = 0; at < whole.length; at += 7) {
        const bent = Buffer.from(whole);
        bent[at] = (bent[at] ?? 0) ^ 0x55;
        await fs.writeFile(file, bent);
        assert.equal(await finds(), 2, `byte ${at}`);
      }
      assert.match(log.join('\n'), /the index of the search is made again/);
      for (const end of [0, 8, 40, whole.length - 8]) {
        await fs.writeFile(file, whole.subarray(0, end));
        assert.equal(await finds(), 2, `${end} bytes`);
      }
      await fs.rm(file);
      assert.equal(await finds(), 2);
      for (const list of [
        '',
        '{',
        '{"v":0,"segments":[]}',
        '{"v":2,"segments":[{"name":"../x","entries":1}]}',
      ]) {
        await fs.writeFile(join(folder, 'segments.json'), list);
        assert.equal(await finds(), 2, list);
      }
    }));

  it('is written a moment after a search that read much, and taken over by the next process', () =>
    withStore(async ({ root, store, open }) => {
      const many = Array.from({ length: 1_200 }, (_, n) => user(`pear number ${n}`));
      await store.dialogs.save('d', many);
      const folder = () => inIndex(join(root, '.chat-history'), 'search');
      const file = join(root, '.chat-history/d/messages.json');
      const then = new Date(Date.UTC(2026, 0, 1));
      await fs.utimes(file, then, then);
      assert.equal((await store.search.find({ query: 'pear', limit: 1 })).total, 1_200);
      await eventually('it is written', () => existsSync(join(folder(), 'segments.json')));
      const { paths } = await opened('messages.json', async () =>
        assert.equal((await open().search.find({ query: 'number', limit: 1 })).total, 1_200),
      );
      assert.ok(paths.length <= 1, 'only what is quoted is read');
      const text = await fs.readFile(file, 'utf8');
      await fs.writeFile(file, text.replaceAll('pear number', 'plum number'));
      await fs.utimes(file, then, then);
      assert.equal(
        (await open().search.find({ query: 'plum', limit: 1 })).total,
        1_200,
        'same size and time',
      );
    }));

  it('is kept before a process ends that asks for it while it is written', () =>
    withStore(async ({ root, store }) => {
      const long = (n: number) => user(`word ${n} ${'with some more of it '.repeat(8)}`);
      await store.dialogs.save(
        'd',
        Array.from({ length: 4_000 }, (_, n) => long(n)),
      );
      const program = programOf(join(__dirname, 'searchProcess.ts'));
      assert.equal(execFileSync(process.execPath, [program, root], { encoding: 'utf8' }), 'kept');
    }));

  it('is not written where nothing may be, and not for a history that is not there', () =>
    withStore(async ({ root, store, open }) => {
      const source = new Conversations();
      const entries = Array.from({ length: 1_200 }, (_, n) => ({
        text: `pear ${n}`,
        role: 'user' as const,
        ts: n,
      }));
      source.all.set('d', { tags: [], parts: [{ fingerprint: 'one', entries }] });
      const none = new IndexUpdater([source], contextOf(root, {}));
      await none.refresh(slices(), 'recent');
      await none.write(slices());
      assert.deepEqual(readdirSync(root), []);
      await open().dialogs.save('d', [user('a history')]);
      const readOnly = new IndexUpdater([source], contextOf(root, { isReadOnly: () => true }));
      const index = await readOnly.refresh(slices(), 'recent');
      await readOnly.write(slices());
      assert.ok(!readdirSync(join(root, '.chat-history')).includes('search'));
      assert.equal(await readOnly.refresh(slices(), 'recent'), index, 'it stays in memory');
      assert.ok(store);
    }));
});
