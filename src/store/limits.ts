import { StoreError } from './errors.ts';

/** The numbers a person may set. Environment names are those of the original text. */
export interface Limits {
  /** Messages a dialog may hold before it asks to be compacted. `HISTORY_CONTEXT_MAX_MESSAGES`. */
  readonly maxMessages: number;
  /** Bytes on disk (messages and summary) before it asks to be compacted. `HISTORY_CONTEXT_MAX_BYTES`. */
  readonly maxBytes: number;
  /** How many backups of a dialog are kept. `HISTORY_BACKUP_RETENTION`. */
  readonly backupRetention: number;
}

export const defaultLimits: Limits = { maxMessages: 200, maxBytes: 65_536, backupRetention: 5 };

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
} as const satisfies Record<keyof Limits, string>;

/** Reads the limits from environment variables; a value that is no positive integer is refused. */
export function limitsFromEnvironment(env: Readonly<Record<string, string | undefined>>): Limits {
  const read = (limit: keyof Limits): number => {
    const variable = limitVariables[limit];
    const text = env[variable];
    if (text === undefined || text === '') return defaultLimits[limit];
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
    throw new StoreError(
      'invalid_argument',
      `${variable} is ${JSON.stringify(text)}, which is no positive integer. Set it to a whole number such as ${defaultLimits[limit]}, or unset it.`,
      { variable, value: text },
    );
  };
  return {
    maxMessages: read('maxMessages'),
    maxBytes: read('maxBytes'),
    backupRetention: read('backupRetention'),
  };
}
