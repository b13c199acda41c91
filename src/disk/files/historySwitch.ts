import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, StoreError } from '../base/core.ts';
import type { Environment } from '../base/limits.ts';
import { isThere, topOf } from '../base/projectFolder.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readSmallJson } from './json.ts';
import { historyFolder } from './projectHistory.ts';

/*
 * The one switch of a project, which every hook, server, watcher and keeper asks before it does anything. The strictest
 * of all that is said counts: by a repository, by the person's settings, and by the environment of a program.
 */

/** What programs do in a project: nothing, keep its history, or also return it to agents that did not ask. */
export const historyModes = ['off', 'keep', 'return'] as const;
export type HistoryMode = (typeof historyModes)[number];

/** Sets the mode for all projects of a program. */
export const modeVariable = 'HISTORY_MODE';
/** Its presence in a project, or at the top of its repository, turns history off for everybody who has it. */
export const refusalFile = '.no-history';
/** The settings of a project for all programs, in `.chat-history/`: `{"mode": "keep", "brief": "always"}`. */
export const settingsFile = 'settings.json';

/** The mode of a project. */
export interface HistorySwitch {
  readonly mode: HistoryMode;
  /** The file or variable that says so; undefined where nothing does. */
  readonly by?: string;
}

/** The places where a project's mode may be said. */
export interface SwitchPlaces {
  /** Absolute path of `.chat-history`, which another project may share. */
  readonly history?: string;
  readonly env?: Environment;
}

const usual: HistorySwitch = { mode: 'return' };

/** Returns the current mode of the project at an absolute path. */
export const historySwitch = (project: string, places: SwitchPlaces = {}): HistorySwitch =>
  switchOf(project, places)();

/** Returns a function that looks up the mode of a project again each time. */
export function switchOf(
  project: string,
  { history = historyFolder(project), env = process.env }: SwitchPlaces = {},
): () => HistorySwitch {
  const refusals = switchFolders(project, history).map((folder) => join(folder, refusalFile));
  const settings = join(history, settingsFile);
  return () => {
    const refusal = refusals.find(isThere);
    if (refusal !== undefined) return { mode: 'off', by: refusal };
    return strictest([inEnvironment(env), inSettings(settings)]);
  };
}

/** Folders in which a file may turn history off: those of the project and of its history, and the top of its repository. */
export function switchFolders(project: string, history = historyFolder(project)): readonly string[] {
  const above = topOf(project);
  return [...new Set([project, dirname(history), ...(above === undefined ? [] : [above])])];
}

/** Throws `disabled` where history is off in a project. */
export function assertOn(project: string, places?: SwitchPlaces): void {
  const { mode, by } = historySwitch(project, places);
  if (mode === 'off') throw offError(by);
}

/** The error for what is asked of a project in which history is off. */
export const offError = (by = refusalFile): StoreError =>
  new StoreError(
    'disabled',
    `History is turned off in this project (${by}): nothing is read, saved or returned. Only the user turns it on again.`,
    { by },
  );

const strictest = (all: readonly HistorySwitch[]): HistorySwitch =>
  historyModes.flatMap((mode) => all.find((one) => one.mode === mode) ?? [])[0] ?? usual;

/** An invalid value means `off`, since someone wanted something other than the default. */
function modeOf(value: unknown): HistoryMode {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return historyModes.find((mode) => mode === text) ?? 'off';
}

function inEnvironment({ [modeVariable]: value = '' }: Environment): HistorySwitch {
  if (value.trim() === '') return usual;
  return { mode: modeOf(value), by: `${modeVariable}=${value.trim()}` };
}

/** Settings as last read, by file; most projects have none. */
const known = new Map<string, { readonly fingerprint: string; readonly mode: HistoryMode }>();

function inSettings(file: string): HistorySwitch {
  const fingerprint = fingerprintAt(file);
  if (fingerprint === undefined) return usual;
  const last = known.get(file);
  const mode = last?.fingerprint === fingerprint ? last.mode : readMode(file);
  known.set(file, { fingerprint, mode });
  return { mode, by: file };
}

function fingerprintAt(file: string): string | undefined {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    return stat && fingerprintOf(stat);
  } catch {
    return ''; // something that is not a folder, or not accessible to this user: reading fails
  }
}

/** Settings that cannot be read say something unknown: nothing is returned then, and nothing kept is lost. */
function readMode(file: string): HistoryMode {
  try {
    const read = readSmallJson(file, (value) => (isObject(value) ? value.mode : 'keep'));
    if (read.state === 'missing') return usual.mode;
    if (read.state === 'damaged') return 'keep';
    return read.value === undefined ? usual.mode : modeOf(read.value);
  } catch {
    return 'keep';
  }
}
