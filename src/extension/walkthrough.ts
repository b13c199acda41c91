import { commands, type ExtensionContext } from 'vscode';
import type { Command } from './base/commands.ts';

/**
 * Without this context the editor does not list the walkthrough: it would open it by itself in the window in which the
 * extension is installed. Once somebody looked at the history, it is listed wherever the extension runs.
 */
const listed = 'historyStore.listsWalkthrough';
/** The context that completes the first step. */
const looked = 'historyStore.hasLooked';

/** The contexts that complete the others, by the commands that do what a step is about. */
const completes: ReadonlyMap<string, string> = new Map([
  ['historyStore.keepAllSessions', 'historyStore.hasKept'],
  ['historyStore.archiveSession', 'historyStore.hasKept'],
  ['historyStore.importSession', 'historyStore.hasImported'],
  ['historyStore.connectAgents', 'historyStore.hasConnected'],
]);

/** The walkthrough, which the editor offers in *Welcome*. What was done is remembered, whether or not it was open. */
export class Walkthrough {
  readonly #context: ExtensionContext;

  constructor(context: ExtensionContext) {
    this.#context = context;
    const { globalState } = context;
    for (const key of new Set([listed, looked, ...completes.values()]))
      if (globalState.get(key) === true) setContext(key);
  }

  /** Somebody looks at the history. */
  look(): void {
    this.#remember(listed);
    this.#remember(looked);
  }

  /** A command came to its end: neither left nor failed. */
  complete(command: string): void {
    const key = completes.get(command);
    if (key !== undefined) this.#remember(key);
  }

  get command(): Command {
    return {
      id: 'historyStore.openWalkthrough',
      run: async () => {
        this.#remember(listed);
        const id = `${this.#context.extension.id}#start`;
        await commands.executeCommand('workbench.action.openWalkthrough', id);
      },
    };
  }

  #remember(key: string): void {
    const { globalState } = this.#context;
    if (globalState.get(key) === true) return;
    void globalState.update(key, true);
    setContext(key);
  }
}

const setContext = (key: string): void => void commands.executeCommand('setContext', key, true);
