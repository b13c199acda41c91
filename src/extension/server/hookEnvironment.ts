import { workspace, type EnvironmentVariableCollection } from 'vscode';
import { archiveVariables } from '../../history/archive/settings.ts';
import { languageFromEnvironment, languageVariable, secretsVariable } from '../../disk/base/context.ts';
import type { Language } from '../../disk/base/core.ts';
import { briefVariables, defaultBriefMode } from '../../insight/brief/settings.ts';
import { briefTokens } from '../../insight/brief/types.ts';
import { keepVariables } from '../../history/capture/settings.ts';
import { defaultKeep } from '../../history/capture/types.ts';
import { Disposable } from '../base/disposable.ts';
import * as settings from '../base/settings.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The environment at the editor's start. */
const inherited: Variables = Object.fromEntries(
  [
    ...['CODEX_HISTORY_ROOT', secretsVariable, languageVariable],
    ...Object.values(archiveVariables),
    ...Object.values(keepVariables),
    ...Object.values(briefVariables),
  ].map((name) => [name, process.env[name]]),
);

/**
 * Passes the settings for the location of the history and the format of archives to programs the editor starts: its
 * agents' hooks, which use this process's environment, and agents in its terminals with their servers and hooks.
 * Restores the previous environment when disposed.
 */
export class HookEnvironment extends Disposable {
  readonly #terminals: EnvironmentVariableCollection;

  constructor(terminals: EnvironmentVariableCollection) {
    super();
    this.#terminals = terminals;
    terminals.persistent = false;
    const report = (): void => this.#report(configured());
    report();
    this._register(workspace.onDidGrantWorkspaceTrust(report));
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (settings.affectsSettings(event)) report();
      }),
    );
  }

  override dispose(): void {
    super.dispose();
    this.#report({});
  }

  #report(wanted: Variables): void {
    for (const [name, before] of Object.entries(inherited)) {
      const value = wanted[name];
      const here = value ?? before;
      if (here === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = here;
      if (value === undefined) this.#terminals.delete(name);
      else this.#terminals.replace(name, value);
    }
  }
}

/** Returns settings that differ from their defaults. */
function configured(): Variables {
  const { maxMessageChars, assistantName, time } = settings.archive();
  const { keep, maxMegabytes } = settings.keep();
  const { mode, maxTokens } = settings.brief();
  return {
    CODEX_HISTORY_ROOT: settings.configuredRoot(),
    [secretsVariable]: settings.secrets() === 'keep' ? 'keep' : undefined,
    [archiveVariables.maxMessageChars]: maxMessageChars > 0 ? String(maxMessageChars) : undefined,
    [archiveVariables.assistantName]: assistantName,
    [archiveVariables.time]: time === 'local' ? undefined : time,
    [keepVariables.keep]: keep === defaultKeep.keep ? undefined : keep,
    [keepVariables.maxMegabytes]:
      maxMegabytes === defaultKeep.maxMegabytes ? undefined : String(maxMegabytes),
    [languageVariable]: language(),
    [briefVariables.mode]: mode === defaultBriefMode ? undefined : mode,
    [briefVariables.maxTokens]: maxTokens === briefTokens.usual ? undefined : String(maxTokens),
  };
}

/** Returns the editor's language, so that agents read the same language as its panes, unless it is their default. */
function language(): Language | undefined {
  const env = { ...process.env, ...inherited };
  if ((env[languageVariable] ?? '') !== '') return undefined; // set by the program that started the editor
  const wanted = settings.agentLanguage();
  return languageFromEnvironment(env, 'en') === wanted ? undefined : wanted;
}
