import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../../../src/disk/base/core.ts';
import { projectName } from '../../../src/disk/files/projectId.ts';
import {
  addFolder,
  answerProject,
  otherFolders,
  projectOpened,
  projectQuestion,
  removeFolder,
} from '../../../src/disk/projects/projectFolders.ts';
import { formerFolders } from '../../../src/disk/projects/projectIdentity.ts';
import { openStore } from '../../../src/store/store.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts } from '../../../src/agents/readTranscript.ts';
import { rootsOf } from '../../../src/agents/reading/roots.ts';
import { programOf } from '../../program.ts';
import { claude, codex, iso, remembered, when, withMachine, writeAll, type Machine } from './machine.ts';
import { TestClock, tree, user } from './withStore.ts';

const day = 24 * 60 * 60 * 1_000;
/** How many sessions `writeAll` makes of a folder. */
const ofAll = 6;

interface Fixture extends Machine {
  readonly home: string;
  readonly clock: TestClock;
  readonly warnings: readonly string[];
  /** Makes a folder below home with a history, and notes that it was opened. */
  readonly opened: (name: string) => Promise<string>;
  /** Opens a folder that is there; what is asked. */
  readonly open: (folder: string) => ReturnType<typeof projectOpened>;
  readonly around: Parameters<typeof projectOpened>[0];
  /** The names of sessions that are listed for a folder. */
  readonly listed: (folder: string) => Promise<string[]>;
  /** Writes a session of Claude Code that ran in a folder. */
  readonly session: (cwd: string, name: string, seconds?: number) => Promise<string>;
  readonly stateFile: (folder: string) => string;
}

const withProjects = (test: (fixture: Fixture) => Promise<void>) =>
  withMachine(async (machine) => {
    const { places, write } = machine;
    const { home } = places;
    const clock = new TestClock();
    const warnings: string[] = [];
    const log: Log = {
      info: () => undefined,
      warn: (text) => void warnings.push(text),
      error: () => undefined,
    };
    const around = { machine: places, clock, log };
    const open = (folder: string) => projectOpened(around, folder);
    await test({
      ...machine,
      home,
      clock,
      warnings,
      around,
      open,
      opened: async (name) => {
        const folder = join(home, name);
        await fs.mkdir(folder, { recursive: true });
        await openStore(folder, { clock }).dialogs.save('d', [user('x')]);
        await open(folder);
        return folder;
      },
      listed: async (folder) => (await listTranscripts(places, folder)).map(({ title }) => title).sort(),
      session: (cwd, name, seconds = 1) =>
        write(`.claude/projects/${claudeFolderName(cwd)}/${name}.jsonl`, [
          claude(cwd, name, { sessionId: name, timestamp: iso(seconds) }),
        ]),
      stateFile: (folder) => join(stateOf(home), `${idOf(folder)}.json`),
    });
  });

const stateOf = (home: string) => join(home, '.local/state/mcp-history-store/projects');
const idOf = (folder: string) => projectName(join(folder, '.chat-history'))?.id ?? '';
const projectFile = (folder: string) => join(folder, '.chat-history/project.json');
/** As git clones it: what is never shared is not in it. */
async function clone(folder: string, to: string): Promise<string> {
  await fs.cp(folder, to, { recursive: true });
  await fs.rm(join(to, '.chat-history/.machine'), { recursive: true });
  return to;
}
/** What anybody can make who knows the id of a project. */
async function forge(id: string, folder: string): Promise<string> {
  await fs.mkdir(join(folder, '.chat-history'), { recursive: true });
  await fs.writeFile(projectFile(folder), JSON.stringify({ v: 1, id }));
  return folder;
}

