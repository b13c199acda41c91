import type { Environment } from '../../disk/base/limits.ts';
import type { Log } from '../../disk/base/core.ts';
import { archiveTimes, type ArchiveSettings, type ArchiveTime } from './types.ts';

/** Variables that `archiveSettings` reads. */
export const archiveVariables = {
  maxMessageChars: 'HISTORY_ARCHIVE_MAX_MESSAGE_CHARS',
  assistantName: 'HISTORY_ARCHIVE_ASSISTANT_NAME',
  time: 'HISTORY_ARCHIVE_TIME',
} as const satisfies Record<keyof ArchiveSettings, string>;

/** Reads the settings from the environment; invalid values are logged and replaced by the default. */
export function archiveSettings(env: Environment, log: Log): ArchiveSettings {
  const name = (env[archiveVariables.assistantName] ?? '').trim();
  return {
    maxMessageChars: maxMessageChars(env, log),
    ...(name !== '' && { assistantName: name }),
    time: archiveTime(env, log),
  };
}

/** Makes the environment for these settings. */
export const environmentFromArchiveSettings = (settings: ArchiveSettings): Record<string, string> => ({
  [archiveVariables.maxMessageChars]: String(settings.maxMessageChars),
  [archiveVariables.assistantName]: settings.assistantName ?? '',
  [archiveVariables.time]: settings.time,
});

function maxMessageChars(env: Environment, log: Log): number {
  const text = env[archiveVariables.maxMessageChars] ?? '';
  if (/^\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  log.warn(
    `${archiveVariables.maxMessageChars} is ${JSON.stringify(text)}, which is not a whole number; messages are kept whole.`,
  );
  return 0;
}

function archiveTime(env: Environment, log: Log): ArchiveTime {
  const text = env[archiveVariables.time] ?? '';
  const time = archiveTimes.find((known) => known === text.toLowerCase());
  if (time || text === '') return time ?? 'local';
  log.warn(
    `${archiveVariables.time} is ${JSON.stringify(text)}, neither local nor utc; times are written as local.`,
  );
  return 'local';
}
