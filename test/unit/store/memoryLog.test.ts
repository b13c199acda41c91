import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../../src/store/types.ts';
import { ClientLog } from '../../clientLog.ts';
import { countFiles } from '../../fileCounts.ts';
import { programOf } from '../../program.ts';
import { withStore } from './withStore.ts';

const folder = (root: string) => join(root, '.chat-history/.memory');
const log = (root: string) => join(folder(root), 'memories.jsonl');
const contents = async ({ memories }: Store) => (await memories.list()).map(({ content }) => content).sort();
const text = (root: string) => fs.readFile(log(root), 'utf8');

describe('the log of memories', () => {
  it('has a line for each change and is merged by git line by line', () =>
    withStore(async ({ store, root }) => {
      const { memory } = await store.memories.store({ content: 'Ein "Wort"\n文', tags: ['a'] });
      await store.memories.remove(memory.hash);
      const lines = (await text(root)).split('\n');
      assert.deepEqual(JSON.parse(lines[0]!), {
        op: 'put',
        at: '2026-02-05T12:00:00.000Z',
        content_hash: memory.hash,
        content: 'Ein "Wort"\n文',
        tags: ['a'],
        memory_type: 'note',
        metadata: {},
        created_at: '2026-02-05T12:00:00.000Z',
        updated_at: '2026-02-05T12:00:00.000Z',
      });
      assert.deepEqual(JSON.parse(lines[1]!), {
        op: 'delete',
        at: '2026-02-05T12:00:00.001Z',
        content_hash: memory.hash,
      });
      assert.equal(lines.length, 3);
      assert.equal(await fs.readFile(join(folder(root), '.gitattributes'), 'utf8'), '*.jsonl merge=union\n');
    }));

  it('loses the text of a deleted memory with the next change once the trash dropped it', () =>
    withStore(async ({ store, root, clock, open }) => {
      const { memory } = await store.memories.store({ content: 'the launch is on Thursday' });
      await store.memories.store({ content: 'kept' });
      await store.memories.remove(memory.hash);
      clock.time += 29 * 24 * 60 * 60 * 1_000;
      await store.memories.store({ content: 'later' });
      assert.match(await text(root), /Thursday/, 'it can be restored');
      clock.time += 2 * 24 * 60 * 60 * 1_000;
      await store.memories.store({ content: 'last' });
      assert.doesNotMatch(await text(root), /Thursday/);
      assert.deepEqual(await contents(open()), ['kept', 'last', 'later']);
      const before = await fs.stat(log(root));
      await open().memories.maintenance.consolidateIfDue();
      assert.equal((await fs.stat(log(root))).mtimeMs, before.mtimeMs, 'nothing is written in vain');
    }));

  it('of two branches says the same in whatever order their lines come', () =>
    withStore(async ({ store, root, clock, open }) => {
      const { memory } = await store.memories.store({ content: 'x' });
      const base = await text(root);
      clock.time += 1_000;
      await store.memories.update(memory.hash, { tags: ['later'] });
      await store.memories.store({ content: 'ours' });
      const ours = (await text(root)).slice(base.length);
      await fs.writeFile(log(root), base);
      clock.time -= 500;
      await open().memories.remove(memory.hash);
      await open().memories.store({ content: 'theirs' });
      const theirs = (await text(root)).slice(base.length);
      for (const merged of [
        base + ours + theirs,
        theirs + ours + base,
        `${base}<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> b\n`,
      ]) {
        await fs.writeFile(log(root), merged);
        const store = open();
        assert.deepEqual(await contents(store), ['ours', 'theirs', 'x']);
        assert.deepEqual((await store.memories.get(memory.hash)).tags, ['later']);
      }
    }));

  it('takes in what others write, also when they replace it', () =>
    withStore(async ({ store, open, root }) => {
      await store.memories.store({ content: 'one' });
      await open().memories.store({ content: 'two' });
      assert.deepEqual(await contents(store), ['one', 'two']);
      const [first = ''] = (await text(root)).split('\n');
      await fs.writeFile(log(root), `${first.replace('"one"', '"uno"')}\n`);
      assert.deepEqual(await contents(store), ['uno']);
      await fs.rm(log(root));
      assert.deepEqual(await contents(store), []);
    }));

  it('with a torn last line loses nothing else, and is healed by the next change', () =>
    withStore(async ({ store, open, root }) => {
      await store.memories.store({ content: 'one' });
      await fs.appendFile(log(root), '{"op":"put","at":"2026-02-05T12:00:00.000Z","content":"to');
      assert.deepEqual(await contents(store), ['one']);
      assert.match(
        (await open().memories.health()).problems[0] ?? '',
        /last line .* was not written to its end/,
      );
      await store.memories.store({ content: 'two' });
      assert.deepEqual(await contents(open()), ['one', 'two']);
      assert.deepEqual((await open().memories.health()).problems, []);
      assert.equal((await text(root)).split('\n').length, 3);
    }));

  it('loses none of several records on a line, nor one behind a torn one', () =>
    withStore(async ({ store, open, root }) => {
      for (const content of ['one', 'two "}{" three', 'four']) await store.memories.store({ content });
      const [one = '', two = '', four = ''] = (await text(root)).split('\n');
      const all = ['four', 'one', 'two "}{" three'];
      const forms = [one + two + four, `${one}\0\r${two}\n${four}`, `${one}\n${two}${four}\n`];
      for (const form of forms) {
        await fs.writeFile(log(root), form);
        assert.deepEqual(await contents(open()), all, form);
        assert.deepEqual((await open().memories.health()).problems, []);
      }
      await fs.writeFile(log(root), `${one}\n`);
      const reader = open();
      assert.deepEqual(await contents(reader), ['one']);
      await fs.appendFile(log(root), `${two.slice(0, 20)}${two}${four}`);
      assert.deepEqual(await contents(reader), all);
      await reader.memories.store({ content: 'five' });
      assert.deepEqual(await contents(open()), ['five', ...all]);
    }));

  it('with a byte order mark and CRLF, as some editors write them, loses nothing', () =>
    withStore(async ({ store, open, root }) => {
      await store.memories.store({ content: 'one' });
      await store.memories.store({ content: 'two' });
      await fs.writeFile(log(root), `\ufeff${(await text(root)).replaceAll('\n', '\r\n')}`);
      assert.deepEqual(await contents(open()), ['one', 'two']);
      assert.deepEqual((await open().memories.health()).problems, []);
    }));

  it('with the last time there is leaves its memory changeable', () =>
    withStore(async ({ store, open, root }) => {
      await store.memories.store({ content: 'one' });
      const end = '+275760-09-13T00:00:00.000Z';
      const line = { op: 'put', at: end, content: 'two', created_at: end };
      await fs.appendFile(log(root), `${JSON.stringify(line)}\n`);
      await open().memories.store({ content: 'two', tags: ['a'] });
      assert.deepEqual(await contents(open()), ['one', 'two']);
      assert.match((await open().memories.health()).problems[0] ?? '', /^1 line of .* cannot be read/);
    }));

  it('without its last line feed is complete', () =>
    withStore(async ({ store, open, root }) => {
      await store.memories.store({ content: 'one' });
      await fs.writeFile(log(root), (await text(root)).trimEnd());
      assert.deepEqual(await contents(open()), ['one']);
      await open().memories.store({ content: 'two' });
      assert.deepEqual(await contents(open()), ['one', 'two']);
    }));

  it('keeps lines that cannot be read, tells of them, and copies them before it is written anew', () =>
    withStore(async ({ store, open, root }) => {
      await store.memories.store({ content: 'one' });
      await fs.appendFile(log(root), 'what is this?\n');
      await store.memories.store({ content: 'two' });
      assert.deepEqual(await contents(open()), ['one', 'two']);
      assert.match((await open().memories.health()).problems[0] ?? '', /^1 line of .* cannot be read/);
      const { memory } = await store.memories.store({ content: 'changing' });
      for (let n = 0; n < 210; n++) await store.memories.update(memory.hash, { metadata: { n } });
      assert.ok((await text(root)).split('\n').length < 210, 'it was written anew');
      assert.deepEqual(await contents(open()), ['changing', 'one', 'two']);
      assert.deepEqual((await open().memories.get(memory.hash)).metadata, { n: 209 });
      const copy = (await fs.readdir(folder(root))).find((name) => name.includes('.damaged-'));
      assert.match(await fs.readFile(join(folder(root), copy ?? ''), 'utf8'), /\nwhat is this\?\n/);
      assert.equal((await open().memories.health()).lastBackup, undefined, 'that copy is no backup');
    }));

  it('keeps what four processes store at once', () =>
    withStore(async ({ root, open }) => {
      const count = 25;
      const processes = ['a', 'b', 'c', 'd'].map((name) =>
        fork(programOf(join(__dirname, 'memoryProcess.ts')), [root, name, String(count)]),
      );
      const codes = await Promise.all(
        processes.map(async (child) => (await once(child, 'exit'))[0] as number),
      );
      assert.deepEqual(codes, [0, 0, 0, 0]);
      const { memories } = open();
      const log = new ClientLog();
      for (const name of ['a', 'b', 'c', 'd']) {
        assert.equal((await memories.list({ tags: [name] })).length, 2 * count, name);
        for (let n = 0; n < count; n++) log.done(`memory ${n} of ${name}`);
      }
      for (let n = 0; n < count; n++) log.done(`shared memory ${n}`);
      log.assertMatches((await memories.list()).map(({ content }) => content));
      for (const line of (await text(root)).trimEnd().split('\n')) JSON.parse(line);
      assert.deepEqual((await memories.health()).problems, []);
    }));

  it('of ten thousand memories is read once for a list, a search and a new one', () =>
    withStore(async ({ store, open, root }) => {
      const items = Array.from({ length: 10_000 }, (_, n) => ({
        content: `Decision ${n}: service-${n % 97} talks to queue ${n % 89} over port ${n}`,
        tags: [`service-${n % 97}`],
      }));
      assert.equal((await store.memories.import(JSON.stringify(items))).added, 10_000);
      let added = 0;
      const begin = async () => {
        const { memories } = open();
        assert.equal((await memories.list()).length, 10_000 + added);
        const { found } = await memories.find('decision about port 4242');
        assert.match(found[0]?.memory.content ?? '', /port 4242$/);
        const content = `Decision 7: service-7 talks to queue 7 over the port 7${'!'.repeat(++added)}`;
        const { similar } = await memories.store({ content });
        assert.match(similar[0]?.memory.content ?? '', /^Decision 7:/);
      };
      const { size } = await fs.stat(log(root));
      for (let n = 0; n < 2; n++) {
        const { bytesRead, total } = await countFiles(root, begin);
        assert.ok(bytesRead < 1.5 * size, `read ${bytesRead} bytes of ${size}`);
        assert.ok(total < 100, `${total} calls`);
      }
    }));
});
