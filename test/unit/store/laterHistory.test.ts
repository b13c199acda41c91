import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { StoreError } from '../../../src/disk/base/core.ts';
import { noteCaller } from '../../../src/disk/projects/callers.ts';
import { withLock } from '../../../src/disk/files/lock.ts';
import { lockFolder } from '../../../src/disk/files/ignored.ts';
import { defaultKeep } from '../../../src/history/capture/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { countFiles } from '../../fileCounts.ts';
import { eventually } from '../../eventually.ts';
import { claude } from './machine.ts';
import { jsonLines } from './reading.ts';
import { methodsOf, ways, type Subject } from './secrets/allWays.ts';
import { workWith, type Ways } from './secrets/derivedWays.ts';
import { assistant, tree, user, withStore, type StoreFixture } from './withStore.ts';

const markOf = (root: string): string => join(root, '.chat-history/.history.json');
const mark = (root: string, content: string): void => fs.writeFileSync(markOf(root), content);
const format = (root: string, numbers: object): void =>
  mark(root, `${JSON.stringify({ v: 1, ignored: true, ...numbers })}\n`);

const keep = { ...defaultKeep, archive: { maxMessageChars: 0, time: 'utc' } } as const;

/** All files of a history but what is derived. */
const lasting = async (root: string): Promise<object> =>
  Object.fromEntries(
    Object.entries(await tree(join(root, '.chat-history'))).filter(([path]) => !path.startsWith('.index/')),
  );

const isNewer = (error: unknown): boolean => error instanceof StoreError && error.code === 'newer';
const readOnly =
  /^A later version of MCP History Store wrote the history in .*\.chat-history; this one can read it but not change it\. Get version 1\.4\.0 or newer: update the extension in VS Code or the command line, and start the agent again\.$/;

/** A project with something in every subject, and a session of an agent. */
async function withWays(test: (of: StoreFixture & { known: (store: Store) => Ways }) => Promise<void>) {
  await withStore(async (fixture) => {
    const { root, open } = fixture;
    const home = join(root, 'home');
    const id = '550e8400-e29b-41d4-a716-446655440000';
    const transcript = join(home, '.claude/projects', claudeFolderName(root), `${id}.jsonl`);
    const text = 'deploy it, thanks';
    fs.mkdirSync(dirname(transcript), { recursive: true });
    const said = jsonLines([claude(root, text), ...workWith(root, text)]);
    fs.writeFileSync(transcript, said.replaceAll('"s1"', `"${id}"`));
    const workspace = { folders: [root], places: { home, env: {}, platform: 'linux' as const } };
    const known = (store: Store): Ways => ({ store, workspace, transcript, text, token: 'deploy' });
    const first = known(open({ workspace: () => workspace }));
    for (const [name, methods] of Object.entries(ways))
      for (const [method, way] of Object.entries(methods))
        if (methodsOf(first.store[name as Subject]).includes(method)) await way(first);
    await test({ ...fixture, open: () => open({ workspace: () => workspace }), known });
  });
}

/** The methods that refuse as `newer`, and what else went wrong. */
async function refusals(known: Ways): Promise<{ refused: string[]; wrong: string[] }> {
  const refused: string[] = [];
  const wrong: string[] = [];
  for (const [name, methods] of Object.entries(ways))
    for (const [method, way] of Object.entries(methods))
      try {
        await way(known);
      } catch (error) {
        if (isNewer(error)) refused.push(`${name}.${method}`);
        else wrong.push(`${name}.${method}: ${String(error)}`);
      }
  return { refused, wrong };
}

