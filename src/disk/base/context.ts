import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { type Language, languages, type Log, StoreError } from './core.ts';
import type { Environment, Limits } from './limits.ts';

/** The current time, injected so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Waits a number of milliseconds, or less if the signal aborts; without it, `realPause` is used. */
  pause?(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Waits a number of milliseconds, or until the signal is aborted. */
export async function realPause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeoutPromise(ms, undefined, { ...(signal && { signal }) }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
}

/** Waits for running work, up to a time limit. */
export async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Sets the language of a server, overriding the system's: `en` or `zh`. */
export const languageVariable = 'HISTORY_LANGUAGE';
/** Sets the hub of every project, instead of the configured one. Nothing of a hub is loaded to check this. */
export const hubVariable = 'HISTORY_HUB_URL';

/**
 * The language from the environment of a process: `HISTORY_LANGUAGE` (rejected if it is neither `en` nor `zh`), else
 * that of the usual variables if it is English or Chinese, else `otherwise`.
 */
export function languageFromEnvironment(env: Environment, otherwise: Language): Language {
  const value = env[languageVariable];
  if (value !== undefined && value !== '') return checkedLanguage(value);
  const locale =
    [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '') ?? '';
  return languages.find((language) => new RegExp(`^${language}(?![a-z])`, 'i').test(locale)) ?? otherwise;
}

function checkedLanguage(value: string): Language {
  const language = languages.find((known) => known === value);
  if (language) return language;
  throw new StoreError(
    'invalid_argument',
    `${languageVariable} is ${JSON.stringify(value)}; set it to ${languages.join(' or ')}, or unset it.`,
    { variable: languageVariable, value },
  );
}

export const secretsModes = ['mask', 'keep'] as const;
/** Whether secrets are replaced before anything is written or leaves the store. */
export type SecretsMode = (typeof secretsModes)[number];

/** Sets whether secrets are masked: `mask` or `keep`. */
export const secretsVariable = 'HISTORY_SECRETS';

/** Value of `HISTORY_SECRETS`; `mask` if it is unset, and if it is invalid, which is logged. */
export function secretsFromEnvironment(env: Environment, log: Log): SecretsMode {
  const value = (env[secretsVariable] ?? '').trim();
  const mode = secretsModes.find((known) => known === value);
  if (mode === undefined && value !== '')
    log.warn(`${secretsVariable} is ${JSON.stringify(value)}, neither mask nor keep: secrets are masked`);
  return mode ?? 'mask';
}

/**
 * Replaces secrets by `[secret: GITHUB_TOKEN #1]`, with the same number for equal ones, and removes the content of
 * `<private>` tags. All text that people and agents wrote passes through this before it is written, shown to agents
 * or searched. Masked text stays unchanged.
 */
export interface Secrets {
  text(text: string): string;
  /** Masks all strings in plain objects and lists. */
  value<T>(value: T): T;
  /** `value` for data that leaves the store: names, paths and ids, which callers pass back, stay unchanged. */
  shown<T>(value: T): T;
  /** `shown`; with pauses for the event loop if it contains a very long list. */
  shownInSlices<T>(value: T): T | Promise<T>;
  /** Masks a text that may be JSON or lines of JSON, and keeps it valid. */
  document(text: string): string;
  /** `document` for the bytes of a file, split at any positions. */
  chunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Changes when other text would be masked than before: what is derived from masked text is then rebuilt. */
  readonly state: string;
  /** Runs work and returns the number of different secrets masked in it; `seen` has a preview of each. */
  counted<R>(
    work: () => Promise<R>,
  ): Promise<{ readonly result: R; readonly masked: number; readonly seen: ReadonlyMap<string, string> }>;
}

/** Options of the store's parts. */
export interface ContextOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly limits?: Limits;
  /**
   * Called after this process changed something in the store: in the folder with this name (of a dialog, or of
   * another part), or anywhere.
   */
  readonly onWrite?: (base: string | undefined) => void;
  /** While this is true, nothing is written: changes are rejected, and reading leaves damaged files in place. */
  readonly isReadOnly?: () => boolean;
  /** Whether changes are allowed although history is off, for what only the person does. */
  readonly evenOff?: boolean;
  /** Language of texts for agents; Chinese by default, the language of the original texts. */
  readonly language?: Language;
  /** Language of instructions for agents; `language` by default. */
  readonly guidanceLanguage?: Language;
  /** `mask` by default; called each time. */
  readonly secrets?: () => SecretsMode;
  /** Absolute path of a folder of the store for what can be read again, where the project has no history. */
  readonly elsewhere?: string;
  /** Absolute paths of the folders whose `.env` files are read; those of the project by default. */
  readonly envFolders?: () => readonly string[];
}

/** Shared by all parts of the store. */
export interface StoreContext {
  /** Absolute path of `.chat-history`; it may be missing. */
  readonly folder: string;
  /** Folder for what can be read again, while there is no history. */
  readonly elsewhere?: string;
  /** The branch that messages come from, if the project is a linked working tree of git. */
  readonly branch?: (() => string | undefined) | undefined;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly wrote: (base: string | undefined) => void;
  readonly isReadOnly: () => boolean;
  readonly language: Language;
  readonly guidanceLanguage: Language;
  readonly secrets: Secrets;
}
