import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Memento, window, workspace } from 'vscode';
import { stateVariable } from '../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../src/history/copies/copyNotes.ts';
import { followCopy } from '../../src/history/copies/followCopy.ts';
import { removeCopy } from '../../src/history/copies/copyPlaces.ts';
import { defaultCopies } from '../../src/history/copies/modes.ts';
import { HistoryCopies } from '../../src/extension/doctor/historyCopies.ts';
import { openStore } from '../../src/store/store.ts';
import { eventually, historyFolder, withEmptyHistory } from './workspace.ts';

interface Notice {
  readonly text: string;
  readonly labels: readonly string[];
}

/** Answers warnings by this label, and questions by their first answer; gives what was shown. */
async function withWarnings(
  answer: string,
  body: (shown: readonly Notice[]) => Promise<void>,
): Promise<void> {
  const { showWarningMessage, showQuickPick } = window;
  const shown: Notice[] = [];
  Reflect.set(window, 'showWarningMessage', (text: string, ...given: unknown[]) => {
    const labels = given.filter((each) => typeof each === 'string');
    shown.push({ text, labels });
    return Promise.resolve(labels.find((label) => label === answer));
  });
  Reflect.set(window, 'showQuickPick', ([first]: readonly unknown[]) => Promise.resolve(first));
  try {
    await body(shown);
  } finally {
    Object.assign(window, { showWarningMessage, showQuickPick });
  }
}

/** A memory of values, and how many were noted there. */
function memoryOf(kept: Map<string, unknown>): Memento & { readonly noted: () => number } {
  let noted = 0;
  const update = (key: string, value: unknown): Promise<void> => {
    noted++;
    kept.set(key, value);
    return Promise.resolve();
  };
  const get = (key: string): unknown => kept.get(key);
  return { keys: () => [...kept.keys()], get, update, noted: () => noted };
}

describe('a history that was deleted with its folder', () => {
  for (const answer of ['Restore', 'Show', 'Not Now', 'Forget It'])
    it(`is told of, with what it held: ${answer}`, () =>
      withEmptyHistory(async ({ services }) => {
        assert.ok(process.env.HISTORY_STATE_HOME, 'the test would write into the home folder');
        const { projects, projectPlaces, onError, dialogTree } = services;
        const { around } = projectPlaces;
        const [project] = projects.all;
        assert.ok(project);
        await project.dialogs.save('shop', [{ role: 'user', text: 'Fix the login' }]);
        await followCopy(historyFolder(), around, defaultCopies);
        fs.rmSync(historyFolder(), { recursive: true });
        const rows = async () => (await dialogTree.getChildren()).map(({ kind }) => kind);
        assert.ok((await rows()).includes('lostHistory'));
        await withWarnings(answer, async (shown) => {
          const copies = new HistoryCopies({
            projects,
            around,
            settings: () => ({ ...defaultCopies, copies: 'off' }),
            memory: memoryOf(new Map([['copies.told', true]])),
            onError,
            onDecided: () => dialogTree.repaint(),
          });
          try {
            const notice = await eventually('the notice', () => shown[0]);
            assert.match(
              notice.text,
              /^The history of “.+” \(1 message, 0 kept sessions, until .+\) was deleted with its folder\. A copy of it is kept\.$/,
            );
            assert.deepEqual(notice.labels, ['Restore', 'Show', 'Not Now', 'Forget It']);
            await eventually('it is done', async () => {
              if (answer === 'Restore') return (await project.dialogs.names()).includes('shop');
              if (answer === 'Show') return services.doctorPanes.all.length === 1;
              return answer === 'Not Now' || allCopies(around.machine).length === 0;
            });
            const isDecided = answer === 'Restore' || answer === 'Forget It';
            await eventually('the row', async () => (await rows()).includes('lostHistory') === !isDecided);
          } finally {
            copies.dispose();
          }
        });
        for (const copy of allCopies(around.machine)) await removeCopy(copy);
      }));
});