describe('the name of a project', () => {
  it('is made with the first write, and by no reading', () =>
    withProjects(async ({ home, clock, places, listed }) => {
      const folder = join(home, 'new');
      await fs.mkdir(folder);
      const store = openStore(folder, { clock });
      await store.sessions.list({ folders: [folder], places });
      await listed(folder);
      assert.deepEqual(await fs.readdir(folder), []);
      await store.dialogs.save('d', [user('x')]);
      assert.match(await fs.readFile(projectFile(folder), 'utf8'), /^\{"v":1,"id":"[0-9a-f-]{36}"\}\n$/);
      assert.equal(await fs.readFile(join(folder, '.chat-history/.machine/.gitignore'), 'utf8'), '*\n');
      const before = await tree(join(folder, '.chat-history'));
      await openStore(folder, { clock }).dialogs.list();
      assert.deepEqual(await tree(join(folder, '.chat-history')), before);
      await assert.rejects(fs.access(stateOf(home)));
    }));

  for (const [what, damage] of [
    ['no JSON', '<<<<<<< HEAD'],
    ['no UUID', '{"v":1,"id":"../../../evil"}'],
    ['a UUID in another form', `{"v":1,"id":"${randomUUID().toUpperCase()}"}`],
    ['empty', ''],
  ] as const)
    it(`is kept and its file put aside where that is ${what}`, () =>
      withProjects(async ({ opened, clock }) => {
        const folder = await opened('a');
        const id = idOf(folder);
        const other = join(dirname(folder), 'b');
        await fs.rename(folder, other);
        await fs.writeFile(projectFile(other), damage);
        assert.equal(projectName(join(other, '.chat-history')), undefined);
        await openStore(other, { clock }).dialogs.save('d', [user('y')]);
        assert.equal(idOf(other), id);
        const names = await fs.readdir(join(other, '.chat-history'));
        assert.equal(names.filter((name) => name.startsWith('project.json.damaged-')).length, 1);
      }));

  it('is made anew in place of a link, which is put aside and not followed', () =>
    withProjects(async ({ home, opened, clock }) => {
      const folder = await opened('a');
      const other = join(home, 'b');
      await fs.mkdir(join(other, '.chat-history'), { recursive: true });
      await fs.symlink(projectFile(folder), projectFile(other));
      await fs.writeFile(join(home, 'file'), 'x');
      await fs.symlink(home, join(other, '.chat-history/.machine'));
      assert.equal(projectName(join(other, '.chat-history')), undefined);
      await openStore(other, { clock }).dialogs.save('d', [user('x')]);
      assert.notEqual(idOf(other), idOf(folder));
      assert.match(idOf(other), /^[0-9a-f-]{36}$/);
      assert.deepEqual((await fs.readdir(home)).includes('place.json'), false);
    }));

  it('leaves a dialog alone that has its name, before and afterwards', () =>
    withProjects(async ({ home, clock }) => {
      for (const isFirst of [true, false]) {
        const folder = join(home, String(isFirst));
        await fs.mkdir(join(folder, '.chat-history'), { recursive: true });
        const dialog = join(folder, '.chat-history/project.json');
        if (isFirst) {
          await fs.mkdir(dialog);
          await fs.writeFile(join(dialog, 'dialog.json'), '{"v":1,"name":"project.json"}');
        }
        const store = openStore(folder, { clock });
        await store.dialogs.save('project.json', [user('x')]);
        await openStore(folder, { clock }).dialogs.save('project.json', [user('y')]);
        assert.deepEqual(
          (await store.dialogs.list()).map(({ name }) => name),
          ['project.json'],
        );
        assert.equal((await store.dialogs.stats('project.json')).messages, 2);
      }
    }));
});

