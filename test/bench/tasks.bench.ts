// Tasks as people have them, in the real window on a project with months of history, each by mouse and by keyboard alone:
// how many clicks and keys they take, and how long the window does.   npm run bench tasks [words of a name]
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { runCommand, showViews, treeRows, unfold } from '../editor/workbench.ts';
import { writeMonths } from '../sample/months.ts';
import { writeSampleSessions } from '../sample/sessions.ts';
import { type Folders, type OpenEditor, picture, tidy, withEditor } from '../ui/withEditor.ts';
import { Hand } from './tasks/hand.ts';
import { type Scene, type Task, tasks } from './tasks/tasks.ts';

/** For one step. Milliseconds. */
const patienceMs = 20_000;

void main();

async function main(): Promise<void> {
  const words = process.argv.slice(2).join(' ').toLowerCase();
  const wanted = tasks.filter(({ name }) => name.toLowerCase().includes(words));
  await withEditor({ prepare, alone: true }, async (editor) => {
    editor.page.setDefaultTimeout(patienceMs);
    console.log(
      '| task | clicks | keys besides | s | keys alone | s |\n| --- | --- | --- | --- | --- | --- |',
    );
    for (const task of wanted) {
      const mouse = await tried(editor, task, 'byMouse');
      const keys = await tried(editor, task, 'byKeys');
      console.log(`| ${task.name} | ${mouse} | ${keys} |`);
    }
  });
}

async function prepare({ root, agents }: Folders): Promise<void> {
  const now = Date.now();
  await writeMonths(root, agents, { dialogs: 300, messages: 2_000, memories: 50, sessions: 100, now });
  // A home, of which the editor is told the folders of each agent.
  for (const agent of ['claude', 'codex', 'copilot'])
    renameSync(join(agents, `.${agent}`), join(agents, agent));
  writeSampleSessions(agents, root, now);
}

/** How it went, as cells of the table. */
async function tried(editor: OpenEditor, task: Task, way: 'byMouse' | 'byKeys'): Promise<string> {
  const { page, root } = editor;
  const scene: Scene = { page, store: openStore(root) };
  const hand = new Hand(page);
  try {
    await task.before?.(scene);
    await showViews(page, task.view);
    await runCommand(page, `History: Focus on ${task.view} View`);
    await treeRows(page).first().waitFor();
    await page.keyboard.press('Home');
    if (task.view === 'Dialogs') await unfold(treeRows(page, 'Today').first());
    await runCommand(page, 'Notifications: Clear All Notifications');
    await runCommand(page, `History: Focus on ${task.view} View`);
    const begun = performance.now();
    await task[way](hand, scene);
    await task.isDone(scene);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    if (way === 'byKeys') return `${hand.keys} | ${seconds}`;
    const isTooMuch = hand.clicks > (task.most ?? Infinity);
    if (isTooMuch) process.exitCode = 1;
    return `${hand.clicks}${isTooMuch ? ' (too many)' : ''} | ${hand.keys} | ${seconds}`;
  } catch (error) {
    await picture(page, `failed-${way}-${task.name.slice(0, 12)}`);
    console.error(`${task.name}, ${way}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return way === 'byMouse' ? 'failed | | ' : 'failed | ';
  } finally {
    await tidy(page);
    if (await page.locator('.part.auxiliarybar').isVisible())
      await runCommand(page, 'View: Hide Secondary Side Bar');
    if (await page.locator('.part.panel').isVisible()) await runCommand(page, 'View: Hide Panel');
  }
}
