import type { Log } from '../store/log.ts';

const variable = 'HISTORY_ARCHIVE_MAX_MESSAGE_CHARS';

/** Code points a message of an archive is cut to; 0, messages stay whole, also for a value that is no number. */
export function maxMessageChars(env: Readonly<Record<string, string | undefined>>, log: Log): number {
  const text = env[variable] ?? '';
  if (/^\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  log.warn(`${variable} is ${JSON.stringify(text)}, which is no whole number; messages are kept whole.`);
  return 0;
}
