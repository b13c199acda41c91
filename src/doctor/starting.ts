import { canStart, isLauncherThere, startOf } from '../connect/launcher.ts';
import type { Patient } from './types.ts';

/** A program with what comes before its own arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why there is no such program. */
export const nothingToStart = 'what agents start finds no version that is installed';

/**
 * What agents start, where they were connected; else what runs itself. Undefined where the launcher would have to fetch a
 * version: nothing is fetched to be examined.
 */
export function programOf({ machine, cli }: Patient): Program | undefined {
  const { command, args } = startOf(machine);
  const before = args.slice(0, -1); // without `serve`
  if (isLauncherThere(machine)) return canStart(machine) ? { command, args: before } : undefined;
  return { command: process.execPath, args: [cli] };
}

/**
 * The environment of a program that is only asked whether it works: it keeps no sessions, and an editor's runtime is no
 * editor.
 */
export const quietEnvironment = ({ machine: { env } }: Patient) => ({
  ...env,
  ...{ HISTORY_KEEP: 'off', ELECTRON_RUN_AS_NODE: '1' },
});
