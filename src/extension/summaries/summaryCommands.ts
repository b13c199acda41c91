import type { Command } from '../base/commands.ts';
import type { SummaryServices } from './summarizeText.ts';

/** Commands for summaries by the editor's models, and for deciding on them; their code is loaded on first use. */
export function summaryCommands(services: SummaryServices): readonly Command[] {
  const { proposals } = services;
  return [
    {
      id: 'historyStore.compactDialog',
      writes: true,
      run: async (argument) => (await import('./compactDialog.ts')).compactDialog(services, argument),
    },
    {
      id: 'historyStore.summarizeContext',
      writes: true,
      run: async (argument) => (await import('./summarizeContext.ts')).summarizeContext(services, argument),
    },
    {
      id: 'historyStore.summarizeSession',
      writes: true,
      run: async (argument) => (await import('./summarizeSession.ts')).summarizeSession(services, argument),
    },
    {
      id: 'historyStore.chooseSummaryModel',
      run: async () => (await import('./models.ts')).chooseModel(services.modelMemory),
    },
    {
      id: 'historyStore.acceptSummary',
      writes: true,
      run: (uri) => proposals.decide(uri, 'accept'),
    },
    { id: 'historyStore.discardSummary', run: (uri) => proposals.decide(uri, 'discard') },
  ];
}
