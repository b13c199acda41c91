import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, window, type QuickPick, type QuickPickItem } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { systemClock } from '../../src/disk/base/context.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { projectOpened } from '../../src/disk/projects/projectFolders.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { withSessions } from './sessionWorkspace.ts';
import { eventually, historyFolder, holds, workspaceRoot } from './workspace.ts';

const command = 'historyStore.addSessionFolder';
const machine = { home: homedir(), env: process.env, platform: process.platform };

/** Another folder of the person, with a session of Claude Code that ran there. */
async function withOther(body: (folder: string) => Promise<void>): Promise<void> {
  assert.ok(process.env.HISTORY_STATE_HOME && process.env.CLAUDE_CONFIG_DIR);
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'other 项目 ')));
  const sessions = join(process.env.CLAUDE_CONFIG_DIR, 'projects', claudeFolderName(folder));
  fs.mkdirSync(sessions, { recursive: true });
  const id = randomUUID();
  const line = { sessionId: id, cwd: folder };
  fs.writeFileSync(
    join(sessions, `${id}.jsonl`),
    claude().user('Said elsewhere', line).answer('a1', 'Yes.', line).text(),
  );
  try {
    await body(folder);
  } finally {
    for (const each of [folder, sessions]) fs.rmSync(each, { recursive: true, force: true });
  }
}

function writeName(folder: string, id: string): void {
  fs.mkdirSync(join(folder, '.chat-history'), { recursive: true });
  fs.writeFileSync(join(folder, '.chat-history/project.json'), `${JSON.stringify({ v: 1, id })}\n`);
}

interface Notice {
  readonly text: string;
  readonly labels: readonly string[];
}

/** Answers notices by their first label that is among these; gives what was shown. */
async function withNotices(
  answers: readonly string[],
  body: (shown: Notice[]) => Promise<void>,
): Promise<void> {
  const show = window.showInformationMessage;
  const shown: Notice[] = [];
  Reflect.set(window, 'showInformationMessage', (text: string, ...labels: string[]) => {
    shown.push({ text, labels });
    return Promise.resolve(labels.find((label) => answers.includes(label)));
  });
  try {
    await body(shown);
  } finally {
    Reflect.set(window, 'showInformationMessage', show);
  }
}

async function listed({ services }: Internals): Promise<string[]> {
  const [project] = services.projects.all;
  assert.ok(project);
  services.sessionLists.of(project).forgetSessions();
  return (await services.sessionLists.of(project).sessions()).map(({ cwd }) => cwd ?? '');
}

describe('two projects with the same id', () => {
  for (const [answer, sees] of [
    ['Moved Here', true],
    ['This Is a Copy', false],
    ['Not Now', false],
  ] as const)
    it(`raise one question only: ${answer}`, () =>
      withSessions((extension) =>
        withOther(async (other) => {
          const id = randomUUID();
          writeName(other, id);
          await projectOpened({ machine, clock: systemClock, log: silentLog }, other);
          await withNotices([answer], async (shown) => {
            writeName(workspaceRoot(), id);
            const question = await eventually('the question', () =>
              shown.find(({ labels }) => labels.includes('Not Now')),
            );
            assert.deepEqual(question.labels, ['Moved Here', 'This Is a Copy', 'Not Now']);
            assert.ok(
              question.text.includes(other) && question.text.includes(workspaceRoot()),
              question.text,
            );
            const named = () => fs.readFileSync(join(historyFolder(), 'project.json'), 'utf8').includes(id);
            await holds(async () => {
              assert.deepEqual(await listed(extension), sees ? [other] : []);
              assert.equal(named(), answer !== 'This Is a Copy');
            });
            // Whatever was said, it is not asked again.
            const [project] = extension.services.projects.all;
            assert.ok(project);
            await project.dialogs.save('d', [{ role: 'user', text: 'x' }]);
            assert.equal(
              await projectOpened({ machine, clock: systemClock, log: silentLog }, project.root),
              undefined,
            );
            assert.equal(shown.filter(({ labels }) => labels.includes('Not Now')).length, 1);
          });
        }),
      ));
});

describe('Add Sessions of Another Folder', () => {
  it('lists the sessions, offers to remove the folder again, and undoes both', () =>
    withSessions((extension) =>
      withOther(async (other) => {
        const folder = workspaceRoot();
        await withNotices([], async (shown) => {
          await commands.executeCommand(command, { folder, path: other });
          assert.deepEqual(await listed(extension), [other]);
          assert.deepEqual(shown.at(-1)?.labels, ['Undo']);
        });
        const offered = await offeredBy(() => void commands.executeCommand(command));
        const known = offered.find(({ label }) => label.endsWith(other));
        assert.equal(known?.buttons?.[0]?.tooltip, 'Remove');
        await withNotices(['Undo'], async () => {
          await commands.executeCommand(command, { folder, path: other });
          await holds(async () => assert.deepEqual(await listed(extension), []));
        });
      }),
    ));

  it('explains why a folder is not accepted', () =>
    withSessions(async () => {
      const show = window.showErrorMessage;
      const said: string[] = [];
      Reflect.set(window, 'showErrorMessage', (text: string) => {
        said.push(text);
        return Promise.resolve(undefined);
      });
      try {
        await commands.executeCommand(command, { folder: workspaceRoot(), path: homedir() });
      } finally {
        Reflect.set(window, 'showErrorMessage', show);
      }
      assert.match(said.join(), /home folder/);
    }));
});

/** What the question of a command offers. */
async function offeredBy(run: () => void): Promise<readonly QuickPickItem[]> {
  const create = window.createQuickPick;
  let picker: QuickPick<QuickPickItem> | undefined;
  Reflect.set(window, 'createQuickPick', () => (picker = create.call(window)));
  try {
    run();
    const items = await eventually('the question', () => (picker?.items.length ?? 0) > 2 && picker?.items);
    picker?.hide();
    return items;
  } finally {
    Reflect.set(window, 'createQuickPick', create);
  }
}
