import { canStart, isLauncherThere, startOf } from '../connect/launcher.ts';
import type { CheckTarget } from './types.ts';

/** A program with its leading arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why there is no program to start. */
export const noProgram = 'what agents start finds no version that is installed';

/**
 * Returns what connected agents start, else the running program. Undefined if the launcher would have to download a
 * version: an examination downloads nothing.
 */
export function programOf({ machine, cli }: CheckTarget): Program | undefined {
  const { command, args } = startOf(machine);
  const before = args.slice(0, -1); // without `serve`
  if (isLauncherThere(machine)) return canStart(machine) ? { command, args: before } : undefined;
  return { command: process.execPath, args: [cli] };
}

/** Environment for a test run: it archives no sessions, and an editor's runtime acts as plain Node. */
export const testEnvironment = ({ machine: { env } }: CheckTarget) => ({
  ...env,
  HISTORY_KEEP: 'off',
  HISTORY_COPIES: 'off',
  ELECTRON_RUN_AS_NODE: '1',
});
