import { join } from 'node:path';
import { git } from '../../disk/base/git.ts';
import { existsForeign, foreignText } from '../../disk/files/foreign.ts';
import { committedLines, notesOf, type CommittedLine } from './committedLines.ts';
import { isPerson, notesRef, type AuthorshipNote } from './gitAiNotes.ts';
import { keptLines } from './lineChange.ts';

/** The writer of a line according to a note: a person, or a conversation by its key, and its id if the note has it. */
export type Attested =
  | { readonly kind: 'person' }
  | { readonly kind: 'conversation'; readonly key: string; readonly id: string | undefined };

type AttestedLine = CommittedLine & { readonly attested: Attested | undefined };

/** Maximum number of files whose committed lines are kept, and size of git's list of references in bytes. */
const [maxFiles, maxRefBytes] = [50, 8_000_000];

/** The commits of `HEAD` and of git-ai's notes in a repository, as one text; undefined without notes. Runs git only where there are some. */
export async function notesState(trees: readonly string[]): Promise<string | undefined> {
  for (const tree of trees) {
    const refs = join(tree, '.git');
    const isPacked = async (): Promise<boolean> =>
      (await foreignText(join(refs, 'packed-refs'), maxRefBytes))?.includes(` ${notesRef}\n`) === true;
    if ((await existsForeign(join(refs, notesRef))) || (await isPacked()))
      return git(trees[0] ?? tree, ['rev-parse', 'HEAD', notesRef]);
  }
  return undefined;
}

/** What git-ai's notes attest of the lines of files. */
export class AttestedLines {
  readonly #known = new Map<
    string,
    { readonly state: string; readonly lines: Promise<readonly AttestedLine[]> }
  >();

  /** Returns who wrote each line, as attested in `state`; undefined for lines without a note. */
  async of(
    file: { readonly folder: string; readonly path: string; readonly state: string },
    lines: readonly string[],
  ): Promise<readonly (Attested | undefined)[]> {
    const committed = await this.#committed(file);
    const kept = keptLines(
      committed.map(({ text }) => text),
      lines,
    );
    return lines.map((_, n) => committed[kept.get(n) ?? -1]?.attested);
  }

  #committed({
    folder,
    path,
    state,
  }: {
    readonly folder: string;
    readonly path: string;
    readonly state: string;
  }): Promise<readonly AttestedLine[]> {
    const known = this.#known.get(path);
    if (known?.state === state) return known.lines;
    const lines = attestedIn(folder, path);
    this.#known.delete(path);
    this.#known.set(path, { state, lines });
    const [first] = this.#known.keys();
    if (this.#known.size > maxFiles && first !== undefined) this.#known.delete(first);
    return lines;
  }
}

async function attestedIn(folder: string, path: string): Promise<readonly AttestedLine[]> {
  const lines = await committedLines(folder, path);
  const notes = await notesOf(folder, [...new Set(lines.map(({ commit }) => commit))]);
  return lines.map((line) => ({ ...line, attested: attestedBy(notes.get(line.commit), line) }));
}

function attestedBy(note: AuthorshipNote | undefined, { path, line }: CommittedLine): Attested | undefined {
  const entry = note?.files
    .get(path)
    ?.find(({ lines }) => lines.some(([from, to]) => from <= line && line <= to));
  if (!note || !entry) return undefined;
  if (isPerson(entry.key)) return { kind: 'person' };
  return { kind: 'conversation', key: entry.key, id: note.conversations.get(entry.key)?.id };
}
