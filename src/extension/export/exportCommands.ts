import type { Command } from '../base/commands.ts';
import type { ExportServices } from './exporting.ts';

/** Loaded by the first export. */
const exporting = () => import('./exporting.ts');

/** Commands that export dialogs to files. */
export const exportCommands = (services: ExportServices): readonly Command[] => [
  {
    id: 'historyStore.exportDialog',
    run: async (argument, selected) => (await exporting()).exportChosen(services, { argument, selected }),
  },
  {
    id: 'historyStore.exportFolder',
    run: async (argument, selected) => (await exporting()).exportFolders(services, { argument, selected }),
  },
  {
    id: 'historyStore.exportAllDialogs',
    run: async () => (await exporting()).exportEvery(services),
  },
];
