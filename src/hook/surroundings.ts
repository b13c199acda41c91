import type { Log } from '../store/base/core.ts';

/** Where a hook runs. */
export interface HookSurroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What headings of archives call the agent; else as the environment says. */
  readonly assistantName?: string;
  /** When a brief is given, as the command line says it. */
  readonly brief?: string;
}
