import { changedPathsIn } from '../../history/facts/changedPaths.ts';
import { problemsIn } from '../../history/facts/outcomes.ts';
import { commandsIn } from '../../history/facts/commands.ts';
import { shortPath } from '../../history/facts/paths.ts';
import type { MessageRecord, ToolCall } from '../../agents/reading/types.ts';
import { sessionErrors, sessionFiles } from './sessionNote.ts';
import type { SearchEntry } from './types.ts';

/** Limits of a session's entries. Characters, and paths. */
const maxErrorChars = 20_000;
const maxPaths = 2_000;

/**
 * What tools did in a session, as entries of their own: the paths of the files that were changed, a path a line, and what
 * failing calls said, each line once. Commands, thoughts and outputs as further entries found no more in measurements.
 */
export class SessionWork {
  readonly #cwd: string | undefined;
  readonly #paths = new Set<string>();
  readonly #errors = new Set<string>();
  #errorChars = 0;
  /** Position and time of the last message that added something. */
  #lastAt = { files: { position: 0, ts: 0 }, errors: { position: 0, ts: 0 } };

  constructor(cwd: string | undefined) {
    this.#cwd = cwd;
  }

  /** Adds the calls of a message; `position` is its index in the session. */
  add({ toolCalls = [], timestamp }: MessageRecord, position: number): void {
    for (const call of toolCalls) this.#called(call, { position, ts: Date.parse(timestamp) });
  }

  get entries(): readonly SearchEntry[] {
    const { files, errors } = this.#lastAt;
    const entries: readonly SearchEntry[] = [
      { role: 'files', id: sessionFiles, text: [...this.#paths].join('\n'), ...files },
      { role: 'errors', id: sessionErrors, text: [...this.#errors].join('\n'), ...errors },
    ];
    return entries.filter(({ text }) => text !== '').map((entry) => ({ ...entry, startsSession: true }));
  }

  #called(call: ToolCall, at: { readonly position: number; readonly ts: number }): void {
    const commands = commandsIn(call);
    for (const { path } of changedPathsIn(call)) {
      if (this.#paths.size >= maxPaths) break;
      this.#paths.add(shortPath(path, this.#cwd));
      this.#lastAt.files = at;
    }
    for (const line of problemsIn(call, commands)) {
      if (this.#errors.has(line) || this.#errorChars + line.length > maxErrorChars) continue;
      this.#errors.add(line);
      this.#errorChars += line.length;
      this.#lastAt.errors = at;
    }
  }
}
