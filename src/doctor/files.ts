import { join } from 'node:path';
import { asStoreError } from '../store/files/failure.ts';
import { entriesOf } from '../store/files/folders.ts';
import { fileKinds, type FileKind } from './fileKinds.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './place.ts';
import { puttingAside, takingOutLines } from './putAside.ts';
import type { Check, RepairableFinding, Patient } from './types.ts';

/** More of one kind are counted only. */
const maxTold = 50;
/** Of names in one message. */
const maxNames = 10;
/** What nobody reads as a file of the history: derived, or of the locks, or bytes of transcripts. */
const left = /^(?:\.index|\.locks|\.conversations\/raw)$/;
const aside = /\.damaged-[\dTZ]+(?:-[0-9a-f]+)?$/;

/** Whether every file of the history can be read, and what was put aside before. */
export const filesCheck: Check = {
  id: 'files',
  title: text('Files', '文件'),
  withinMs: 20_000,
  run: async (patient, enough) => {
    const history = historyOf(patient);
    if (history === undefined) return [];
    const found: RepairableFinding[] = [];
    const setAside: string[] = [];
    let examined = 0;
    for await (const file of filesBelow(history, '')) {
      if (enough.aborted) return [...found, ...asideOf(setAside), partly(examined)];
      if (aside.test(file)) setAside.push(file);
      const kind = fileKinds.find(({ pattern }) => pattern.test(file));
      if (kind === undefined) continue;
      examined++;
      found.push(...(await examineFile(history, file, kind, patient)));
    }
    const fine = ok('files.fine', text(`${examined} files can be read.`, `${examined} 个文件均可读取。`), {
      data: { files: examined },
    });
    return [...(found.length === 0 ? [fine] : capped(found)), ...asideOf(setAside)];
  },
};

/** Paths from the history folder, with slashes, of whatever is no folder. */
async function* filesBelow(history: string, folder: string): AsyncGenerator<string> {
  for (const entry of (await entriesOf(join(history, folder))) ?? []) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (left.test(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(history, path);
    else yield path;
  }
}

async function examineFile(
  history: string,
  file: string,
  { examine, isReadable }: FileKind,
  patient: Patient,
): Promise<readonly RepairableFinding[]> {
  const path = join(history, ...file.split('/'));
  try {
    const ailment = await examine(path);
    if (ailment?.kind === 'damaged') return [damaged(history, file, ailment.reason, patient)];
    if (ailment?.kind === 'newer') return [newer(file, ailment.v)];
    if (ailment === undefined || isReadable === undefined) return [];
    return [unreadableLines(history, file, { count: ailment.count, isReadable, patient })];
  } catch (error) {
    const told = asStoreError(error);
    const reason = told instanceof Error ? told.message : String(told);
    return [
      problem('file.closed', text(`${file} cannot be read: ${reason}`, `无法读取 ${file}：${reason}`), {
        ...{ subject: file, data: { reason } },
      }),
    ];
  }
}

const damaged = (history: string, file: string, reason: string, patient: Patient): RepairableFinding =>
  problem('file.damaged', text(`${file} is damaged: ${reason}.`, `${file} 已损坏：${reason}。`), {
    ...{ subject: file, data: { reason } },
    repair: puttingAside(history, file, reason, patient),
  });

const newer = (file: string, v: number): RepairableFinding =>
  problem(
    'file.newer',
    text(
      `${file} was written by a later version (format ${v}). Update this one.`,
      `${file} 由更新的版本写入（格式 ${v}）。请更新本程序。`,
    ),
    { subject: file, data: { v } },
  );

function unreadableLines(
  history: string,
  file: string,
  {
    count,
    isReadable,
    patient,
  }: { readonly count: number; readonly isReadable: (line: string) => boolean; readonly patient: Patient },
): RepairableFinding {
  const lines = count === 1 ? '1 line' : `${count} lines`;
  return problem(
    'file.lines',
    text(`${lines} of ${file} cannot be read and are skipped.`, `${file} 有 ${count} 行无法读取，已跳过。`),
    { subject: file, data: { lines: count }, repair: takingOutLines(history, file, isReadable, patient) },
  );
}

function asideOf(files: readonly string[]): readonly RepairableFinding[] {
  if (files.length === 0) return [];
  const names = [...files.slice(0, maxNames), ...(files.length > maxNames ? ['…'] : [])].join(', ');
  const [are, they] =
    files.length === 1 ? ['1 damaged file was', 'it'] : [`${files.length} damaged files were`, 'them'];
  return [
    note(
      'files.aside',
      text(
        `${are} put aside with all bytes: ${names}. Delete ${they} when you no longer need ${they}.`,
        `${files.length} 个损坏的文件已完整保留：${names}。不再需要时可删除。`,
      ),
      { data: { files: files.length } },
    ),
  ];
}

const partly = (files: number): RepairableFinding =>
  note(
    'files.partly',
    text(
      `There was time for ${files} files only; the others were not examined.`,
      `时间只够检查 ${files} 个文件；其余未检查。`,
    ),
    { data: { files } },
  );

function capped(found: readonly RepairableFinding[]): readonly RepairableFinding[] {
  const more = found.length - maxTold;
  if (more <= 0) return found;
  const rest = problem(
    'files.more',
    text(`${more} more files have something wrong.`, `另有 ${more} 个文件有问题。`),
    {
      data: { files: more },
    },
  );
  return [...found.slice(0, maxTold), rest];
}
