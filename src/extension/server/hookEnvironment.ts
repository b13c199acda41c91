import { workspace, type EnvironmentVariableCollection } from 'vscode';
import { archiveVariables } from '../../store/archive/settings.ts';
import { languageFromEnvironment, languageVariable, secretsVariable } from '../../store/base/context.ts';
import type { Language } from '../../store/base/core.ts';
import { briefVariables, defaultBriefMode } from '../../store/brief/settings.ts';
import { briefTokens } from '../../store/brief/types.ts';
import { defaultKeep, keepVariables } from '../../store/capture/settings.ts';
import { Disposable } from '../base/disposable.ts';
import * as settings from '../base/settings.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** What the editor was started with. */
const inherited: Variables = Object.fromEntries(
  [
    ...['CODEX_HISTORY_ROOT', secretsVariable, languageVariable],
    ...Object.values(archiveVariables),
    ...Object.values(keepVariables),
    ...Object.values(briefVariables),
  ].map((name) => [name, process.env[name]]),
);

/**
 * Tells programs that the editor starts where the history is and how archives look, when settings say so: the hooks of
 * its own agents, which run with the environment of this process, and the agents in its terminals with the servers and
 * hooks these start. What was in the environment before is there again afterwards.
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

/** What settings say other than their defaults. */
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

/** The editor's language, so that agents read what its panes show, where they would not speak it anyway. */
function language(): Language | undefined {
  const env = { ...process.env, ...inherited };
  if ((env[languageVariable] ?? '') !== '') return undefined; // whoever started the editor said it
  const wanted = settings.agentLanguage();
  return languageFromEnvironment(env, 'en') === wanted ? undefined : wanted;
}
