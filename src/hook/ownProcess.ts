import { startBeside, startDetached } from '../disk/base/runProgram.ts';
import type { HookContext } from './hookInput.ts';
import { ProcessorWait } from '../disk/files/processorWait.ts';

/** Argument of the program when it composes a brief for the one that the agent started. */
export const asComposer = '--compose';

/** Argument of the program when it continues after its agent's wait. */
export const inBackground = '--in-background';

type Place = Pick<HookContext, 'cwd' | 'env' | 'brief'>;

const argsOf = (as: string, { brief }: Place): string[] =>
  brief === undefined ? [as] : [as, '--brief', brief];

/**
 * Runs `program` with the agent's input and resolves to what it prints; empty if it misses the deadline in milliseconds.
 * A process can be ended even while it waits for a file, which a thread cannot.
 */
export function composedWithin(program: string, text: string, place: Place, ms: number): Promise<string> {
  const child = startBeside(program, argsOf(asComposer, place), place);
  return new Promise((resolve) => {
    let printed = '';
    const end = (result: string): void => {
      deadline.clear();
      resolve(result);
    };
    const deadline = new Deadline(child.pid, ms, () => {
      child.kill('SIGKILL');
      end('');
    });
    child.once('error', (error) => {
      process.stderr.write(`history error: ${error.message}\n`);
      end('');
    });
    child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
    child.once('close', () => end(printed));
    child.stdin.on('error', () => undefined); // it exited without reading
    child.stdin.end(text);
  });
}

/** Restarts `program` in the background with the agent's input and waits only until that is written. */
export function continueInBackground(program: string, text: string, place: Place): Promise<void> {
  const child = startDetached(program, argsOf(inBackground, place), place);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdin.once('error', reject);
    child.stdin.end(text, () => resolve());
  });
}

/** Maximum extension of a deadline on a busy machine. Milliseconds. */
const maxExtensionMs = 2_000;

/** Calls back after a deadline in milliseconds, extended by the time a process waited for a busy processor. */
class Deadline {
  readonly #began = performance.now();
  readonly #wait: ProcessorWait;
  #timer: NodeJS.Timeout;

  constructor(pid: number | undefined, withinMs: number, late: () => void) {
    this.#wait = new ProcessorWait(pid);
    const check = (): void => {
      const busy = Math.min(this.#wait.ms, maxExtensionMs);
      const left = withinMs + busy - (performance.now() - this.#began);
      if (left <= 1) late();
      else this.#timer = setTimeout(check, left);
    };
    this.#timer = setTimeout(check, withinMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