describe('a project that moves', () => {
  it('has the sessions of all agents after it was renamed, and says which are from elsewhere', () =>
    withProjects(async (fixture) => {
      const { opened, open, home, places, listed } = fixture;
      const folder = await opened('code/我的 project');
      await writeAll(fixture, folder, 'old');
      const before = await listed(folder);
      assert.ok(before.length >= ofAll);
      const moved = join(home, 'code/renamed 项目');
      await fs.rename(folder, moved);
      assert.deepEqual(await listed(moved), before); // also before anybody notes it
      assert.equal(await open(moved), undefined);
      assert.deepEqual(await listed(moved), before);
      const infos = await listTranscripts(places, moved);
      assert.ok(infos.every(({ isElsewhere }) => isElsewhere));
      await fixture.session(moved, 'new');
      assert.equal(
        (await listTranscripts(places, moved)).find(({ title }) => title === 'new')?.isElsewhere,
        undefined,
      );
      const again = join(home, 'elsewhere');
      await fs.rename(moved, again);
      assert.deepEqual(await listed(again), [...before, 'new'].sort());
    }));

  it('has them after it was copied to another disk and deleted here', () =>
    withProjects(async ({ opened, open, home, listed, session }) => {
      const folder = await opened('a');
      await session(folder, 'old');
      await fs.cp(folder, join(home, 'b'), { recursive: true });
      await fs.rm(folder, { recursive: true });
      assert.equal(await open(join(home, 'b')), undefined);
      assert.deepEqual(await listed(join(home, 'b')), ['old']);
    }));

  it('has not those of the project that took its old place, but its own from there', () =>
    withProjects(async ({ opened, open, home, listed, session, clock }) => {
      const folder = await opened('a');
      await session(folder, 'old');
      const moved = join(home, 'b');
      await fs.rename(folder, moved);
      await open(moved);
      await opened('a');
      clock.time += day;
      const hour = (Date.now() + day - when) / 1_000;
      await session(folder, 'later', hour);
      assert.deepEqual(await listed(moved), ['old']);
    }));

  it('has the sessions of a working tree that was deleted, whoever noted it', () =>
    withProjects(async ({ opened, open, home, listed, session, clock }) => {
      const folder = await opened('main');
      for (const by of ['main', 'tree']) {
        const work = join(home, `work ${by}`);
        const entry = join(folder, '.git/worktrees', by);
        await fs.mkdir(entry, { recursive: true });
        await fs.mkdir(work);
        await fs.writeFile(join(work, '.git'), `gitdir: ${entry}\n`);
        await fs.writeFile(join(entry, 'gitdir'), `${join(work, '.git')}\n`);
        await session(work, `of ${by}`);
        if (by === 'tree') await opened(`work ${by}`);
        else await open(folder);
        await fs.rm(work, { recursive: true });
        await fs.rm(entry, { recursive: true });
        clock.time += 2 * day;
        await open(folder);
      }
      assert.deepEqual(await listed(folder), ['of main', 'of tree']);
    }));

  it('asks nothing of a working tree whose history came with the repository', () =>
    withProjects(async ({ opened, open, home, listed, session }) => {
      const folder = await opened('main');
      const moved = join(home, 'main 2');
      await session(folder, 'old');
      await fs.rename(folder, moved);
      await open(moved);
      const work = await clone(moved, join(home, 'work'));
      const entry = join(moved, '.git/worktrees/w');
      await fs.mkdir(entry, { recursive: true });
      await fs.writeFile(join(work, '.git'), `gitdir: ${entry}\n`);
      await fs.writeFile(join(entry, 'gitdir'), `${join(work, '.git')}\n`);
      assert.equal(await open(work), undefined);
      assert.deepEqual(await listed(work), ['old']);
      assert.equal(await open(moved), undefined);
    }));

  it('has the sessions of a container that showed the same folder under another path', () =>
    withProjects(async ({ opened, open, home, listed, session }) => {
      const folder = await opened('a');
      const inside = join(home, 'workspaces/a');
      await fs.mkdir(dirname(inside));
      await session(inside, 'inside');
      await session(folder, 'outside');
      await fs.rename(folder, inside); // what the container sees of the disk
      assert.equal(await open(inside), undefined);
      assert.deepEqual(await listed(inside), ['inside', 'outside']);
      await fs.rename(inside, folder);
      assert.equal(await open(folder), undefined);
      assert.deepEqual(await listed(folder), ['inside', 'outside']);
    }));

  it('has those of a clone in a container once a person said that it is this project', () =>
    withProjects(async ({ opened, open, around, home, listed, session }) => {
      const folder = await opened('a');
      await session(folder, 'outside');
      const inside = await clone(folder, join(home, 'workspaces/a'));
      await session(inside, 'inside');
      assert.deepEqual((await open(inside))?.others, [{ path: folder, isThere: true }]);
      assert.deepEqual(await listed(inside), ['inside']);
      await answerProject(around, inside, 'moved');
      assert.equal(await open(inside), undefined);
      assert.deepEqual(await listed(inside), ['inside', 'outside']);
      await fs.rm(inside, { recursive: true });
      assert.deepEqual(await listed(folder), ['inside', 'outside']);
    }));
});

