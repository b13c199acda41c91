import { secretsFromEnvironment, systemClock } from '../disk/base/context.ts';
import { localTime, StoreError } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import type { Say } from '../disk/base/texts.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { allCopies } from '../history/copies/copyNotes.ts';
import { isWithOriginal } from '../history/copies/copyPlaces.ts';
import { copiesToRestore, copyOfId, deleteCopy } from '../history/copies/lostCopies.ts';
import type { HistoryCopy } from '../history/copies/types.ts';
import { contentsOf, type CopyContents } from '../store/copyContents.ts';
import type { CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

/** Arguments of `restore`. */
export interface RestoreOptions {
  /** Of what was deleted, or of a copy. */
  readonly id?: string;
  readonly as?: string;
  /** Restores the history from its second copy. */
  readonly copy?: true;
  readonly at?: string;
}

/**
 * `copies`: JSON `{copies: [{id, project, path, bytes, messages, archives, newest, followed, lost}]}`, or `{deleted}`
 * with the id of a deleted one.
 */
export async function copies(
  { delete: id }: { readonly delete?: string },
  { say, bold, dim }: Terminal,
): Promise<CommandResult> {
  const machine = thisMachine();
  if (id !== undefined) {
    const { path } = await deleteCopy(machine, id);
    return { json: { deleted: id }, text: say('Deleted the copy of {0}.', path) };
  }
  const lines: string[] = [];
  const json: object[] = [];
  for (const copy of [...allCopies(machine)].sort((a, b) => b.followedAt - a.followedAt)) {
    const contents = await contentsOf(copy);
    json.push(jsonOf(copy, contents));
    lines.push(`${copy.id}  ${bold(copy.path)} ${dim(describe(copy, contents, say))}`);
  }
  return { json: { copies: json }, text: lines.join('\n') || say('There are no copies.') };
}

/** `restore --copy`: JSON `{copy, path, messages, archives}`. */
export async function restoreFromCopy(
  { root, workspace: { places: machine } }: CliProject,
  { id, at }: RestoreOptions,
  { say, log, confirm, write }: Terminal,
): Promise<CommandResult> {
  const found = await copiesToRestore(machine, historyFolder(root));
  const copy = id === undefined ? chosenCopy(found, at) : copyOfId(allCopies(machine), id);
  const contents = await contentsOf(copy);
  const about = `${copy.path} (${describe(copy, contents, say)})`;
  if (copy.path !== root && id === undefined) {
    if (!confirm) throw refuse(`${about} is another folder. To restore it: restore --copy ${copy.id}`);
    await write(`${about}\n`);
    if (!(await confirm('Restore it into this project? ')))
      return { json: { copy: null }, text: say('Nothing was restored.'), failed: true };
  }
  const { restoreCopy } = await import('../store/restoreCopy.ts');
  const secrets = secretsFromEnvironment(machine.env, log);
  await restoreCopy(copy, root, { machine, clock: systemClock, log }, { secrets: () => secrets });
  const { messages, archives } = contents;
  return { json: { copy: copy.id, path: copy.path, messages, archives }, text: say('Restored {0}.', about) };
}

/** Returns the newest of the copies, or the newest that was current at a time. */
function chosenCopy(found: readonly HistoryCopy[], at: string | undefined): HistoryCopy {
  const until = at === undefined ? Infinity : Date.parse(at);
  if (Number.isNaN(until)) throw refuse(`--at ${JSON.stringify(at)} is not a time, as 2026-02-05T18:00.`);
  const copy = found.find(({ followedAt }) => followedAt <= until);
  if (copy) return copy;
  throw new StoreError('not_found', 'There is no copy of a history that this project lost. See copies.');
}

function describe(copy: HistoryCopy, { messages, archives, newest }: CopyContents, say: Say): string {
  const parts = [many(say, messages, 'message'), many(say, archives, 'archive')];
  if (newest !== undefined) parts.push(say('until {0}', localTime(newest)));
  parts.push(`${(copy.bytes / 1_000_000).toFixed(1)} MB`);
  if (!isWithOriginal(copy)) parts.push(say('the history itself is gone'));
  return parts.join(', ');
}

const jsonOf = (copy: HistoryCopy, { messages, archives, newest }: CopyContents): object => ({
  id: copy.id,
  project: copy.project,
  path: copy.path,
  bytes: copy.bytes,
  messages,
  archives,
  newest: newest === undefined ? null : new Date(newest).toISOString(),
  followed: new Date(copy.followedAt).toISOString(),
  lost: !isWithOriginal(copy),
});

const refuse = (message: string): StoreError => new StoreError('invalid_argument', message);
