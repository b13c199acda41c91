import { workspace, type EnvironmentVariableCollection } from 'vscode';
import { Disposable } from '../disposable.ts';
import * as settings from '../settings.ts';

const variable = 'CODEX_HISTORY_ROOT';

/**
 * Tells programs that the editor starts where the history is, when a setting says so: the hooks of its own agents,
 * which run with the environment of this process, and the agents in its terminals with the servers and hooks these
 * start. What was in the environment before is there again afterwards.
 */
export class RootEnvironment extends Disposable {
  readonly #terminals: EnvironmentVariableCollection;

  constructor(terminals: EnvironmentVariableCollection) {
    super();
    this.#terminals = terminals;
    terminals.persistent = false;
    const tell = (): void => this.#tell(settings.configuredRoot());
    tell();
    this._register(workspace.onDidGrantWorkspaceTrust(tell));
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (settings.affectsSettings(event)) tell();
      }),
    );
  }

  override dispose(): void {
    super.dispose();
    this.#tell(undefined);
  }

  #tell(root: string | undefined): void {
    const here = root ?? settings.inheritedRoot;
    if (here === undefined) Reflect.deleteProperty(process.env, variable);
    else process.env[variable] = here;
    if (root === undefined) this.#terminals.delete(variable);
    else this.#terminals.replace(variable, root);
  }
}
