import { StoreError } from './errors.ts';

/** The numbers a person may set. Environment names are those of the original text. */
export interface Limits {
  /** Messages a dialog may hold before it asks to be compacted. `HISTORY_CONTEXT_MAX_MESSAGES`. */
  readonly maxMessages: number;
  /** Bytes on disk (messages and summary) before it asks to be compacted. `HISTORY_CONTEXT_MAX_BYTES`. */
  readonly maxBytes: number;
  /** How many backups of a dialog are kept. `HISTORY_BACKUP_RETENTION`. */
  readonly backupRetention: number;
  readonly contexts: ContextLimits;
}

/** What a person may set of context snapshots (`context.contexts.*` of the original text). */
export interface ContextLimits {
  /** `HISTORY_CONTEXTS_ENABLED`, `true` or `false`. */
  readonly enabled: boolean;
  /** Turns a context may hold. `HISTORY_CONTEXTS_MAX_TURNS`. */
  readonly maxTurns: number;
  /** Characters all turns of a context may have. `HISTORY_CONTEXTS_MAX_CHARS`. */
  readonly maxChars: number;
  /** Characters of each turn that are searched. `HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS`. */
  readonly searchTextMaxChars: number;
}

export const defaultLimits: Limits = {
  maxMessages: 200,
  maxBytes: 65_536,
  backupRetention: 5,
  contexts: { enabled: true, maxTurns: 120, maxChars: 48_000, searchTextMaxChars: 12_000 },
};

/** The open part of a dialog is sealed when it holds more bytes than this, so that a save never rewrites more. */
export const partBytes = 65_536;
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

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the limits from environment variables; a value that is no positive integer, or no truth value, is refused. */
export function limitsFromEnvironment(env: Environment): Limits {
  const { contexts } = defaultLimits;
  return {
    maxMessages: positive(env, limitVariables.maxMessages, defaultLimits.maxMessages),
    maxBytes: positive(env, limitVariables.maxBytes, defaultLimits.maxBytes),
    backupRetention: positive(env, limitVariables.backupRetention, defaultLimits.backupRetention),
    contexts: {
      enabled: truth(env, limitVariables.contextsEnabled, contexts.enabled),
      maxTurns: positive(env, limitVariables.contextsMaxTurns, contexts.maxTurns),
      maxChars: positive(env, limitVariables.contextsMaxChars, contexts.maxChars),
      searchTextMaxChars: positive(
        env,
        limitVariables.contextsSearchTextMaxChars,
        contexts.searchTextMaxChars,
      ),
    },
  };
}

/** The environment that says these limits: what `limitsFromEnvironment` reads as exactly them. */
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

function positive(env: Environment, variable: string, otherwise: number): number {
  const text = env[variable];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw refused(variable, text, `no positive integer. Set it to a whole number such as ${otherwise}`);
}

function truth(env: Environment, variable: string, otherwise: boolean): boolean {
  const text = env[variable];
  if (text === undefined || text === '') return otherwise;
  if (text === 'true' || text === 'false') return text === 'true';
  throw refused(variable, text, 'neither true nor false. Set it to one of them');
}

function refused(variable: string, value: string, why: string): StoreError {
  const message = `${variable} is ${JSON.stringify(value)}, which is ${why}, or unset it.`;
  return new StoreError('invalid_argument', message, { variable, value });
}
