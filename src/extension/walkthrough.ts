import { commands, type ExtensionContext } from 'vscode';
import { presentConnections } from './agents/connectCommand.ts';
import type { ConnectServices } from './agents/connectServices.ts';
import type { Command } from './base/commands.ts';

/**
 * Without this context the editor does not list the walkthrough, which it would otherwise open itself in the window
 * of the installation. Once the history was viewed, it is listed wherever the extension runs.
 */
const listed = 'historyStore.listsWalkthrough';
/** The context that completes the first step. */
const looked = 'historyStore.justLooked';
/** The context that completes the step `connect`. */
const connected = 'historyStore.justConnected';

/** Contexts that complete the other steps, by the commands of these steps. */
const completes: ReadonlyMap<string, string> = new Map([
  ['historyStore.keepAllSessions', 'historyStore.justKept'],
  ['historyStore.archiveSession', 'historyStore.justKept'],
  ['historyStore.continueIn', 'historyStore.justContinued'],
  ['historyStore.continueInChat', 'historyStore.justContinued'],
  ['historyStore.resumeSession', 'historyStore.justContinued'],
  ['historyStore.continueDialog', 'historyStore.justContinued'],
  ['historyStore.importSession', 'historyStore.justContinued'],
]);
const steps: ReadonlySet<string> = new Set([looked, ...completes.values(), connected]);

/** The walkthrough the editor offers in *Welcome*. Completed steps are saved, even if it is not open. */
export class Walkthrough {
  readonly #context: ExtensionContext;
  readonly #connect: ConnectServices;

  constructor(context: ExtensionContext, connect: ConnectServices) {
    this.#context = context;
    this.#connect = connect;
    const show = (): void => void this.#showConnected().catch(connect.onError);
    context.subscriptions.push(connect.changed.event(show));
    if (this.#isRemembered(listed)) void setContext(listed, true);
  }

  /** Records that the history was viewed. */
  look(): void {
    this.#remember(listed);
    void setContext(listed, true);
    this.#complete(looked);
  }

  /** Records that a command succeeded. */
  done(command: string): void {
    const step = completes.get(command);
    if (step !== undefined) this.#complete(step);
  }

  get command(): Command {
    return {
      id: 'historyStore.openWalkthrough',
      run: async () => {
        await setContext(listed, true);
        await commands.executeCommand('workbench.action.openWalkthrough', this.#id);
        for (const step of steps) if (this.#isRemembered(step)) void signal(step);
      },
    };
  }

  get #id(): string {
    return `${this.#context.extension.id}#start`;
  }

  /** Completes the last step while an agent is connected: connecting can be undone. */
  async #showConnected(): Promise<void> {
    const connections = await presentConnections(this.#connect);
    if (connections.some(({ state }) => state === 'connected')) {
      this.#complete(connected);
      return;
    }
    if (!this.#isRemembered(connected)) return;
    await this.#context.globalState.update(connected, undefined);
    await commands.executeCommand('welcome.markStepIncomplete', `${this.#id}#connect`);
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

/** The editor completes a step when its context is set, unless it was set when the walkthrough was read. */
async function signal(step: string): Promise<void> {
  await setContext(step, true);
  await setContext(step, false);
}

const setContext = (key: string, value: boolean): Thenable<unknown> =>
  commands.executeCommand('setContext', key, value);
