import { env, l10n, window } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import { askTags } from '../base/askTags.ts';
import { pickWay } from '../base/pick.ts';
import { firstLine, number, type Several, type Undoable, undoably } from '../base/notices.ts';
import type { Memory } from '../../history/memory/types.ts';
import type { Arrangement } from './memoryNodes.ts';
import type { MemoryTarget } from './memoryTarget.ts';
import { chooseMemories, chooseMemory, type MemoryServices } from './pickMemory.ts';

/** Commands that open, copy and tag memories, and navigate their view. */
export function memoryCommands(services: MemoryServices): readonly Command[] {
  const { memoryView, memoryPanes } = services;
  return [
    {
      id: 'historyStore.openMemory',
      run: async (argument, options) => {
        const target = await chooseMemory(services, argument, l10n.t('Open Memory'));
        memoryPanes.open(target, { preserveFocus: isObject(options) && options.preserveFocus === true });
      },
    },
    {
      id: 'historyStore.openMemoryInNewPane',
      run: async (argument) =>
        memoryPanes.openInNewPane(await chooseMemory(services, argument, l10n.t('Open Memory in New Pane'))),
    },
    { id: 'historyStore.copyMemory', run: (argument, selected) => copy(services, argument, selected) },
    { id: 'historyStore.copyMemoryHash', run: (argument) => copyHash(services, argument) },
    {
      id: 'historyStore.editMemoryTags',
      writes: true,
      run: (argument, selected) => editTags(services, argument, selected),
    },
    { id: 'historyStore.filterMemories', run: () => filter(services) },
    { id: 'historyStore.clearMemoryFilter', run: () => memoryView.filter('') },
    {
      id: 'historyStore.arrangeMemories',
      run: async () => {
        const { by } = memoryView.tree.shown;
        await arrange(services, await pickWay(arrangementNames(), by, l10n.t('Arrange Memories')));
      },
    },
    { id: 'historyStore.memoriesByTag', run: () => arrange(services, 'tag') },
    { id: 'historyStore.memoriesByType', run: () => arrange(services, 'type') },
    { id: 'historyStore.memoriesByTime', run: () => arrange(services, 'time') },
    { id: 'historyStore.refreshMemories', run: () => memoryView.tree.repaint() },
    { id: 'historyStore.showMoreMemories', run: (node) => memoryView.tree.showMore(node) },
  ];
}

const arrangementNames = (): ReadonlyMap<Arrangement, string> =>
  new Map([
    ['tag', l10n.t('By tag')],
    ['type', l10n.t('By type')],
    ['time', l10n.t('By time')],
  ]);

const arrange = ({ memoryView }: MemoryServices, by: Arrangement): Promise<void> => memoryView.arrange(by);

async function copy(services: MemoryServices, argument: unknown, selected: unknown): Promise<void> {
  const targets = await chooseMemories(services, { argument, selected }, l10n.t('Copy Memory'));
  const memories = await Promise.all(targets.map(({ project, hash }) => project.memories.get(hash)));
  await env.clipboard.writeText(memories.map(({ content }) => content).join('\n\n'));
  window.setStatusBarMessage(l10n.t('$(check) Memory copied'), 3_000);
}

async function copyHash(services: MemoryServices, argument: unknown): Promise<void> {
  const { hash } = await chooseMemory(services, argument, l10n.t('Copy Memory Hash'));
  await env.clipboard.writeText(hash);
  window.setStatusBarMessage(l10n.t('$(check) {0} copied', hash.slice(0, 12)), 3_000);
}

/** Tags that others change while the person chooses remain unchanged. */
async function editTags(services: MemoryServices, argument: unknown, selected: unknown): Promise<void> {
  const title = l10n.t('Edit Memory Tags');
  const targets = await chooseMemories(services, { argument, selected }, title);
  const projects = [...new Set(targets.map(({ project }) => project))];
  const known = (await Promise.all(projects.map(({ memories }) => memories.tags()))).flat();
  const memories = await Promise.all(targets.map(({ project, hash }) => project.memories.get(hash)));
  const counts = new Map(known.map(({ tag, count }) => [tag, count]));
  const choice = await askTags({ title, current: memories.map(({ tags }) => tags), counts });
  if (choice.add.length + choice.remove.length === 0) return;
  const act = async ({ project, hash }: MemoryTarget): Promise<Undoable<Memory>> => {
    const before = await project.memories.get(hash);
    await project.memories.changeTags(hash, choice);
    return { done: before, undo: () => project.memories.update(hash, { tags: before.tags }) };
  };
  await undoably(targets, act, taggedText, services.onError);
}

const taggedText = ([first, ...more]: Several<Memory>): string =>
  more.length === 0
    ? l10n.t('Changed the tags of “{0}”.', firstLine(first.content))
    : l10n.t('Changed the tags of {0} memories.', number(more.length + 1));

async function filter({ memoryView }: MemoryServices): Promise<void> {
  const text = await window.showInputBox({
    title: l10n.t('Filter Memories'),
    prompt: l10n.t('Filter memories (leave empty to show all)'),
    value: memoryView.tree.shown.filter,
  });
  if (text === undefined) return;
  memoryView.filter(text.trim());
  await memoryView.rows.focusShown();
}