describe('the history of another clone whose folder is gone', () => {
  it('is offered in a project without one, and restored there', () =>
    withEmptyHistory(async ({ services }) => {
      const { projects, projectPlaces, onError, dialogTree } = services;
      const { around } = projectPlaces;
      const [project] = projects.all;
      assert.ok(project);
      const other = fs.mkdtempSync(join(tmpdir(), 'history-clone-'));
      const repository = join(project.root, '.git');
      assert.equal(fs.existsSync(repository), false);
      try {
        for (const folder of [other, project.root]) {
          execFileSync('git', ['init', '--quiet'], { cwd: folder });
          const origin = ['remote', 'add', 'origin', 'https://example.com/shop.git'];
          execFileSync('git', origin, { cwd: folder });
        }
        await openStore(other).dialogs.save('shop', [{ role: 'user', text: 'Fix the login' }]);
        await followCopy(join(other, '.chat-history'), around, defaultCopies);
        const rows = async () => (await dialogTree.getChildren()).map(({ kind }) => kind);
        assert.ok(!(await rows()).includes('lostHistory'), 'its folder is still there');
        fs.rmSync(other, { recursive: true });
        assert.ok((await rows()).includes('lostHistory'));
        await withWarnings('Restore', async (shown) => {
          const copies = new HistoryCopies({
            projects,
            around,
            settings: () => ({ ...defaultCopies, copies: 'off' }),
            memory: memoryOf(new Map([['copies.told', true]])),
            onError,
            onDecided: () => dialogTree.repaint(),
          });
          try {
            const notice = await eventually('the notice', () => shown[0]);
            assert.match(notice.text, /has no history, but a copy is kept of that of .*history-clone-/);
            await eventually('it is restored', async () => (await project.dialogs.names()).includes('shop'));
            await eventually('no row', async () => !(await rows()).includes('lostHistory'));
          } finally {
            copies.dispose();
          }
        });
      } finally {
        fs.rmSync(repository, { recursive: true, force: true });
        for (const copy of allCopies(around.machine)) await removeCopy(copy);
      }
    }));
});

describe('the second copy of a history', () => {
  it('is not made in an untrusted workspace, where no lost history is told of', () =>
    withEmptyHistory(async ({ services }) => {
      const { projects, projectPlaces, onError, dialogTree } = services;
      const { around } = projectPlaces;
      const [project] = projects.all;
      assert.ok(project);
      await project.dialogs.save('shop', [{ role: 'user', text: 'Fix the login' }]);
      await followCopy(historyFolder(), around, defaultCopies);
      fs.rmSync(historyFolder(), { recursive: true });
      const trusted = Object.getOwnPropertyDescriptor(workspace, 'isTrusted');
      assert.ok(trusted);
      Object.defineProperty(workspace, 'isTrusted', { ...trusted, get: () => false });
      let looks = 0;
      const copies = new HistoryCopies({
        projects,
        around,
        settings: () => {
          looks++;
          return defaultCopies;
        },
        memory: memoryOf(new Map()),
        onError,
        onDecided: () => undefined,
      });
      try {
        const rows = (await dialogTree.getChildren()).map(({ kind }) => kind);
        assert.ok(!rows.includes('lostHistory'));
        await openStore(project.root).dialogs.save('new', [{ role: 'user', text: 'since then' }]);
        await eventually('it is noticed', async () => (await project.dialogs.names()).includes('new'));
        await copies.close(); // the last visit, to what changed
        assert.equal(looks, 0);
        assert.equal(allCopies(around.machine).length, 1);
      } finally {
        Object.defineProperty(workspace, 'isTrusted', trusted);
        copies.dispose();
        for (const copy of allCopies(around.machine)) await removeCopy(copy);
      }
    }));

  it('is told of, with its place, which is noted', () =>
    withEmptyHistory(async ({ services }) => {
      const { projects, projectPlaces, onError } = services;
      const state = fs.mkdtempSync(join(tmpdir(), 'history-copies-'));
      const { machine, ...rest } = projectPlaces.around;
      const around = { ...rest, machine: { ...machine, env: { ...machine.env, [stateVariable]: state } } };
      const [project] = projects.all;
      assert.ok(project);
      const { showInformationMessage } = window;
      const shown: string[] = [];
      Reflect.set(window, 'showInformationMessage', (text: string) => {
        shown.push(text);
        return Promise.resolve(undefined);
      });
      const memory = memoryOf(new Map());
      try {
        const copies = new HistoryCopies({
          projects,
          around,
          settings: () => defaultCopies,
          memory,
          onError,
          onDecided: () => undefined,
        });
        await project.dialogs.save('shop', [{ role: 'user', text: 'Fix the login' }]);
        await eventually('it is told', () => shown.length > 0 && memory.noted() > 0);
        await copies.close();
        copies.dispose();
        assert.equal(allCopies(around.machine).length, 1);
        assert.deepEqual([memory.noted(), memory.get('copies.told')], [1, true]);
        assert.match(shown[0] ?? '', /^A second copy of each history is kept in .*copies, so that/);
      } finally {
        Object.assign(window, { showInformationMessage });
        fs.rmSync(state, { recursive: true, force: true });
      }
    }));
});
