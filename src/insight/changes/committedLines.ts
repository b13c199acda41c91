import { git } from '../../disk/base/git.ts';
import { notesRef, parseNote, type AuthorshipNote } from './gitAiNotes.ts';

/** A line of a file as the last commit holds it, and where it came from. */
export interface CommittedLine {
  readonly text: string;
  readonly commit: string;
  /** Path from the top of the working tree, and number from 1, in that commit. */
  readonly path: string;
  readonly line: number;
}

/** Number of commits per call of git, whose arguments are limited. */
const atOnce = 400;

/** Returns the lines of a file in the last commit; empty for a file that is not in it. */
export async function committedLines(folder: string, file: string): Promise<readonly CommittedLine[]> {
  // `HEAD` and these options keep git from running filters of the repository.
  const options = ['--line-porcelain', '--no-textconv', '-w', '-M', '--ignore-revs-file='];
  const said = (await git(folder, ['blame', ...options, 'HEAD'], [file])) ?? '';
  const found: CommittedLine[] = [];
  let [commit, line, path] = ['', 0, ''];
  for (const each of said.split('\n')) {
    const [, id, number] = /^([0-9a-f]{40,64}) (\d+) \d+/.exec(each) ?? [];
    if (each.startsWith('\t')) found.push({ text: each.slice(1).replace(/\r$/, ''), commit, path, line });
    else if (id !== undefined) [commit, line] = [id, Number(number)];
    else if (each.startsWith('filename ')) path = each.slice('filename '.length);
  }
  return found;
}

/** Returns git-ai's notes of commits, by commit. */
export async function notesOf(
  folder: string,
  commits: readonly string[],
): Promise<ReadonlyMap<string, AuthorshipNote>> {
  const found = new Map<string, AuthorshipNote>();
  for (let n = 0; n < commits.length; n += atOnce) {
    const some = commits.slice(n, n + atOnce);
    const format = ['--no-walk=unsorted', '--no-notes', `--notes=${notesRef}`, '--format=%x01%H%n%N'];
    const said = (await git(folder, ['log', ...format, ...some])) ?? '';
    for (const record of said.split('\u0001')) {
      const end = record.indexOf('\n');
      const note = parseNote(record.slice(end + 1));
      if (note) found.set(record.slice(0, end), note);
    }
  }
  return found;
}
