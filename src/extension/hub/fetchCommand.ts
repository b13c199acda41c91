import type { Command } from '../base/commands.ts';
import { fetchCommand } from './hubFindings.ts';
import type { FetchServices } from './fetchServices.ts';

/** Copying a dialog of a colleague from the hub; what it works with is loaded when it is first asked for. */
export const fetchCommands = (services: FetchServices): readonly Command[] => [
  {
    id: fetchCommand,
    writes: true,
    run: async (argument) => (await import('./fetching.ts')).fetchFromHub(services, argument),
  },
];
