import { l10n } from 'vscode';
import { defined } from '../../store/base/core.ts';
import { number } from '../base/notices.ts';
import type { Command } from '../base/commands.ts';
import type { Projects } from '../base/projects.ts';
import { askFilter, type FilterChoice } from '../tree/askFilter.ts';
import { dialogSorts, noFilter, type DialogFilter, type DialogSort } from './dialogOrder.ts';
import type { DialogTree } from './dialogTree.ts';

/** What these commands work with. */
export interface ShownServices {
  readonly projects: Projects;
  readonly view: {
    readonly tree: Pick<DialogTree, 'cache' | 'shown'>;
    sortBy(sort: DialogSort): Promise<void>;
    filter(filter: DialogFilter): void;
  };
}

const sortNames = { activity: 'Activity', name: 'Name', size: 'Size' } as const;

/** Sorting and filtering of the dialogs. Menus tick what is chosen by a second command of the same effect. */
export function dialogShownCommands(services: ShownServices): readonly Command[] {
  const { view } = services;
  return [
    ...dialogSorts.flatMap((sort) =>
      ['', 'Chosen'].map((suffix) => ({
        id: `historyStore.sortDialogsBy${sortNames[sort]}${suffix}`,
        run: () => view.sortBy(sort),
      })),
    ),
    { id: 'historyStore.filterDialogs', run: () => filterDialogs(services) },
    { id: 'historyStore.clearDialogFilter', run: () => view.filter(noFilter) },
  ];
}

async function filterDialogs({ projects, view }: ShownServices): Promise<void> {
  const { filter } = view.tree.shown;
  const choices = choicesOf(projects, view.tree);
  const title = l10n.t('Filter Dialogs');
  const words = l10n.t('Enter words of a name or tag, or choose what to show');
  const changed = await askFilter({ title, words, filter, choices });
  if (changed !== undefined) view.filter(changed);
}

type Choice = FilterChoice<DialogFilter>;

/** Each tag, each agent, and what is to be compacted; a choice that holds is taken back by choosing it again. */
async function choicesOf(
  projects: Projects,
  tree: ShownServices['view']['tree'],
): Promise<readonly Choice[]> {
  const caches = projects.all.map((project) => tree.cache(project));
  const infos = (await Promise.all(caches.map((cache) => cache.list()))).flat();
  const tags = new Map<string, number>();
  for (const tag of infos.flatMap((info) => info.tags)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  const agents = new Set((await Promise.all(caches.map((cache) => cache.findAgents()))).flat());
  const { tag: chosenTag, agent: chosenAgent, due: isDue } = tree.shown.filter;
  const due: Choice = {
    ...{ label: l10n.t('Needs compaction'), icon: 'warning', isChosen: isDue === true },
    apply: (filter) => defined({ ...filter, due: isDue ? undefined : true }),
  };
  const byTag = [...tags].sort().map(([tag, count]): Choice => ({
    ...{ label: tag, icon: 'tag', description: number(count), isChosen: tag === chosenTag },
    apply: (filter) => defined({ ...filter, tag: tag === chosenTag ? undefined : tag }),
  }));
  const byAgent = [...agents].sort().map((agent): Choice => ({
    ...{ label: agent, icon: 'hubot', isChosen: agent === chosenAgent },
    apply: (filter) => defined({ ...filter, agent: agent === chosenAgent ? undefined : agent }),
  }));
  return [due, ...byTag, ...byAgent];
}
