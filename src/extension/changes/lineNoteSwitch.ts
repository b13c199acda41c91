import { ConfigurationTarget, workspace } from 'vscode';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { affectsLineHistory, lineHistory } from '../base/settings.ts';

/** Keeps line notes alive while the setting enables them; otherwise loads nothing and has no listeners. */
export class LineNoteSwitch extends Disposable {
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
export async function toggleLineHistory(): Promise<void> {
  const settings = workspace.getConfiguration('historyStore');
  const isOfWorkspace = settings.inspect('lineHistory')?.workspaceValue !== undefined;
  const target = isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await settings.update('lineHistory', !lineHistory(), target);
}
