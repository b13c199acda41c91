import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { number } from '../base/notices.ts';
import { pick } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import { sourceIcon, sourceName } from './agents.ts';
import type { WindowSessions } from './sessionLists.ts';
import { sessionStates, type SessionFilter, type SessionState } from './sessionOrder.ts';
import { stateName, type SessionView } from './sessionView.ts';

/** What these commands require. */
export interface FilterServices {
  readonly projects: Projects;
  readonly sessionLists: WindowSessions;
  readonly sessionView: SessionView;
}

/** Commands that filter sessions by agent and state. */
export function sessionFilterCommands(services: FilterServices): readonly Command[] {
  return [
    { id: 'historyStore.filterSessions', run: () => filterSessions(services) },
    { id: 'historyStore.clearSessionFilter', run: () => services.sessionView.filter({}) },
  ];
}

/** Shows active filters as checked; choosing one again removes it. */
async function filterSessions({ projects, sessionLists, sessionView }: FilterServices): Promise<void> {
  const lists = await Promise.all(projects.all.map((project) => sessionLists.of(project).sessions()));
  const counts = new Map<(typeof lists)[number][number]['source'], number>();
  for (const { source } of lists.flat()) counts.set(source, (counts.get(source) ?? 0) + 1);
  const { source: agent, state: chosen } = sessionView.tree.filter;
  const byAgent = [...counts].map(([source, count]) => {
    const { source: _, ...others } = sessionView.tree.filter;
    const filter: SessionFilter = source === agent ? others : { ...others, source };
    const icon = source === agent ? 'check' : sourceIcon(source);
    return { label: `$(${icon}) ${sourceName(source)}`, description: number(count), filter };
  });
  const isOffered = (state: SessionState): boolean =>
    !(state === 'automated' || state === 'typed') || lists.flat().some(({ isAutomated }) => isAutomated);
  const byState = sessionStates.filter(isOffered).map((state) => {
    const { state: _, ...others } = sessionView.tree.filter;
    const filter: SessionFilter = state === chosen ? others : { ...others, state };
    return {
      label: `$(${state === chosen ? 'check' : icons[state]}) ${stateName(state)}`,
      description: '',
      filter,
    };
  });
  const title = l10n.t('Filter Sessions');
  const { filter } = await pick([...byAgent, ...byState], title, l10n.t('Choose an agent or a state'));
  sessionView.filter(filter);
  await sessionView.rows.focusShown();
}

const icons = {
  kept: 'save',
  goingSoon: 'warning',
  archived: 'archive',
  automated: 'robot',
  typed: 'person',
} as const;
