import { workspace, type LogOutputChannel } from 'vscode';
import type { Command } from '../base/commands.ts';
import type { Releasable } from '../base/disposable.ts';
import type { ChangeServices } from './historyPick.ts';
import { LineNoteSwitch, toggleLineHistory } from './lineNoteSwitch.ts';

/**
 * Commands that show which session wrote a file or line, and what agents changed; their code is loaded on first use.
 */
export function changesCommands(services: ChangeServices): readonly Command[] {
  return [
    {
      id: 'historyStore.showFileHistory',
      run: async (argument) => (await import('./historyPick.ts')).showFileHistory(services, argument),
    },
    {
      id: 'historyStore.showLineHistory',
      run: async (argument) => (await import('./historyPick.ts')).showLineHistory(services, argument),
    },
    { id: 'historyStore.toggleLineHistory', run: toggleLineHistory },
    {
      id: 'historyStore.showChangedFiles',
      run: async () => (await import('./changedFiles.ts')).showChangedFiles(services),
    },
    {
      id: 'historyStore.showChange',
      run: async (argument) => (await import('./changeDocuments.ts')).showNamed(services.projects, argument),
    },
  ];
}

/** Creates the line notes if enabled, and the documents of diffs, including those left open by a reload. */
export function changesParts(
  services: ChangeServices & { readonly log: LogOutputChannel },
): readonly Releasable[] {
  const loadNotes = async (): Promise<() => Releasable> => {
    const { LineNote } = await import('./lineNote.ts');
    return () => new LineNote(services);
  };
  return [
    new LineNoteSwitch(loadNotes, services.onError),
    workspace.registerTextDocumentContentProvider('history-change', {
      provideTextDocumentContent: async (uri) =>
        (await import('./changeDocuments.ts')).changeText(uri, services.projects),
    }),
  ];
}
