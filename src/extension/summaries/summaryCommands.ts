import type { Memento } from 'vscode';
import type { Command } from '../base/commands.ts';
import type { ContextServices } from '../contexts/pickContext.ts';
import type { SessionServices } from '../sessions/sessionTarget.ts';
import type { Proposals } from './proposals.ts';

/** What summarizing works with. */
export interface SummaryServices extends ContextServices, SessionServices {
  readonly proposals: Proposals;
  /** Where the chosen model is remembered. */
  readonly modelMemory: Memento;
}

/** Summaries by a model of the editor, and what is decided about them. What makes them is loaded when it is first needed. */
export function summaryCommands(services: SummaryServices): readonly Command[] {
  const { proposals } = services;
  return [
    {
      id: 'historyStore.compactDialog',
      writes: true,
      run: async (argument) => (await import('./summarizing.ts')).compactDialog(services, argument),
    },
    {
      id: 'historyStore.summarizeContext',
      writes: true,
      run: async (argument) => (await import('./summarizing.ts')).summarizeContext(services, argument),
    },
    {
      id: 'historyStore.summarizeSession',
      writes: true,
      run: async (argument) => (await import('./summarizing.ts')).summarizeSession(services, argument),
    },
    {
      id: 'historyStore.chooseSummaryModel',
      run: async () => (await import('./summarizing.ts')).chooseModel(services),
    },
    {
      id: 'historyStore.acceptSummary',
      writes: true,
      run: (uri) => proposals.decide(uri, 'accept'),
    },
    { id: 'historyStore.discardSummary', run: (uri) => proposals.decide(uri, 'discard') },
  ];
}