describe('two projects of one name', () => {
  it('a copy has the sessions of its own folder until somebody says what it is, and is asked about once', () =>
    withProjects(async ({ opened, open, around, home, listed, session, places }) => {
      const folder = await opened('a');
      await session(folder, 'original');
      const copy = join(home, 'a copy');
      await fs.cp(folder, copy, { recursive: true });
      await session(copy, 'copied');
      assert.deepEqual(await listed(copy), ['copied']);
      assert.deepEqual(await open(copy), { folder: copy, others: [{ path: folder, isThere: true }] });
      assert.equal(await open(folder), undefined);
      assert.deepEqual(await listed(folder), ['original']);
      await answerProject(around, copy, 'later');
      assert.equal(await open(copy), undefined);
      assert.ok(await projectQuestion(places, copy));
      assert.deepEqual([await listed(copy), await listed(folder)], [['copied'], ['original']]);
    }));

  it('a copy gets a name of its own', () =>
    withProjects(async ({ opened, open, around, home, listed, session }) => {
      const folder = await opened('a');
      await session(folder, 'original');
      const copy = join(home, 'a copy');
      await fs.cp(folder, copy, { recursive: true });
      await session(copy, 'copied');
      await open(copy);
      const id = idOf(folder);
      await answerProject(around, copy, 'copy');
      assert.notEqual(idOf(copy), id);
      assert.equal(idOf(folder), id);
      assert.equal(await open(copy), undefined);
      assert.equal(await open(folder), undefined);
      const moved = join(home, 'moved copy');
      await fs.rename(copy, moved);
      assert.deepEqual(await listed(moved), ['copied']);
      assert.deepEqual(await listed(folder), ['original']);
    }));

  for (const isGone of [false, true])
    it(`a folder that claims the id of another project gets none of its sessions, also where that is ${isGone ? 'gone' : 'there'}`, () =>
      withProjects(async ({ opened, open, home, listed, session, places, clock }) => {
        const folder = await opened('a');
        await session(folder, 'secret');
        const [name, id] = [projectName(join(folder, '.chat-history')), idOf(folder)];
        if (isGone) await fs.rename(folder, join(home, 'away'));
        const hostile = await forge(id, join(home, 'hostile'));
        await session(hostile, 'own');
        assert.deepEqual(await listed(hostile), ['own']);
        assert.deepEqual((await open(hostile))?.others, [{ path: folder, isThere: !isGone }]);
        assert.deepEqual(await listed(hostile), ['own']);
        // With a place made up, and one made by a first write, it is no nearer.
        await openStore(hostile, { clock }).dialogs.save('d', [user('x')]);
        assert.notEqual(projectName(join(hostile, '.chat-history'))?.place, name?.place);
        clock.time += 2 * day;
        await open(hostile);
        assert.deepEqual(await listed(hostile), ['own']);
        assert.deepEqual(await formerFolders(places, hostile), []);
        // And the project is not told what was said there.
        const real = isGone ? join(home, 'away') : folder;
        assert.equal(await open(real), undefined);
        assert.deepEqual(await listed(real), ['secret']);
      }));

  it('a folder that was opened first under a stolen id is not joined with the project', () =>
    withProjects(async ({ opened, open, home, listed, session }) => {
      const id = randomUUID();
      const hostile = await forge(id, join(home, 'hostile'));
      await open(hostile);
      const folder = await opened('a');
      await fs.writeFile(projectFile(folder), JSON.stringify({ v: 1, id }));
      await session(folder, 'secret');
      assert.ok(await open(folder));
      assert.deepEqual([await listed(hostile), await listed(folder)], [[], ['secret']]);
    }));

  it('another folder in the old place of a project that has moved before does not inherit', () =>
    withProjects(async ({ opened, open, home, listed, session }) => {
      const folder = await opened('a');
      await session(folder, 'secret');
      const moved = join(home, 'b');
      await fs.rename(folder, moved);
      await open(moved);
      const id = idOf(moved);
      await fs.rename(moved, join(home, 'away'));
      await forge(id, moved);
      assert.deepEqual(await listed(moved), []);
      assert.ok(await open(moved));
      assert.deepEqual(await listed(moved), []);
    }));

  it('what a history says of paths counts for nothing', () =>
    withProjects(async ({ opened, home, listed, session, open }) => {
      const folder = await opened('a');
      await session(folder, 'secret');
      const hostile = join(home, 'hostile');
      await forge(randomUUID(), hostile);
      const record = {
        v: 1,
        id: idOf(hostile),
        paths: [folder],
        folders: [{ path: folder, kind: 'added', seen: 1 }],
      };
      await fs.writeFile(projectFile(hostile), JSON.stringify(record));
      await open(hostile);
      assert.deepEqual(await listed(hostile), []);
    }));
});

