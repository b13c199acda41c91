import type { Command } from '../base/commands.ts';
import type { SharingServices } from './shareContent.ts';
import type { TeamServices } from './teamServices.ts';

/** Sharing through git, and what the view *Team* offers. What does it is loaded when it is first asked for. */
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
    { id: 'historyStore.sharedByPerson', run: () => teamView.arrange('author') },
    { id: 'historyStore.sharedByKind', run: () => teamView.arrange('kind') },
    { id: 'historyStore.refreshShared', run: () => sharedLists.refresh() },
    { id: 'historyStore.showMoreShared', run: async (node) => (await teamView.tree)?.showMore(node) },
  ];
}
