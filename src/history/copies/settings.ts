import type { Log } from '../../disk/base/core.ts';
import type { Environment } from '../../disk/base/limits.ts';
import { copyModes, defaultCopies, type CopySettings } from './modes.ts';

/** Variables read by `copySettings`. */
export const copyVariables = {
  copies: 'HISTORY_COPIES',
  maxMegabytes: 'HISTORY_COPIES_MAX_MEGABYTES',
} as const;

/** Reads the settings from the environment; logs an invalid value and uses the default. */
export function copySettings(env: Environment, log: Log): CopySettings {
  const mode = (env[copyVariables.copies] ?? '').trim().toLowerCase();
  const copies = copyModes.find((known) => known === mode);
  if (copies === undefined && mode !== '') complain(copyVariables.copies, mode, defaultCopies.copies, log);
  const size = (env[copyVariables.maxMegabytes] ?? '').trim();
  const isNumber = /^\d{1,9}$/.test(size);
  if (!isNumber && size !== '') complain(copyVariables.maxMegabytes, size, defaultCopies.maxMegabytes, log);
  return {
    copies: copies ?? defaultCopies.copies,
    maxMegabytes: isNumber ? Number(size) : defaultCopies.maxMegabytes,
  };
}

const complain = (name: string, value: string, used: string | number, log: Log): void =>
  log.warn(`${name} is ${JSON.stringify(value)}, which is not valid; ${used} is used.`);

/** Returns the environment that expresses these settings. */
export const environmentFromCopySettings = ({
  copies,
  maxMegabytes,
}: CopySettings): Record<string, string> => ({
  [copyVariables.copies]: copies,
  [copyVariables.maxMegabytes]: String(maxMegabytes),
});