describe('what a machine knows of projects', () => {
  it('is for its owner only, and written again after a day', () =>
    withProjects(async ({ opened, open, stateFile, clock }) => {
      const folder = await opened('a');
      const file = stateFile(folder);
      const first = await fs.readFile(file, 'utf8');
      if (process.platform !== 'win32') {
        assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
        assert.equal((await fs.stat(dirname(file))).mode & 0o777, 0o700);
      }
      clock.time += day / 2;
      await open(folder);
      assert.equal(await fs.readFile(file, 'utf8'), first);
      clock.time += day;
      await open(folder);
      assert.notEqual(await fs.readFile(file, 'utf8'), first);
    }));

  for (const [what, text] of [
    ['no JSON', '{"v":1,'],
    ['of another project', JSON.stringify({ v: 1, project: randomUUID(), places: [], folders: [] })],
    ['hostile', '{"v":1,"project":"ID","places":[],"folders":[{"path":"../x","kind":"added","seen":1}]}'],
    ['far too long', JSON.stringify({ v: 1, project: 'ID', places: [], folders: Array(5_000).fill({}) })],
  ] as const)
    it(`is put aside where it is ${what}, and begun anew`, () =>
      withProjects(async ({ opened, open, stateFile, listed, session, warnings }) => {
        const folder = await opened('a');
        await session(folder, 'own');
        await fs.writeFile(stateFile(folder), text.replace('ID', idOf(folder)));
        assert.deepEqual(await listed(folder), ['own']);
        assert.equal(await open(folder), undefined);
        const names = await fs.readdir(dirname(stateFile(folder)));
        assert.equal(names.filter((name) => name.includes('.json.damaged-')).length, 1);
        assert.match(await fs.readFile(stateFile(folder), 'utf8'), /"kind": "opened"/);
        assert.equal(warnings.length, 1);
      }));

  it('follows no link in the place of a record', () =>
    withProjects(async ({ opened, open, stateFile, home }) => {
      const folder = await opened('a');
      await fs.rename(stateFile(folder), join(home, 'target'));
      await fs.symlink(join(home, 'target'), stateFile(folder));
      const before = await fs.readFile(join(home, 'target'), 'utf8');
      await open(folder);
      assert.ok((await fs.lstat(stateFile(folder))).isFile());
      assert.equal(await fs.readFile(join(home, 'target'), 'utf8'), before);
    }));

  it('is whole after several processes noted folders at once', () =>
    withProjects(async ({ opened, home, stateFile, open, clock, places }) => {
      const folder = await opened('a');
      const moved = [1, 2, 3, 4].map((n) => join(home, `b${n}`));
      // Links, so that one project is in several folders at once without being copied.
      for (const link of moved) await fs.symlink(folder, link);
      const program = programOf(join(__dirname, 'projectProcess.ts'));
      const children = moved.map((link) => fork(program, [home, folder, link]));
      for (const [code] of await Promise.all(children.map((child) => once(child, 'exit'))))
        assert.equal(code, 0);
      const record = await fs.readFile(stateFile(folder), 'utf8');
      for (const path of [folder, ...moved]) assert.ok(record.includes(JSON.stringify(path)), path);
      clock.time += day;
      assert.equal(await open(folder), undefined);
      assert.deepEqual((await formerFolders(places, folder)).map(({ path }) => path).sort(), moved);
      assert.deepEqual((await fs.readdir(dirname(stateFile(folder)))).sort(), [
        '.lock',
        `${idOf(folder)}.json`,
      ]);
    }));

  it('lies where the system or the person says', () =>
    withProjects(async ({ opened, home, places, clock }) => {
      const folder = await opened('a');
      await fs.rm(join(home, '.local'), { recursive: true });
      const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const at = async (env: Record<string, string>, platform: NodeJS.Platform, where: string) => {
        await projectOpened({ machine: { ...places, env, platform }, clock, log }, folder);
        await fs.access(join(home, where, 'mcp-history-store/projects', `${idOf(folder)}.json`));
      };
      await at({}, 'darwin', 'Library/Application Support');
      await at({ LOCALAPPDATA: join(home, 'Local') }, 'win32', 'Local');
      await at({}, 'win32', 'AppData/Local');
      await at({ XDG_STATE_HOME: 'relative', HISTORY_STATE_HOME: ' ' }, 'linux', '.local/state');
      await at({ XDG_STATE_HOME: join(home, 'xdg') }, 'linux', 'xdg');
      await at({ HISTORY_STATE_HOME: join(home, 'mine'), XDG_STATE_HOME: join(home, 'x') }, 'linux', 'mine');
    }));
});

