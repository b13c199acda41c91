import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { type Language, languages, type Log, StoreError } from './core.ts';
import type { Environment, Limits } from './limits.ts';

/** The present time, handed in so that tests decide what it is. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Lets so many milliseconds go by, or fewer where the signal says so; real ones where this is missing. */
  pause?(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Waits so many milliseconds, or until the signal is aborted. */
export async function realPause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeoutPromise(ms, undefined, { ...(signal && { signal }) }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
}

/** Waits for work that goes on, but no longer than so many milliseconds. */
export async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Says which language a server speaks, whatever the system's is: `en` or `zh`. */
export const languageVariable = 'HISTORY_LANGUAGE';
/** Names the hub of every project, instead of the one that was set up. Nothing of a hub is loaded to look whether it does. */
export const hubVariable = 'HISTORY_HUB_URL';

/**
 * The language a process was started in: `HISTORY_LANGUAGE` (refused when it is neither `en` nor `zh`), else that of
 * the usual variables when it is English or Chinese, else `otherwise`.
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

/** Says whether secrets are masked: `mask` or `keep`. */
export const secretsVariable = 'HISTORY_SECRETS';

/** What `HISTORY_SECRETS` says; `mask` where it says nothing, and where it says something else, which is told. */
export function secretsFromEnvironment(env: Environment, log: Log): SecretsMode {
  const value = (env[secretsVariable] ?? '').trim();
  const mode = secretsModes.find((known) => known === value);
  if (mode === undefined && value !== '')
    log.warn(`${secretsVariable} is ${JSON.stringify(value)}, neither mask nor keep: secrets are masked`);
  return mode ?? 'mask';
}

/**
 * Replaces secrets by `[secret: GITHUB_TOKEN #1]`, the same by the same, and leaves out what stands in `<private>` tags.
 * All text that people and agents wrote passes through this before it is written, shown to agents or searched. What is
 * masked already stays as it is.
 */
export interface Secrets {
  text(text: string): string;
  /** Every string in plain objects and lists. */
  value<T>(value: T): T;
  /** The same for what leaves the store: names, paths and ids, by which it is asked for again, stay as they are. */
  shown<T>(value: T): T;
  /** The same; where it holds a list of very many items, others have their turn meanwhile. */
  shownInSlices<T>(value: T): T | Promise<T>;
  /** A text that may be JSON or lines of JSON, and then is so afterwards. */
  document(text: string): string;
  /** The same for the bytes of a file, wherever they are split. */
  chunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Differs when other text would be masked than before: what is derived from masked text is made again then. */
  readonly state: string;
  /** Runs some work and tells how many different secrets were masked in it: by what stands for each, how it begins. */
  counted<R>(
    work: () => Promise<R>,
  ): Promise<{ readonly result: R; readonly masked: number; readonly seen: ReadonlyMap<string, string> }>;
}

/** How the subjects of a store work. */
export interface ContextOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly limits?: Limits;
  /** Called after this process changed something in the store: in the folder of this name (of a dialog, or of another subject), or anywhere. */
  readonly onWrite?: (base: string | undefined) => void;
  /** While this is true nothing is written: changes are refused, and reading leaves damaged files where they are. */
  readonly isReadOnly?: () => boolean;
  /** Of texts handed to agents; Chinese, the language of the original texts, unless said otherwise. */
  readonly language?: Language;
  /** Of what agents are told to do; `language` unless said otherwise. */
  readonly guidanceLanguage?: Language;
  /** `mask` unless said otherwise; asked each time. */
  readonly secrets?: () => SecretsMode;
  /** The folders whose `.env` files count, absolute paths; the project's unless said otherwise. */
  readonly envFolders?: () => readonly string[];
}

/** What every subject of the store works with. */
export interface StoreContext {
  /** Absolute path of `.chat-history`; it need not exist. */
  readonly folder: string;
  /** The branch that messages come from, where the project is a linked working tree of git. */
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