/** The methods that change a history, by subject. */
const changing: Readonly<Partial<Record<Subject, string>>> = {
  dialogs:
    'save create setSummary changeSummary rename setLabels setActive compact removeMessages reorder clear restoreBackup',
  contexts: 'startNew summarize clearActive remove restore',
  archives: 'archive reportFailure reportDeviation',
  archiveTrash: 'restore',
  memories: 'store import update edit changeTags consolidate removeDuplicates removeAll remove restore',
  sessions: 'record recorder setSummary setLabels start remove',
  brief: 'choose',
  shared: 'share edit unshare',
  capture: 'sweep',
  recovery: 'recover',
  dialogTrash: 'remove restore',
};
/** Methods that read something in each subject. */
const reading: Readonly<Partial<Record<Subject, string>>> = {
  dialogs: 'list detail messagesSince window all summary stats',
  contexts: 'active list',
  archives: 'list log',
  memories: 'list find recall export',
  sessions: 'list resume',
  brief: 'make',
  search: 'find',
  shared: 'list',
  dialogTrash: 'list',
};
const named = (methods: typeof changing): string[] =>
  Object.entries(methods).flatMap(([subject, all]) => all.split(' ').map((method) => `${subject}.${method}`));

describe('a history that a later version wrote', () => {
  it('is read and not changed by any method of the store where it is above the number for writing', () =>
    withWays(async ({ root, open, known }) => {
      const running = open();
      await running.dialogs.save('gone', [user('before')]);
      await running.dialogTrash.remove('gone');
      for (const n of [1, 2]) {
        await running.dialogs.save('d', [user(`question ${n}`), assistant(`answer ${n}`)]);
        await running.contexts.startNew('d', {});
        await running.memories.store({ content: `fact ${n}` });
      }
      await running.contexts.remove((await running.contexts.listAll())[0]!.contextId);
      await running.memories.remove((await running.memories.list())[0]!.hash);
      const recording = (await running.sessions.list(known(running).workspace, { source: 'history' }))
        .sessions[0]!;
      format(root, { v: 2, needs: '1.4.0' });
      const before = await lasting(root);
      for (const store of [running, open()]) {
        assert.deepEqual(await refusals(known(store)), { refused: named(changing), wrong: [] });
        const [{ id } = { id: '' }] = await store.dialogTrash.list();
        await assert.rejects(store.dialogTrash.purge([id]), { code: 'newer', message: readOnly });
        await assert.rejects(store.secretScan.mask(['d/messages.json']), { code: 'newer' });
        await assert.rejects(store.memories.maintenance.schedule('daily', 'yearly'), { code: 'newer' });
        await store.memories.maintenance.noteExport();
        assert.equal((await store.sessions.read(recording)).messages.length > 0, true);
        assert.equal((await store.capture.sweep(known(store).workspace, keep)).state, 'off');
      }
      assert.equal(await noteCaller(running.folder, { client: 'codex' }, { now: () => Date.now() }), false);
      assert.deepEqual(await lasting(root), before);
    }));

  it('is not opened where it is above the number for reading, and nothing at all is written', () =>
    withWays(async ({ root, open, known }) => {
      format(root, { v: 2, read: 2, needs: '1.4.0' });
      const before = await tree(join(root, '.chat-history'));
      const { refused } = await refusals(known(open()));
      const all = [...named(changing), ...named(reading)];
      assert.deepEqual(
        all.filter((method) => !refused.includes(method)),
        [],
      );
      await assert.rejects(open().dialogs.list(), /this one cannot open it\. Get version 1\.4\.0 or newer: /);
      assert.deepEqual(await tree(join(root, '.chat-history')), before);
    }));

  it('is noticed by a process that waited for the lock, before it writes anything', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('one')]);
      let saving: Promise<unknown> | undefined;
      await withLock(lockFolder(store.folder, 'd'), async () => {
        saving = store.dialogs.save('d', [user('two')]);
        saving.catch(() => undefined);
        await store.dialogs.list();
        format(root, { v: 2, needs: '1.4.0' });
      });
      await assert.rejects(saving!, { code: 'newer', message: readOnly });
      assert.equal((await store.dialogs.stats('d')).messages, 1);
    }));

  it('is noticed while it is read within a second, and at once where it can be read again', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('one')]);
      format(root, { v: 2, read: 2 });
      await eventually('it is refused', () => store.dialogs.list().then(() => false, isNewer));
      format(root, {});
      assert.equal((await store.dialogs.list()).length, 1);
    }));

  it('is written again at once where the numbers are known again', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('one')]);
      format(root, { v: 2 });
      await assert.rejects(store.dialogs.save('d', [user('two')]), { code: 'newer' });
      format(root, { v: 1, read: 1, needs: '0.1.0' });
      await store.dialogs.save('d', [user('two')]);
      assert.equal((await store.dialogs.stats('d')).messages, 2);
    }));

  for (const needs of [undefined, '', 'latest; rm -rf ~', '1.4', ['1.4.0'], `1.4.0-${'x'.repeat(99)}`])
    it(`asks for the newest version where it names none: ${String(needs).slice(0, 30)}`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.save('d', [user('one')]);
        format(root, { v: 99, needs });
        await assert.rejects(
          store.dialogs.save('d', [user('two')]),
          /Get the newest version: update the extension in VS Code or the command line/,
        );
      }));
});