describe('folders a person adds', () => {
  it('count, also those that are gone, until they are removed', () =>
    withProjects(async ({ opened, around, places, home, listed, session }) => {
      const folder = await opened('a');
      const gone = join(home, '旧 folder');
      await session(join(gone, 'sub'), 'old');
      await addFolder(around, folder, `${gone}/`);
      assert.deepEqual(await listed(folder), ['old']);
      assert.deepEqual(
        (await otherFolders(places, folder)).map(({ path, kind }) => [path, kind]),
        [[gone, 'added']],
      );
      await removeFolder(around, folder, gone);
      assert.deepEqual(await listed(folder), []);
      assert.deepEqual(await otherFolders(places, folder), []);
    }));

  it('go with the project, which gets a name where it has none, and not with a copy', () =>
    withProjects(async ({ home, around, listed, session }) => {
      const folder = join(home, 'fresh');
      await fs.mkdir(folder);
      const other = join(home, 'other');
      await session(other, 'old');
      await addFolder(around, folder, other);
      await fs.cp(folder, join(home, 'copy'), { recursive: true });
      assert.deepEqual(await listed(join(home, 'copy')), []);
      await assert.rejects(addFolder(around, join(home, 'copy'), other), /may be a copy/);
      await fs.rm(join(home, 'copy'), { recursive: true });
      await fs.rename(folder, join(home, 'moved'));
      assert.deepEqual(await listed(join(home, 'moved')), ['old']);
    }));

  it('are folders of one project', () =>
    withProjects(async ({ opened, around, home }) => {
      const folder = await opened('a');
      for (const [path, why] of [
        ['relative/path', /absolute path/],
        ['', /absolute path/],
        [home, /home folder/],
        ['/', /home folder/],
        [dirname(home), /home folder/],
        [folder, /in the project itself/],
        [join(folder, 'sub'), /in the project itself/],
      ] as const)
        await assert.rejects(addFolder(around, folder, path), why);
    }));

  it('may be of another system, whose paths and spellings they have', () =>
    withProjects(async ({ opened, around, listed, write }) => {
      const folder = await opened('a');
      await addFolder(around, folder, 'C:\\Users\\Ann\\My Project');
      await addFolder(around, folder, '/workspaces/name');
      await write(
        '.codex/sessions/2026/02/05/rollout-1.jsonl',
        codex('c:/users/ann/my project/src', 'windows'),
      );
      await write(
        '.codex/sessions/2026/02/05/rollout-2.jsonl',
        codex('C:\\Users\\Ann\\My Project 2', 'beside'),
      );
      await write('.claude/projects/-workspaces-name/s.jsonl', [claude('/workspaces/name/sub', 'container')]);
      await write('.claude/projects/C--Users-Ann-My-Project/s.jsonl', [
        claude('C:\\Users\\Ann\\My Project', 'claude'),
      ]);
      assert.deepEqual(await listed(folder), ['claude', 'container', 'windows']);
    }));

  it('are told apart as the file system does it', () =>
    withProjects(async ({ opened, around, places }) => {
      const folder = await opened('a');
      await addFolder(around, folder, '/Old/Project');
      for (const [platform, expected] of [
        ['darwin', true],
        ['win32', true],
        ['linux', false],
      ] as const) {
        const roots = await rootsOf({ ...places, platform }, folder, await formerFolders(places, folder));
        assert.equal(await roots.include('/old/project/src'), expected, platform);
        assert.equal(await roots.include('/old/project2'), false);
      }
    }));
});

