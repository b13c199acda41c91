import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import type { HubServices } from './hubKeeping.ts';
import { fetchCommand } from './hubFindings.ts';
import type { FetchServices } from './fetchServices.ts';

/** Commands for hubs; their code is loaded on first use. */
export function hubCommands(services: HubServices): readonly Command[] {
  const of = async (argument: unknown, title: string) =>
    (await import('./chooseHub.ts')).chooseHub(services, argument, title);
  return [
    {
      id: 'historyStore.setUpHub',
      writes: true,
      run: async (argument) => (await import('./setUpHub.ts')).setUpHub(services, argument),
    },
    {
      id: 'historyStore.enterHubPassword',
      writes: true,
      run: async (argument) => (await import('./setUpHub.ts')).enterPassword(services, argument),
    },
    {
      id: 'historyStore.exchangeHub',
      writes: true,
      run: async (argument) => {
        const project = await of(argument, l10n.t('Exchange with Hub Now'));
        await (await import('./exchanging.ts')).exchangeNow(services, project);
      },
    },
    {
      id: 'historyStore.pauseHub',
      writes: true,
      run: async (argument) => (await import('./exchanging.ts')).setPaused(services, argument, true),
    },
    {
      id: 'historyStore.resumeHub',
      writes: true,
      run: async (argument) => (await import('./exchanging.ts')).setPaused(services, argument, false),
    },
    {
      id: 'historyStore.inviteToHub',
      writes: true,
      run: async (argument) => (await import('./people.ts')).invite(services, argument),
    },
    {
      id: 'historyStore.excludeFromHub',
      writes: true,
      run: async (argument) => (await import('./people.ts')).exclude(services, argument),
    },
    {
      id: 'historyStore.leaveHub',
      writes: true,
      run: async (argument) => {
        const project = await of(argument, l10n.t('Leave Hub'));
        await (await import('./leaveHub.ts')).leaveHub(services, project);
      },
    },
  ];
}

/** Commands that copy a colleague's dialog from the hub; their code is loaded on first use. */
export const fetchCommands = (services: FetchServices): readonly Command[] => [
  {
    id: fetchCommand,
    writes: true,
    run: async (argument) => (await import('./fetching.ts')).fetchFromHub(services, argument),
  },
];
