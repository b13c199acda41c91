import { type KnownSection, itemText, viewSummary } from '../protocol/summarySections.ts';
import { defined, isObject, jsonProblem, StoreError } from '../store/base/core.ts';
import { quotable } from '../store/text/containText.ts';
import { exportJson, exportMarkdown } from '../store/dialogs/export.ts';
import type { NewEntry, Role } from '../store/dialogs/types.ts';
import { importSession } from '../store/sessions/importSession.ts';
import { oneByOne } from '../store/transcripts/shared/whole.ts';
import type { CliProject } from './project.ts';
import { localTime } from './localTime.ts';
import { many, readInput, type CommandResult, type Terminal, type Text } from './terminal.ts';

/** `status`: JSON `{project, folder, dialogs: [{name, active, messages, bytes, compact}], activeDialog, archives, sessions, memories, damaged}`. */
export async function status(
  { root, store, workspace }: CliProject,
  _options: object,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const overviews = await Promise.all(
    (await store.dialogs.list()).map(({ name }) => store.dialogs.overview(name)),
  );
  const dialogs = overviews.flatMap((overview) => overview ?? []);
  const { name: activeDialog, chosen } = await store.dialogs.active();
  const { archives, damaged } = await store.archives.list();
  const { total: sessions } = await store.sessions.list(workspace, { limit: 1 });
  const { memories, problems } = await store.memories.health();
  const wrong = [
    ...dialogs.flatMap(({ name, damaged: files }) => files.map((file) => `${name}: ${file}`)),
    ...damaged.map(({ name, reason }) => `${name}: ${reason}`),
    ...problems,
  ];
  const listed = dialogs.map(({ name, activeAt, messages, bytes, maintenance }) => ({
    ...{
      name,
      active: new Date(activeAt).toISOString(),
      messages,
      bytes,
      compact: maintenance !== undefined,
    },
  }));
  const counts = { archives: archives.length, sessions, memories };
  const lines = dialogs.map(({ name, activeAt, messages, maintenance }) => {
    const full = maintenance === undefined ? '' : say([', to be compacted', '，需要压缩']);
    const now = chosen && name === activeDialog ? say([', active', '，当前对话']) : '';
    return `  ${bold(name)} ${dim(say([`${many(messages, 'message')}, ${localTime(activeAt)}${now}${full}`, `${messages} 条消息，${localTime(activeAt)}${now}${full}`]))}`;
  });
  const head = say([
    `${many(dialogs.length, 'dialog')}, ${many(archives.length, 'archive')}, ${many(memories, 'memory')}; ${many(sessions, 'session')} of agents`,
    `${dialogs.length} 个对话，${archives.length} 个归档，${memories} 条记忆；${sessions} 个智能体会话`,
  ]);
  return {
    json: { project: root, folder: store.folder, dialogs: listed, activeDialog, ...counts, damaged: wrong },
    text: [
      bold(root),
      head,
      ...lines,
      ...wrong.map((line) => say([`Damaged: ${line}`, `已损坏：${line}`])),
    ].join('\n'),
  };
}

export interface SaveOptions {
  readonly dialog: string;
  readonly text?: string;
  readonly role: Role;
  readonly entries?: true;
}

/** `save`: JSON `{dialog, saved, duplicates}`. The empty name means the active dialog, as everywhere. */
export async function saveMessages(
  { store }: CliProject,
  { dialog: given, text, role, entries }: SaveOptions,
  { say }: Terminal,
): Promise<CommandResult> {
  const dialog = given || (await store.dialogs.active()).name;
  const content = text ?? (await readInput());
  const { saved, duplicates } = await store.dialogs.save(
    dialog,
    entries ? entriesIn(content) : [entryOf(content, role)],
  );
  const known: Text = [`, ${duplicates} were there already`, `，${duplicates} 条已存在`];
  const done = say([`Saved ${many(saved, 'message')} in ${dialog}`, `已在 ${dialog} 中保存 ${saved} 条消息`]);
  return { json: { dialog, saved, duplicates }, text: done + (duplicates > 0 ? say(known) : '') };
}