describe('a chat that ran in no workspace', () => {
  const chats = '.copilot/chats/0b1c2d3e-0000-4000-8000-000000000000';
  const tool = (cwd: string, input: object) => ({
    ...claude(cwd, 'x', { type: 'assistant', uuid: 'u2', timestamp: iso(2) }),
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Read', input }] },
  });

  it('is of the project that it names', () =>
    withProjects(async ({ folder, home, places, listed, write }) => {
      const cwd = join(home, chats);
      const project = `.claude/projects/${claudeFolderName(cwd)}`;
      const said = (name: string) => claude(cwd, name, { sessionId: name });
      await write(`${project}/a.jsonl`, [
        said('names a file'),
        tool(cwd, { file_path: join(folder, 'src/a b.ts') }),
      ]);
      await write(`${project}/b.jsonl`, [said('names the folder'), tool(cwd, { path: folder })]);
      await write(`${project}/c.jsonl`, [said('names another'), tool(cwd, { path: `${folder}2/a.ts` })]);
      await write(`${project}/d.jsonl`, [said('lists all'), tool(cwd, { output: `${folder}\n${folder}2` })]);
      await write(`${project}/e.jsonl`, [said(`speaks of ${folder}`)]);
      assert.deepEqual(await listed(folder), ['names a file', 'names the folder']);
      assert.deepEqual(
        (await listTranscripts(places, folder)).map(({ isElsewhere }) => isElsewhere),
        [true, true],
      );
    }));

  it('is found of Copilot as well, by a folder that was attached, wherever that stands', () =>
    withProjects(async ({ folder, home, listed, write }) => {
      const cwd = join(home, '.copilot/chats/2026-02-05/some chat');
      const start = {
        type: 'session.start',
        data: { sessionId: 'c1', startTime: iso(0), context: { cwd } },
        id: 'e1',
      };
      const said = { type: 'user.message', data: { content: 'quick' }, id: 'e2', timestamp: iso(1) };
      const filler = { type: 'x', data: { text: 'y'.repeat(200_000) }, id: 'e3' };
      const named = {
        type: 'user.message',
        data: { content: 'more', attachments: [{ type: 'directory', path: folder }] },
        id: 'e4',
        timestamp: iso(2),
      };
      await write('.copilot/session-state/one/events.jsonl', [start, said, filler, named, filler, filler]);
      assert.deepEqual(await listed(folder), ['quick']);
    }));

  it('is asked again when the project has other folders', () =>
    withProjects(async ({ opened, around, home, places, write }) => {
      const folder = await opened('a');
      const cwd = join(home, chats);
      const other = join(home, 'old');
      await write(`.claude/projects/${claudeFolderName(cwd)}/a.jsonl`, [
        claude(cwd, 'quick'),
        tool(cwd, { path: other }),
      ]);
      const known = remembered();
      assert.deepEqual(await listTranscripts(places, folder, { known }), []);
      await addFolder(around, folder, other);
      assert.equal((await listTranscripts(places, folder, { known })).length, 1);
      await removeFolder(around, folder, other);
      assert.deepEqual(await listTranscripts(places, folder, { known }), []);
    }));
});
