import { existsSync } from 'node:fs';
import { startOf } from '../connect/launcher.ts';
import type { Patient } from './types.ts';

/** A program with what comes before its own arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether it is what agents are told to start. */
  readonly isLauncher: boolean;
}

/** What agents start, where they were connected; else what runs itself. */
export function programOf({ machine, cli }: Patient): Program {
  const { command, args } = startOf(machine);
  const before = args.slice(0, -1); // without `serve`
  const launcher = before.at(-1) ?? command;
  if (existsSync(launcher)) return { command, args: before, isLauncher: true };
  return { command: process.execPath, args: [cli], isLauncher: false };
}

/**
 * The environment of a program that is only asked whether it works: it keeps no sessions, and an editor's runtime is no
 * editor.
 */
export const quietEnvironment = ({ machine: { env } }: Patient) => ({
  ...env,
  ...{ HISTORY_KEEP: 'off', ELECTRON_RUN_AS_NODE: '1' },
});
