import { CancellationError, env, l10n, window } from 'vscode';
import type { NewMemory } from '../../history/memory/types.ts';
import type { Command } from '../base/commands.ts';
import { selectionEntry } from '../base/selection.ts';
import { firstLine, inform, number } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { askTags } from '../base/askTags.ts';
import type { MemoryServices } from './pickMemory.ts';
import { chooseProject } from '../base/pick.ts';

/** Commands that save memories: typed, from the editor, from the clipboard. */
export function addMemoryCommands(services: MemoryServices): readonly Command[] {
  return [
    { id: 'historyStore.addMemory', writes: true, run: (argument) => addTyped(services, argument) },
    { id: 'historyStore.rememberSelection', writes: true, run: () => addSelection(services) },
    {
      id: 'historyStore.rememberClipboard',
      writes: true,
      run: (argument) => addClipboard(services, argument),
    },
  ];
}

async function addTyped(services: MemoryServices, argument: unknown): Promise<void> {
  const title = l10n.t('Add Memory');
  const project = await chooseProject(services.projects, argument, title);
  const content = await window.showInputBox({
    title,
    prompt: l10n.t('Enter a fact, decision, or note to remember'),
    validateInput: (text) => (text.trim() === '' ? l10n.t('Enter something to remember.') : undefined),
  });
  if (content === undefined) throw new CancellationError();
  await add(services, project, { content, metadata: { source: 'editor' } }, title);
}

async function addSelection(services: MemoryServices): Promise<void> {
  const editor = window.activeTextEditor;
  const entry = editor && selectionEntry(editor);
  if (editor === undefined || entry === undefined) {
    inform(l10n.t('Select some text in an editor first.'));
    return;
  }
  const title = l10n.t('Add Selection to Memories');
  const project =
    services.projects.containing(editor.document.uri) ??
    (await chooseProject(services.projects, undefined, title));
  await add(services, project, { content: entry.text, metadata: entry.meta ?? {} }, title);
}

async function addClipboard(services: MemoryServices, argument: unknown): Promise<void> {
  const content = await env.clipboard.readText();
  if (content.trim() === '') {
    inform(l10n.t('The clipboard has no text.'));
    return;
  }
  const title = l10n.t('Add Clipboard to Memories');
  const project = await chooseProject(services.projects, argument, title);
  await add(services, project, { content, metadata: { source: 'clipboard' } }, title);
}

async function add(
  { memoryPanes, onError }: MemoryServices,
  project: Project,
  memory: NewMemory,
  title: string,
): Promise<void> {
  const counts = new Map((await project.memories.tags()).map(({ tag, count }) => [tag, count]));
  const { add: tags } = await askTags({ title, current: [[]], counts });
  const stored = await project.memories.store({ ...memory, tags });
  const open = (): void => memoryPanes.open({ project, hash: stored.memory.hash });
  inform(storedText(stored), [{ label: l10n.t('Open Memory'), run: open }], onError);
}

type Stored = Awaited<ReturnType<Project['memories']['store']>>;

/** Describes the result, naming similar memories. */
function storedText({ memory, duplicate, similar }: Stored): string {
  const line = firstLine(memory.content);
  if (duplicate) return l10n.t('“{0}” was already remembered (tags merged).', line);
  if (similar.length === 1) return l10n.t('Remembered “{0}”. 1 memory is nearly the same.', line);
  if (similar.length > 1)
    return l10n.t('Remembered “{0}”. {1} memories are nearly the same.', line, number(similar.length));
  return l10n.t('Remembered “{0}”.', line);
}
