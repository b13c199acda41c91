import { secretsFromEnvironment, systemClock } from '../disk/base/context.ts';
import { isoTime, localTime, StoreError } from '../disk/base/core.ts';
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
  terminal: Terminal,
): Promise<CommandResult> {
  const { say, log } = terminal;
  const copy =
    id === undefined
      ? await chosenCopy(await copiesToRestore(machine, root, historyFolder(root)), { root, at }, terminal)
      : copyOfId(allCopies(machine), id);
  if (copy === undefined) return { json: { copy: null }, text: say('Nothing was restored.'), failed: true };
  const contents = await contentsOf(copy);
  const about = aboutCopy(copy, contents, say);
  const { restoreCopy } = await import('../store/restoreCopy.ts');
  const secrets = secretsFromEnvironment(machine.env, log);
  await restoreCopy(copy, root, { machine, clock: systemClock, log }, { secrets: () => secrets });
  const { messages, archives } = contents;
  return { json: { copy: copy.id, path: copy.path, messages, archives }, text: say('Restored {0}.', about) };
}

/**
 * Returns the newest of the copies, or the newest that was current at a time. Asks where a copy of another folder or
 * one of several projects may be meant; undefined if the person wants none.
 */
async function chosenCopy(
  found: readonly HistoryCopy[],
  { root, at }: { readonly root: string; readonly at: string | undefined },
  { say, confirm, write }: Terminal,
): Promise<HistoryCopy | undefined> {
  const until = at === undefined ? Infinity : Date.parse(at);
  if (Number.isNaN(until)) throw refuse(`--at ${JSON.stringify(at)} is not a time, as 2026-02-05T18:00.`);
  const possible = found.filter(({ followedAt }) => followedAt <= until);
  const [newest] = possible;
  if (newest === undefined) throw noneFound(found, at);
  const projects = new Set(possible.map(({ project }) => project));
  if (newest.path === root && projects.size === 1) return newest;
  const lines: string[] = [];
  for (const copy of possible) {
    const about = aboutCopy(copy, await contentsOf(copy), say);
    lines.push(`${about}: restore --copy ${copy.id}`);
    if (!confirm) continue;
    await write(`${about}\n`);
    if (await confirm('Restore it into this project? ')) return copy;
  }
  if (confirm) return undefined;
  throw refuse(`Say which copy to restore, as it may be that of another project:\n${lines.join('\n')}`);
}

function noneFound(found: readonly HistoryCopy[], at: string | undefined): StoreError {
  const oldest = found.at(-1);
  if (at === undefined || oldest === undefined)
    return new StoreError('not_found', 'There is no copy of a history that this project lost. See copies.');
  return new StoreError(
    'not_found',
    `No copy is as old as ${JSON.stringify(at)}; the oldest is of ${isoTime(oldest.followedAt)}. Give a later time, or leave out --at.`,
  );
}

const aboutCopy = (copy: HistoryCopy, contents: CopyContents, say: Say): string =>
  `${copy.path} (${describe(copy, contents, say)})`;

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
