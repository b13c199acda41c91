import { l10n } from 'vscode';
import { agentNameOf, profileOf } from '../../agents/agents.ts';
import { defined } from '../../disk/base/core.ts';
import { number } from '../base/notices.ts';
import type { Command } from '../base/commands.ts';
import { pickWay } from '../base/pick.ts';
import type { TreeRows } from '../base/rows.ts';
import type { Projects } from '../base/projects.ts';
import { askFilter, type FilterChoice } from '../tree/askFilter.ts';
import { noFilter, type DialogFilter, type DialogSort } from './dialogOrder.ts';
import type { DialogTree } from './dialogTree.ts';

/** What these commands require. */
export interface ShownServices {
  readonly projects: Projects;
  readonly view: {
    readonly tree: Pick<DialogTree, 'cache' | 'shown'>;
    sortBy(sort: DialogSort): Promise<void>;
    filter(filter: DialogFilter): void;
    readonly rows: Pick<TreeRows<unknown>, 'focusShown'>;
  };
}

/** Commands that sort and filter dialogs; a single order has a command for keybindings. */
export function dialogShownCommands(services: ShownServices): readonly Command[] {
  const { view } = services;
  return [
    {
      id: 'historyStore.sortDialogs',
      run: async () => view.sortBy(await pickWay(sortNames(), view.tree.shown.sort, l10n.t('Sort Dialogs'))),
    },
    { id: 'historyStore.sortDialogsByActivity', run: () => view.sortBy('activity') },
    { id: 'historyStore.sortDialogsByName', run: () => view.sortBy('name') },
    { id: 'historyStore.sortDialogsBySize', run: () => view.sortBy('size') },
    { id: 'historyStore.filterDialogs', run: () => filterDialogs(services) },
    { id: 'historyStore.clearDialogFilter', run: () => view.filter(noFilter) },
  ];
}

const sortNames = (): ReadonlyMap<DialogSort, string> =>
  new Map([
    ['activity', l10n.t('By activity')],
    ['name', l10n.t('By name')],
    ['size', l10n.t('By size')],
  ]);

async function filterDialogs({ projects, view }: ShownServices): Promise<void> {
  const { filter } = view.tree.shown;
  const choices = choicesOf(projects, view.tree);
  const title = l10n.t('Filter Dialogs');
  const words = l10n.t('Enter words of a name or tag, or choose what to show');
  const changed = await askFilter({ title, words, filter, choices });
  if (changed === undefined) return;
  view.filter(changed);
  await view.rows.focusShown();
}

type Choice = FilterChoice<DialogFilter>;

/** Returns choices for each tag and agent, and for what should be compacted; choosing an active one removes it. */
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
    label: l10n.t('Needs compaction'),
    icon: 'warning',
    isChosen: isDue === true,
    apply: (filter) => defined({ ...filter, due: isDue ? undefined : true }),
  };
  const byTag = [...tags].sort().map(([tag, count]): Choice => ({
    label: tag,
    icon: 'tag',
    description: number(count),
    isChosen: tag === chosenTag,
    apply: (filter) => defined({ ...filter, tag: tag === chosenTag ? undefined : tag }),
  }));
  const byAgent = [...agents].sort().map((agent): Choice => ({
    label: agentNameOf(agent),
    icon: profileOf(agent)?.icon ?? 'hubot',
    isChosen: agent === chosenAgent,
    apply: (filter) => defined({ ...filter, agent: agent === chosenAgent ? undefined : agent }),
  }));
  return [due, ...byTag, ...byAgent];
}
