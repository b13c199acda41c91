import { traceOf } from './agentTrace.ts';
import type { CommittedLine } from './committedLines.ts';
import { conversationKey, writeNote, type Attestation, type AuthorshipNote } from './gitAiNotes.ts';
import type { AgentTrace, CommitNote, LineRange } from './types.ts';

/** Collects which conversations wrote which lines of commits. */
export class CommitNotes {
  /** Line numbers by commit, path and key. */
  readonly #lines = new Map<string, Map<string, Map<string, Set<number>>>>();
  readonly #conversations = new Map<string, { readonly tool: string; readonly id: string }>();

  add({ commit, path, line }: CommittedLine, tool: string, id: string): void {
    const key = conversationKey(tool, id);
    this.#conversations.set(key, { tool, id });
    const paths = mapOf(this.#lines, commit);
    const lines = mapOf(paths, path).get(key) ?? new Set();
    mapOf(paths, path).set(key, lines.add(line));
  }

  get commits(): readonly string[] {
    return [...this.#lines.keys()];
  }

  note(commit: string): CommitNote {
    const files = this.#files(commit);
    const conversations = new Map<string, { readonly tool: string; readonly id: string }>();
    let count = 0;
    for (const { key, lines } of [...files.values()].flat()) {
      const about = this.#conversations.get(key);
      if (about) conversations.set(key, about);
      count += lines.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    }
    const note: AuthorshipNote = { files, conversations };
    return { commit, lines: count, text: writeNote(note, commit) };
  }

  /** The record of a commit by the specification Agent Trace. */
  trace(commit: string, now: number): AgentTrace {
    const files = [...this.#files(commit)].map(
      ([path, entries]) =>
        [
          path,
          entries.map(({ key, lines }) => ({ id: this.#conversations.get(key)?.id ?? key, lines })),
        ] as const,
    );
    return traceOf(commit, new Map(files), now);
  }

  #files(commit: string): ReadonlyMap<string, readonly Attestation[]> {
    const files = new Map<string, readonly Attestation[]>();
    for (const [path, keys] of this.#lines.get(commit) ?? []) {
      const entries = [...keys].map(([key, lines]) => ({
        key,
        lines: rangesOf([...lines].sort((a, b) => a - b)),
      }));
      files.set(path, entries);
    }
    return files;
  }
}

function mapOf<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const map = maps.get(key) ?? new Map<L, V>();
  maps.set(key, map);
  return map;
}

/** Combines ascending line numbers into ranges. */
export function rangesOf(numbers: readonly number[]): readonly LineRange[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
