import { changedPathsIn } from '../../history/facts/changedPaths.ts';
import { problemsIn } from '../../history/facts/outcomes.ts';
import { commandsIn } from '../../history/facts/commands.ts';
import { shortPath } from '../../history/facts/paths.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import { sessionErrors, sessionFiles } from './sessionNote.ts';
import type { SearchEntry } from './types.ts';

/** Limits of a session's entries. Characters, and paths. */
const maxErrorChars = 20_000;
const maxPaths = 2_000;

/** Position and time of a message. */
interface At {
  readonly position: number;
  readonly ts: number;
}

/** What tools did before a place, for storage. */
export interface WorkState {
  readonly paths: readonly string[];
  readonly errors: readonly string[];
  /** The last messages that added something. */
  readonly filesAt: At;
  readonly errorsAt: At;
}

/** The state without any work. */
export const noWork: WorkState = {
  paths: [],
  errors: [],
  filesAt: { position: 0, ts: 0 },
  errorsAt: { position: 0, ts: 0 },
};

/** What the tools of one message did: the files that were changed, and what failing calls said, line by line. */
export interface WorkStep {
  readonly ts: number;
  readonly paths: readonly string[];
  readonly errors: readonly string[];
}

/** Returns what the tools of a message did; undefined if that is nothing to find. */
export function workStep(
  { toolCalls = [], timestamp }: Pick<MessageRecord, 'toolCalls' | 'timestamp'>,
  cwd: string | undefined,
): WorkStep | undefined {
  const paths: string[] = [];
  const errors: string[] = [];
  for (const call of toolCalls) {
    paths.push(...changedPathsIn(call).map(({ path }) => shortPath(path, cwd)));
    errors.push(...problemsIn(call, commandsIn(call)));
  }
  return paths.length + errors.length === 0 ? undefined : { ts: Date.parse(timestamp), paths, errors };
}

/**
 * What tools did in a session, as entries of their own: the paths of the files that were changed, a path a line, and what
 * failing calls said, each line once. Commands, thoughts and outputs as further entries found no more in measurements.
 */
export class SessionWork {
  readonly #paths: Set<string>;
  readonly #errors: Set<string>;
  #errorChars = 0;
  #filesAt: At;
  #errorsAt: At;

  constructor({ paths, errors, filesAt, errorsAt }: WorkState = noWork) {
    this.#paths = new Set(paths);
    this.#errors = new Set(errors);
    for (const line of errors) this.#errorChars += line.length;
    [this.#filesAt, this.#errorsAt] = [filesAt, errorsAt];
  }

  get state(): WorkState {
    return {
      paths: [...this.#paths],
      errors: [...this.#errors],
      filesAt: this.#filesAt,
      errorsAt: this.#errorsAt,
    };
  }

  /** Adds the work of a message, if any; `position` is its index in the session. */
  add(step: WorkStep | undefined, position: number): void {
    if (!step) return;
    const { ts, paths, errors } = step;
    for (const path of paths) {
      if (this.#paths.size >= maxPaths) break;
      this.#paths.add(path);
      this.#filesAt = { position, ts };
    }
    for (const line of errors) {
      if (this.#errors.has(line) || this.#errorChars + line.length > maxErrorChars) continue;
      this.#errors.add(line);
      this.#errorChars += line.length;
      this.#errorsAt = { position, ts };
    }
  }

  get entries(): readonly SearchEntry[] {
    const entries: readonly SearchEntry[] = [
      { role: 'files', id: sessionFiles, text: [...this.#paths].join('\n'), ...this.#filesAt },
      { role: 'errors', id: sessionErrors, text: [...this.#errors].join('\n'), ...this.#errorsAt },
    ];
    return entries.filter(({ text }) => text !== '').map((entry) => ({ ...entry, startsSession: true }));
  }
}
