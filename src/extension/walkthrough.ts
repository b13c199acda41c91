import { commands, type ExtensionContext } from 'vscode';
import type { Command } from './base/commands.ts';

/**
 * Without this context the editor does not list the walkthrough: it would open it by itself in the window in which the
 * extension is installed. Once somebody looked at the history, it is listed wherever the extension runs.
 */
const listed = 'historyStore.listsWalkthrough';
/** The context that completes the first step. */
const looked = 'historyStore.justLooked';

/** The contexts that complete the others, by the commands that do what a step is about. */
const completes: ReadonlyMap<string, string> = new Map([
  ['historyStore.keepAllSessions', 'historyStore.justKept'],
  ['historyStore.archiveSession', 'historyStore.justKept'],
  ['historyStore.importSession', 'historyStore.justImported'],
  ['historyStore.connectAgents', 'historyStore.justConnected'],
]);
const steps: ReadonlySet<string> = new Set([looked, ...completes.values()]);

/** The walkthrough, which the editor offers in *Welcome*. What was done is remembered, whether or not it was open. */
export class Walkthrough {
  readonly #context: ExtensionContext;

  constructor(context: ExtensionContext) {
    this.#context = context;
    if (this.#isRemembered(listed)) void setContext(listed, true);
  }

  /** Somebody looks at the history. */
  look(): void {
    this.#remember(listed);
    void setContext(listed, true);
    this.#complete(looked);
  }

  /** A command came to its end: neither left nor failed. */
  done(command: string): void {
    const step = completes.get(command);
    if (step !== undefined) this.#complete(step);
  }

  get command(): Command {
    return {
      id: 'historyStore.openWalkthrough',
      run: async () => {
        await setContext(listed, true);
        const id = `${this.#context.extension.id}#start`;
        await commands.executeCommand('workbench.action.openWalkthrough', id);
        for (const step of steps) if (this.#isRemembered(step)) void signal(step);
      },
    };
  }

  #complete(step: string): void {
    this.#remember(step);
    void signal(step);
  }

  #isRemembered(key: string): boolean {
    return this.#context.globalState.get(key) === true;
  }

  #remember(key: string): void {
    if (!this.#isRemembered(key)) void this.#context.globalState.update(key, true);
  }
}

/** The editor completes steps when a context comes up, but never one whose context it found when it read the walkthrough. */
async function signal(step: string): Promise<void> {
  await setContext(step, true);
  await setContext(step, false);
}

const setContext = (key: string, value: boolean): Thenable<unknown> =>
  commands.executeCommand('setContext', key, value);
