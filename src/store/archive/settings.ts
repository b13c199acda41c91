import type { Log } from '../log.ts';

/** Names the variable that `maxMessageChars` reads. */
export const maxMessageCharsVariable = 'HISTORY_ARCHIVE_MAX_MESSAGE_CHARS';

/** Code points a message of an archive is cut to; 0, messages stay whole, also for a value that is no number. */
export function maxMessageChars(env: Readonly<Record<string, string | undefined>>, log: Log): number {
  const text = env[maxMessageCharsVariable] ?? '';
  if (/^\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  log.warn(
    `${maxMessageCharsVariable} is ${JSON.stringify(text)}, which is not a whole number; messages are kept whole.`,
  );
  return 0;
}
