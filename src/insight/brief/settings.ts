import { dirname, join } from 'node:path';
import { isObject, StoreError, type Log } from '../../disk/base/core.ts';
import type { Environment } from '../../disk/base/limits.ts';
import { asStoreError } from '../../disk/files/failure.ts';
import { historySwitch, settingsFile } from '../../disk/files/historySwitch.ts';
import { readSmallJson, WrongContent } from '../../disk/files/json.ts';
import { briefTokens } from './types.ts';

/** When an agent gets a brief from its hook: never, after a compaction, or also at its start. */
export const briefModes = ['off', 'afterCompaction', 'always'] as const;
export type BriefMode = (typeof briefModes)[number];

export const defaultBriefMode: BriefMode = 'afterCompaction';

/** Pass the settings to programs that the editor starts. */
export const briefVariables = { mode: 'HISTORY_BRIEF', maxTokens: 'HISTORY_BRIEF_TOKENS' } as const;

/** Sources of the settings. */
export interface BriefSettingsSources {
  /** Absolute path of `.chat-history`. */
  readonly history: string;
  readonly env: Environment;
  readonly log: Log;
  /** The mode from the command line. */
  readonly flag?: string;
  /** Absolute path of the project, where it may not be that of the history. */
  readonly project?: string;
}

export interface BriefSettings {
  readonly mode: BriefMode;
  readonly maxTokens: number;
}

/**
 * Reads the settings from the command line, else the environment, else the project. An invalid value is logged and
 * means `off`, since someone wanted something other than the default. Where the project's history is not returned
 * unasked, the mode is `off`, whatever else is said.
 */
export function briefSettings(sources: BriefSettingsSources): BriefSettings {
  const { history, env, project = dirname(history) } = sources;
  const settings = saidSettings(sources);
  return historySwitch(project, { history, env }).mode === 'return' ? settings : { ...settings, mode: 'off' };
}

function saidSettings({ history, env, log, flag }: BriefSettingsSources): BriefSettings {
  try {
    const { mode, maxTokens } = briefFromEnvironment(env);
    const file = join(history, settingsFile);
    const project = inProject(file);
    const modes = [
      [flag, '--brief'],
      [mode, briefVariables.mode], // already checked
      [project.brief, `brief in ${file}`],
    ] as const;
    const numbers = [
      [maxTokens, briefVariables.maxTokens],
      [project.briefTokens, `briefTokens in ${file}`],
    ] as const;
    return {
      mode: firstSaid(modes, modeOf) ?? defaultBriefMode,
      maxTokens: firstSaid(numbers, tokensOf) ?? briefTokens.usual,
    };
  } catch (error) {
    const problem = asStoreError(error); // covers an unreadable history as well
    if (!(problem instanceof StoreError)) throw error;
    log.warn(`${problem.message} No brief is given.`);
    return { mode: 'off', maxTokens: briefTokens.usual };
  }
}

/** Reads the settings from the environment; throws `invalid_argument` for an invalid value. */
export function briefFromEnvironment(env: Environment): Partial<BriefSettings> {
  const [mode, maxTokens] = [said(env[briefVariables.mode]), said(env[briefVariables.maxTokens])];
  return {
    ...(mode !== undefined && { mode: modeOf(mode, briefVariables.mode) }),
    ...(maxTokens !== undefined && { maxTokens: tokensOf(Number(maxTokens), briefVariables.maxTokens) }),
  };
}

/** Parses the first defined value. */
function firstSaid<T>(
  places: readonly (readonly [value: unknown, where: string])[],
  parse: (value: unknown, where: string) => T,
): T | undefined {
  const [value, where] = places.find(([each]) => each !== undefined) ?? [];
  return where === undefined ? undefined : parse(value, where);
}

const said = (text = ''): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Reads the project's settings; empty where the file is missing. */
function inProject(file: string): Readonly<Record<string, unknown>> {
  const read = readSmallJson(file, (value) => {
    if (!isObject(value)) throw new WrongContent('not an object');
    return value;
  });
  if (read.state === 'read') return read.value;
  if (read.state === 'missing') return {};
  throw new StoreError('damaged', `${file} is ${read.reason}: write {"brief": "${defaultBriefMode}"}.`);
}

function modeOf(value: unknown, where: string): BriefMode {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const mode = briefModes.find((known) => known.toLowerCase() === text);
  if (mode) return mode;
  throw refused(value, where, briefModes.join(', '));
}

function tokensOf(value: unknown, where: string): number {
  const { least, most } = briefTokens;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw refused(value, where, `a whole number from ${least} to ${most}`);
}

const refused = (value: unknown, where: string, right: string): StoreError =>
  new StoreError('invalid_argument', `${where} is ${JSON.stringify(value)}: use ${right}.`);
