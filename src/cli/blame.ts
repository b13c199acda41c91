import { join } from 'node:path';
import { git, gitWithInput } from '../disk/base/git.ts';
import { topOf } from '../disk/base/projectFolder.ts';
import { contains } from '../disk/base/projectFolder.ts';
import { StoreError } from '../disk/base/core.ts';
import type { CommitNote } from '../insight/changes/types.ts';
import type { CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

declare const HISTORY_STORE_VERSION: string;

/**
 * `blame`: which lines of commits are from sessions, in the form of git-ai's notes; JSON `{written, notes: [{commit,
 * lines, text}]}`. Commits that have a note keep it. As Agent Trace: a record per line; JSON `{traces: […]}`.
 */
export async function blame(
  { root, store, workspace }: CliProject,
  { paths = [], writeNotes = false, format = 'git-ai' }: BlameOptions,
  { say }: Terminal,
): Promise<CommandResult> {
  const files = paths.length > 0 ? paths : await trackedFiles(root);
  if (format === 'agent-trace') {
    if (writeNotes) throw new StoreError('invalid_argument', '--write-notes writes notes of git-ai only.');
    const tool = { name: 'mcp-history-store', version: HISTORY_STORE_VERSION };
    const traces = (await store.changes.traces(workspace, files)).map((trace) => ({ ...trace, tool }));
    return { json: { traces }, text: traces.map((trace) => JSON.stringify(trace)).join('\n') };
  }
  const notes = await store.changes.notes(workspace, files);
  if (writeNotes) await write(root, notes);
  const lines = notes.reduce((sum, note) => sum + note.lines, 0);
  const counts = [many(say, lines, 'line'), many(say, notes.length, 'commit')] as const;
  return {
    json: { written: writeNotes, notes },
    text: writeNotes
      ? say('Wrote notes for {0} in {1} (refs/notes/ai).', ...counts)
      : say('{0} in {1} can be noted: give --write-notes.', ...counts),
  };
}

interface BlameOptions {
  readonly paths?: readonly string[];
  readonly writeNotes?: boolean;
  readonly format?: 'git-ai' | 'agent-trace';
}

async function trackedFiles(root: string): Promise<readonly string[]> {
  const top = topOf(root);
  const said = await git(root, ['ls-files', '-z']);
  if (said === undefined || top === undefined)
    throw new StoreError('invalid_argument', `${root} is not in a git repository with commits.`);
  const files = said.split('\0').flatMap((path) => (path === '' ? [] : [join(top, path)]));
  return files.filter((file) => contains(root, file));
}

async function write(root: string, notes: readonly CommitNote[]): Promise<void> {
  for (const { commit, text } of notes) {
    const args = ['notes', '--ref=refs/notes/ai', 'add', '-F', '-', commit];
    if ((await gitWithInput(root, args, text)) === undefined)
      throw new StoreError(
        'storage',
        `git could not write a note for ${commit}. Set user.name and user.email.`,
      );
  }
}
