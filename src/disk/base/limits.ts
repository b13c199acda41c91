import type { Log } from './core.ts';

/** Configurable limits. The names of environment variables are those of the original text. */
export interface Limits {
  /** Messages in a dialog before it asks to be compacted. `HISTORY_CONTEXT_MAX_MESSAGES`. */
  readonly maxMessages: number;
  /** Bytes on disk (messages and summary) before it asks to be compacted. `HISTORY_CONTEXT_MAX_BYTES`. */
  readonly maxBytes: number;
  /** Number of backups kept of a dialog. `HISTORY_BACKUP_RETENTION`. */
  readonly backupRetention: number;
  readonly contexts: ContextLimits;
}

/** Configurable limits of context snapshots (`context.contexts.*` of the original text). */
export interface ContextLimits {
  /** `HISTORY_CONTEXTS_ENABLED`, `true` or `false`. */
  readonly enabled: boolean;
  /** Maximum turns in a context. `HISTORY_CONTEXTS_MAX_TURNS` or `HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES`. */
  readonly maxTurns: number;
  /**
   * Maximum characters of all turns of a context. `HISTORY_CONTEXTS_MAX_CHARS` or
   * `HISTORY_CONTEXTS_ACTIVE_MAX_CHARS`.
   */
  readonly maxChars: number;
  /** Characters of a context's turns that are searched, the newest. `HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS`. */
  readonly searchTextMaxChars: number;
}

export const defaultLimits: Limits = {
  maxMessages: 200,
  maxBytes: 65_536,
  backupRetention: 5,
  contexts: { enabled: true, maxTurns: 120, maxChars: 48_000, searchTextMaxChars: 12_000 },
};

/** The open part of a dialog is sealed once it has more bytes than this, so that a save never rewrites more. */
export const partBytes = 65_536;

/** Estimated tokens of an initial history by default. */
export const defaultMaxTokens = 20_000;
export const maxNameLength = 1_000;
export const maxPageSize = 200;
/** A message may be dated at most this far ahead of now (clocks of other machines differ). Milliseconds. */
export const maxFutureMs = 24 * 60 * 60 * 1_000;

export const limitVariables = {
  maxMessages: 'HISTORY_CONTEXT_MAX_MESSAGES',
  maxBytes: 'HISTORY_CONTEXT_MAX_BYTES',
  backupRetention: 'HISTORY_BACKUP_RETENTION',
  contextsEnabled: 'HISTORY_CONTEXTS_ENABLED',
  contextsMaxTurns: 'HISTORY_CONTEXTS_MAX_TURNS',
  contextsMaxChars: 'HISTORY_CONTEXTS_MAX_CHARS',
  contextsSearchTextMaxChars: 'HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS',
} as const;

/**
 * Other names of the limits of a context, `activeMaxMessages` and `activeMaxChars` of the original; if both are set,
 * the smaller applies.
 */
const activeLimitVariables = {
  maxTurns: 'HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES',
  maxChars: 'HISTORY_CONTEXTS_ACTIVE_MAX_CHARS',
} as const;

/** All variables that set a limit. */
export const allLimitVariables: readonly string[] = [
  ...Object.values(limitVariables),
  ...Object.values(activeLimitVariables),
];

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the limits from environment variables. An invalid value is logged, and the default or, if it is too large,
 * the maximum is used.
 */
export function limitsFromEnvironment(env: Environment, log: Log): Limits {
  const { contexts } = defaultLimits;
  const positive = (variable: string, otherwise: number) => wholeNumber(env, variable, otherwise, log);
  const smaller = (variable: string, other: string, otherwise: number) => {
    const set = [variable, other].filter((name) => (env[name]?.trim() ?? '') !== '');
    return set.length === 0 ? otherwise : Math.min(...set.map((name) => positive(name, otherwise)));
  };
  return {
    maxMessages: positive(limitVariables.maxMessages, defaultLimits.maxMessages),
    maxBytes: positive(limitVariables.maxBytes, defaultLimits.maxBytes),
    backupRetention: positive(limitVariables.backupRetention, defaultLimits.backupRetention),
    contexts: {
      enabled: truth(env, limitVariables.contextsEnabled, contexts.enabled, log),
      maxTurns: smaller(limitVariables.contextsMaxTurns, activeLimitVariables.maxTurns, contexts.maxTurns),
      maxChars: smaller(limitVariables.contextsMaxChars, activeLimitVariables.maxChars, contexts.maxChars),
      searchTextMaxChars: positive(limitVariables.contextsSearchTextMaxChars, contexts.searchTextMaxChars),
    },
  };
}

/** The environment for these limits: `limitsFromEnvironment` reads exactly them from it. */
export function environmentFromLimits({ contexts, ...limits }: Limits): Readonly<Record<string, string>> {
  return {
    [limitVariables.maxMessages]: String(limits.maxMessages),
    [limitVariables.maxBytes]: String(limits.maxBytes),
    [limitVariables.backupRetention]: String(limits.backupRetention),
    [limitVariables.contextsEnabled]: String(contexts.enabled),
    [limitVariables.contextsMaxTurns]: String(contexts.maxTurns),
    [limitVariables.contextsMaxChars]: String(contexts.maxChars),
    [limitVariables.contextsSearchTextMaxChars]: String(contexts.searchTextMaxChars),
  };
}

function wholeNumber(env: Environment, variable: string, otherwise: number, log: Log): number {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return otherwise;
  const value = Number(text);
  const nearest = Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER);
  const taken = nearest >= 1 ? nearest : otherwise;
  if (taken !== value || !/^\d+$/.test(text))
    warnOf(log, variable, text, 'not a positive whole number', taken);
  return taken;
}

function truth(env: Environment, variable: string, otherwise: boolean, log: Log): boolean {
  const text = env[variable]?.trim().toLowerCase() ?? '';
  if (text === '') return otherwise;
  if (text !== 'true' && text !== 'false') warnOf(log, variable, text, 'neither true nor false', otherwise);
  return text === 'true' || (text !== 'false' && otherwise);
}

function warnOf(log: Log, variable: string, text: string, why: string, taken: number | boolean): void {
  log.warn(`${variable} is ${JSON.stringify(text)}, which is ${why}: ${taken} is taken instead.`);
}