function entryOf(text: string, role: Role): NewEntry {
  const said = text.trimEnd();
  if (said !== '') return { role, text: said };
  throw invalid('There is no text to save: give it as an argument or on standard input.');
}

function entriesIn(text: string): readonly NewEntry[] {
  return arrayIn(text).map((entry, index) => {
    const { role, text: said, ts, id } = isObject(entry) ? entry : {};
    const isRight =
      (role === 'user' || role === 'assistant') &&
      typeof said === 'string' &&
      (ts === undefined || typeof ts === 'number') &&
      (id === undefined || typeof id === 'string');
    if (isRight) return { role, text: said, ...defined({ ts, id }) };
    throw invalid(
      `Entry ${index} is ${quotable(JSON.stringify(entry), 80)}; each is {role: "user" or "assistant", text, ts?: milliseconds, id?}. Nothing was saved.`,
    );
  });
}

function arrayIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch (error) {
    throw invalid(`--entries takes a JSON array, but got what is no JSON: ${jsonProblem(error)}`);
  }
  throw invalid('--entries takes a JSON array of {role, text}.');
}

/** `import`: JSON `{dialog, saved, duplicates}`. What was imported before is not stored again. */
export async function importInto(
  { store, workspace }: CliProject,
  { session = 'latest', dialog }: { readonly session?: string; readonly dialog?: string },
  { say }: Terminal,
): Promise<CommandResult> {
  const info = await store.sessions.find(workspace, session);
  const name = dialog ?? info.title;
  const { messages } = await store.sessions.read(info);
  const counts = await importSession(store.dialogs, name, { info, messages: oneByOne(messages) });
  const text: Text = [
    `Imported ${many(counts.saved, 'message')} into ${name}; ${counts.duplicates} were there already.`,
    `已将 ${counts.saved} 条消息导入 ${name}；${counts.duplicates} 条已存在。`,
  ];
  return { json: { dialog: name, ...counts }, text: say(text) };
}

export interface ExportOptions {
  readonly dialog: string;
  readonly format: 'md' | 'json';
}

/** `export`: the document; JSON `{dialog, text}`. */
export async function exportDialog(
  { store }: CliProject,
  { dialog: given, format }: ExportOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const dialog = given || (await store.dialogs.active()).name;
  if ((await store.dialogs.overview(dialog)) === undefined)
    throw new StoreError('not_found', `There is no dialog ${JSON.stringify(dialog)}. status lists them.`);
  const source = {
    dialog,
    summary: await store.dialogs.summary(dialog),
    messages: store.dialogs.all(dialog),
  };
  const text =
    format === 'json'
      ? exportJson(source)
      : exportMarkdown(source, sections(source.summary, terminal), words(terminal));
  const document = await whole(text);
  return { json: { dialog, text: document }, text: document.trimEnd() };
}

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const sectionNames: Readonly<Record<KnownSection, Text>> = {
  decisions: ['Decisions', '决策'],
  constraints: ['Constraints', '约束'],
  todo: ['To Do', '待办'],
  issues: ['Issues', '问题'],
  facts: ['Facts', '事实'],
  references: ['References', '参考'],
};

function sections(summary: Parameters<typeof viewSummary>[0], { say }: Terminal) {
  const view = viewSummary(summary);
  const text = say(['Text', '文本']);
  if (view.kind === 'empty') return [];
  if (view.kind === 'text') return [{ label: text, lines: [view.text] }];
  return view.sections.map(({ key, known, items }) => ({
    label: known === undefined ? key || text : say(sectionNames[known]),
    lines: items.map(itemText),
  }));
}

const words = ({ say }: Terminal) => ({
  summary: say(['Summary', '摘要']),
  messages: say(['Messages', '消息']),
  user: say(['User', '用户']),
  assistant: say(['Assistant', '助手']),
});

const invalid = (message: string): StoreError => new StoreError('invalid_argument', message);
