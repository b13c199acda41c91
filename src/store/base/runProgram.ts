import { execFile } from 'node:child_process';

export interface EndedProgram {
  readonly stdout: string;
  readonly stderr: string;
  /** Of the process; undefined where it could not be started, or was ended because it took too long. */
  readonly code: number | undefined;
  /** Why it could not be started. */
  readonly reason?: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly withinMs: number;
  /** Standard input, which ends then. */
  readonly input?: string;
}

/** No program that is asked says more. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Runs a program to its end, but no longer than said. Never throws. */
export const runProgram = (
  command: string,
  args: readonly string[],
  { cwd, env, withinMs, input = '' }: RunOptions,
): Promise<EndedProgram> =>
  new Promise((resolve) => {
    const options = { cwd, env, timeout: withinMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const;
    const child = execFile(command, [...args], { ...options, windowsHide: true }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({
        stdout,
        stderr,
        code,
        ...(error && code === undefined && { reason: reasonOf(error, withinMs) }),
      });
    });
    child.stdin?.on('error', () => undefined); // it ended without reading
    child.stdin?.end(input);
  });

function reasonOf(error: Error & { readonly killed?: boolean | undefined }, withinMs: number): string {
  if (error.killed === true) return `it did not end within ${withinMs / 1_000} seconds`;
  const [first = error.message] = error.message.split('\n');
  return first;
}
