import { workspace, type LogOutputChannel, ConfigurationTarget } from 'vscode';
import type { Command } from '../base/commands.ts';
import { type Releasable, Disposable } from '../base/disposable.ts';
import type { ChangeServices } from './historyPick.ts';
import { affectsLineHistory, lineHistory } from '../base/settings.ts';

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

/** Keeps line notes alive while the setting enables them; otherwise loads nothing and has no listeners. */
class LineNoteSwitch extends Disposable {
  readonly #load: () => Promise<() => Releasable>;
  #note: Releasable | undefined;

  /** `load` returns what creates the notes. */
  constructor(load: () => Promise<() => Releasable>, onError: (error: unknown) => void) {
    super();
    this.#load = load;
    const update = (): void => void this.#update().catch(onError);
    this._register(workspace.onDidChangeConfiguration((event) => affectsLineHistory(event) && update()));
    this._register({ dispose: () => this.#note?.dispose() });
    update();
  }

  async #update(): Promise<void> {
    if (lineHistory()) {
      const make = await this.#load();
      if (lineHistory() && !this.disposed) this.#note ??= make();
    } else {
      this.#note?.dispose();
      this.#note = undefined;
    }
  }
}

/** Toggles the setting where it is set, else in the user settings. */
async function toggleLineHistory(): Promise<void> {
  const settings = workspace.getConfiguration('historyStore');
  const isOfWorkspace = settings.inspect('lineHistory')?.workspaceValue !== undefined;
  const target = isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await settings.update('lineHistory', !lineHistory(), target);
}
