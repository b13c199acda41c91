import { ConfigurationTarget, workspace } from 'vscode';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { affectsLineHistory, lineHistory } from '../base/settings.ts';

/** Has the notes of lines live while the setting wants them; else nothing of them is loaded, and nobody listens. */
export class LineNoteSwitch extends Disposable {
  readonly #load: () => Promise<() => Releasable>;
  #note: Releasable | undefined;

  /** `load` gives what makes the notes. */
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

/** Turns the notes on or off where the setting is set, else for all of the person's windows. */
export async function toggleLineHistory(): Promise<void> {
  const settings = workspace.getConfiguration('historyStore');
  const isOfWorkspace = settings.inspect('lineHistory')?.workspaceValue !== undefined;
  const target = isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await settings.update('lineHistory', !lineHistory(), target);
}
