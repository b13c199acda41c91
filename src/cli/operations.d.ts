// The bundle beside `cli.js`, of which the command line loads what it runs. esbuild.mjs puts it together.
export { runCommand } from './commands.ts';

/** The program of `src/hook`, which no other adapter imports; its promise stands there. */
export function runHookProgram(args: readonly string[]): Promise<void>;