describe('the mark of a history', () => {
  it('counts as the later one where a merge left two', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('one')]);
      const [ours, theirs] = ['{"v":1,"ignored":true}', '{"v":2,"needs":"1.4.0","ignored":true}'];
      mark(root, `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> branch\n`);
      await assert.rejects(store.dialogs.save('d', [user('two')]), { code: 'newer', message: readOnly });
      mark(root, `<<<<<<< HEAD\n${ours}\n=======\n${ours}\n>>>>>>> branch\n`);
      await store.dialogs.save('d', [user('two')]);
    }));

  const impossible = [
    ...['"2"', '"x"', '-1', '0', '1.5', 'null', 'true', '[1]', '1e300'].map(
      (v) => `{"v":${v},"ignored":true}`,
    ),
    ...['{"ignored":true}', '{"v":1,"read":"2"}', '{"v":1,"read":-1}', '{"v":1,"read":null}'],
    ...['', '{"v":2', '[]', '2', '\ud800', `{"v":1,"x":"${'x'.repeat(5_000)}"}`],
  ];
  for (const content of impossible)
    it(`that cannot be is put aside with all its bytes: ${content.slice(0, 40)}`, () =>
      withStore(async ({ store, root, open }) => {
        await store.dialogs.save('d', [user('one')]);
        fs.rmSync(join(store.folder, '.gitignore')); // shared
        mark(root, content);
        assert.equal((await open().dialogs.list()).length, 1);
        assert.equal(fs.readFileSync(markOf(root), 'utf8'), Buffer.from(content).toString());
        await Promise.all([store, open(), open()].map((one) => one.dialogs.save('d', [user('two')])));
        const files = await tree(store.folder);
        assert.equal(files['.history.json'], '{"v":1,"ignored":true}\n');
        const aside = Object.keys(files).filter((name) => name.startsWith('.history.json.damaged-'));
        assert.deepEqual(
          aside.map((name) => files[name]),
          [Buffer.from(content).toString()],
        );
        assert.ok(!('.gitignore' in files));
      }));

  for (const [what, put] of [
    ['a folder', (file: string) => fs.mkdirSync(file)],
    ['a link', (file: string) => fs.symlinkSync('/etc/hostname', file)],
  ] as const)
    it(`is put aside where it is ${what}`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.save('d', [user('one')]);
        fs.rmSync(markOf(root));
        put(markOf(root));
        await store.dialogs.save('d', [user('two')]);
        assert.equal(fs.readFileSync(markOf(root), 'utf8'), '{"v":1,"ignored":true}\n');
      }));

  it('is read once by a process, and not at each save', () =>
    withStore(async ({ open, root }) => {
      await open().dialogs.save('d', [user('one')]);
      const { dialogs } = open();
      await dialogs.save('d', [user('two')]);
      const { told } = await countFiles(root, () => dialogs.save('d', [user('three')]));
      const calls = told.filter((call) => call.includes('.history.json'));
      assert.deepEqual(
        calls.map((call) => call.split(' ')[0]),
        ['lstat', 'lstat'],
      );
    }));
});
