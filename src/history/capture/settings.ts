import { archiveSettings } from '../archive/settings.ts';
import type { Log } from '../../disk/base/core.ts';
import type { Environment } from '../../disk/base/limits.ts';
import { defaultKeep, keepModes, type KeepMode, type KeepSettings } from './types.ts';

/** Variables read by `keepSettings` in addition to those of archives. */
export const keepVariables = { keep: 'HISTORY_KEEP', maxMegabytes: 'HISTORY_KEEP_MAX_MEGABYTES' } as const;

/** Reads the settings from the environment; logs an invalid value and uses the default. */
export function keepSettings(env: Environment, log: Log): KeepSettings {
  return {
    keep: keepMode(env, log),
    maxMegabytes: maxMegabytes(env, log),
    archive: archiveSettings(env, log),
  };
}

/** Returns the environment that expresses these settings. */
export const environmentFromKeepSettings = ({
  keep,
  maxMegabytes,
}: Omit<KeepSettings, 'archive'>): Record<string, string> => ({
  [keepVariables.keep]: keep,
  [keepVariables.maxMegabytes]: String(maxMegabytes),
});

function keepMode(env: Environment, log: Log): KeepMode {
  const text = env[keepVariables.keep] ?? '';
  const mode = keepModes.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (mode || text === '') return mode ?? defaultKeep.keep;
  log.warn(
    `${keepVariables.keep} is ${JSON.stringify(text)}, none of ${keepModes.join(', ')}; ${defaultKeep.keep} is taken.`,
  );
  return defaultKeep.keep;
}

function maxMegabytes(env: Environment, log: Log): number {
  const text = env[keepVariables.maxMegabytes]?.trim() ?? '';
  if (text === '') return defaultKeep.maxMegabytes;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  log.warn(
    `${keepVariables.maxMegabytes} is ${JSON.stringify(text)}, which is not a whole number; ${defaultKeep.maxMegabytes} is taken.`,
  );
  return defaultKeep.maxMegabytes;
}
