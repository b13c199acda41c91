import { join } from 'node:path';
import { asStoreError } from '../disk/files/failure.ts';
import { entriesOf } from '../disk/files/folders.ts';
import { fileKinds, type FileKind } from './fileKinds.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './historyFolder.ts';
import { moveAside, removeUnreadableLines } from './fileRepairs.ts';
import type { Check, RepairableFinding, CheckTarget } from './types.ts';

/** Maximum findings of one kind; more are only counted. */
const maxFindings = 50;
/** Maximum number of names in a message. */
const maxNames = 10;
/** Files not parsed as part of the history: derived files, locks and copies of transcripts. */
const skipped = /^(?:\.index|\.locks|\.conversations\/raw)$/;
const aside = /\.damaged-[\dTZ]+(?:-[0-9a-f]+)?$/;

/** Checks that all files of the history are readable, and lists damaged ones set aside before. */
export const filesCheck: Check = {
  id: 'files',
  title: text('Files'),
  withinMs: 20_000,
  run: async (target, signal) => {
    const history = historyOf(target);
    if (history === undefined) return [];
    const found: RepairableFinding[] = [];
    const setAside: string[] = [];
    let examined = 0;
    for await (const file of filesBelow(history, '')) {
      if (signal.aborted) return [...found, ...asideOf(setAside), timeLimited(examined)];
      if (aside.test(file)) setAside.push(file);
      const kind = fileKinds.find(({ pattern }) => pattern.test(file));
      if (kind === undefined) continue;
      examined++;
      found.push(...(await examineFile(history, file, kind, target)));
    }
    const fine = ok('files.fine', text('{0} files can be read.', examined), {
      data: { files: examined },
    });
    return [...(found.length === 0 ? [fine] : capped(found)), ...asideOf(setAside)];
  },
};

/** Yields paths of files, relative to the history folder, with slashes. */
async function* filesBelow(history: string, folder: string): AsyncGenerator<string> {
  for (const entry of (await entriesOf(join(history, folder))) ?? []) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (skipped.test(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(history, path);
    else yield path;
  }
}

async function examineFile(
  history: string,
  file: string,
  { examine, isReadable }: FileKind,
  target: CheckTarget,
): Promise<readonly RepairableFinding[]> {
  const path = join(history, ...file.split('/'));
  try {
    const found = await examine(path);
    if (found?.kind === 'damaged') return [damaged(history, file, found.reason, target)];
    if (found?.kind === 'newer') return [newer(file, found.v)];
    if (found === undefined || isReadable === undefined) return [];
    return [unreadableLines(history, file, { count: found.count, isReadable, target })];
  } catch (error) {
    const failure = asStoreError(error);
    const reason = failure instanceof Error ? failure.message : String(failure);
    return [
      problem('file.closed', text('{0} cannot be read: {1}', file, reason), {
        subject: file,
        data: { reason },
      }),
    ];
  }
}

const damaged = (history: string, file: string, reason: string, target: CheckTarget): RepairableFinding =>
  problem('file.damaged', text('{0} is damaged: {1}.', file, reason), {
    subject: file,
    data: { reason },
    repair: moveAside(history, file, reason, target),
  });

const newer = (file: string, v: number): RepairableFinding =>
  problem('file.newer', text('{0} was written by a later version (format {1}). Update this one.', file, v), {
    subject: file,
    data: { v },
  });

function unreadableLines(
  history: string,
  file: string,
  {
    count,
    isReadable,
    target,
  }: { readonly count: number; readonly isReadable: (line: string) => boolean; readonly target: CheckTarget },
): RepairableFinding {
  const lines = count === 1 ? text('1 line') : text('{0} lines', count);
  return problem('file.lines', text('{0} of {1} cannot be read and are skipped.', lines, file), {
    subject: file,
    data: { lines: count },
    repair: removeUnreadableLines(history, file, isReadable, target),
  });
}

function asideOf(files: readonly string[]): readonly RepairableFinding[] {
  if (files.length === 0) return [];
  const names = [...files.slice(0, maxNames), ...(files.length > maxNames ? ['…'] : [])].join(', ');
  const count = files.length;
  const message =
    count === 1
      ? text('1 damaged file was put aside with all bytes: {0}. Delete it when you no longer need it.', names)
      : text(
          '{0} damaged files were put aside with all bytes: {1}. Delete them when you no longer need them.',
          count,
          names,
        );
  return [note('files.aside', message, { data: { files: count } })];
}

const timeLimited = (files: number): RepairableFinding =>
  note('files.partly', text('There was time for {0} files only; the others were not examined.', files), {
    data: { files },
  });

function capped(found: readonly RepairableFinding[]): readonly RepairableFinding[] {
  const more = found.length - maxFindings;
  if (more <= 0) return found;
  const rest = problem('files.more', text('{0} more files have something wrong.', more), {
    data: { files: more },
  });
  return [...found.slice(0, maxFindings), rest];
}
