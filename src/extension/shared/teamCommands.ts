import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { pickWay } from '../base/pick.ts';
import type { SharingServices } from './shareContent.ts';
import type { TeamArrangement } from './teamNodes.ts';
import type { TeamServices } from './teamServices.ts';

/** Commands for sharing through git and for the *Team* view; their code is loaded on first use. */
export function teamCommands(services: TeamServices & SharingServices): readonly Command[] {
  const { shareDrafts, teamView, sharedLists } = services;
  return [
    {
      id: 'historyStore.share',
      writes: true,
      run: async (argument, selected) => (await import('./sharing.ts')).share(services, argument, selected),
    },
    { id: 'historyStore.acceptShare', writes: true, run: (uri) => shareDrafts.accept(uri) },
    { id: 'historyStore.discardShare', run: (uri) => shareDrafts.discard(uri) },
    {
      id: 'historyStore.unshare',
      writes: true,
      run: async (argument, selected) =>
        (await import('./withdrawing.ts')).unshare(services, argument, selected),
    },
    {
      id: 'historyStore.restoreShared',
      writes: true,
      run: async (argument) => (await import('./withdrawing.ts')).restore(services, argument),
    },
    {
      id: 'historyStore.openShared',
      run: async (argument, options) =>
        (await import('./openShared.ts')).openShared(services, argument, options),
    },
    {
      id: 'historyStore.openSharedFile',
      run: async (argument) => (await import('./openShared.ts')).openSharedFile(services, argument),
    },
    { id: 'historyStore.markSharedSeen', run: () => teamView.seeAll() },
    {
      id: 'historyStore.arrangeShared',
      run: async () =>
        teamView.arrange(await pickWay(arrangements(), teamView.arrangement, l10n.t('Group Shared Items'))),
    },
    { id: 'historyStore.sharedByPerson', run: () => teamView.arrange('author') },
    { id: 'historyStore.sharedByKind', run: () => teamView.arrange('kind') },
    { id: 'historyStore.refreshShared', run: () => sharedLists.refresh() },
    { id: 'historyStore.showMoreShared', run: async (node) => (await teamView.tree)?.showMore(node) },
  ];
}

const arrangements = (): ReadonlyMap<TeamArrangement, string> =>
  new Map([
    ['author', l10n.t('By person')],
    ['kind', l10n.t('By kind')],
  ]);
