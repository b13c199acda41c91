import { type KnownSection, itemText, viewSummary } from '../protocol/summarySections.ts';
import { localTime, defined, isObject, jsonProblem, StoreError } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { quotable } from '../disk/text/containText.ts';
import { exportJson, exportMarkdown } from '../history/dialogs/export.ts';
import type { NewEntry, Role } from '../history/dialogs/types.ts';
import { importSession } from '../history/sessions/importSession.ts';
import { oneByOne } from '../agents/reading/whole.ts';
import type { CliProject } from './project.ts';
import { many, readInput, type CommandResult, type Terminal, noteOfMasked } from './terminal.ts';

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
    name,
    active: new Date(activeAt).toISOString(),
    messages,
    bytes,
    compact: maintenance !== undefined,
  }));
  const counts = { archives: archives.length, sessions, memories };
  const lines = dialogs.map(({ name, activeAt, messages, maintenance }) => {
    const full = maintenance === undefined ? '' : say(', to be compacted');
    const now = chosen && name === activeDialog ? say(', active') : '';
    return `  ${bold(name)} ${dim(say('{0}, {1}{2}{3}', many(say, messages, 'message'), localTime(activeAt), now, full))}`;
  });
  const head = say(
    '{0}, {1}, {2}; {3}',
    many(say, dialogs.length, 'dialog'),
    many(say, archives.length, 'archive'),
    many(say, memories, 'memory'),
    many(say, sessions, 'agent session'),
  );
  return {
    json: { project: root, folder: store.folder, dialogs: listed, activeDialog, ...counts, damaged: wrong },
    text: [bold(root), head, ...lines, ...wrong.map((line) => say('Damaged: {0}', line))].join('\n'),
  };
}

export interface SaveOptions {
  readonly dialog: string;
  readonly text?: string;
  readonly role: Role;
  readonly entries?: true;
}

/** `save`: JSON `{dialog, saved, duplicates}`. An empty name means the active dialog, as everywhere. */
export async function saveMessages(
  { store }: CliProject,
  { dialog: given, text, role, entries }: SaveOptions,
  { say }: Terminal,
): Promise<CommandResult> {
  const dialog = given || (await store.dialogs.active()).name;
  const content = text ?? (await readInput());
  const messages = entries ? entriesIn(content) : [entryOf(content, role)];
  const { result, masked } = await store.secrets.counted(() => store.dialogs.save(dialog, messages));
  const { saved, duplicates } = result;
  const note = noteOfMasked(saved > 0 ? masked : 0, say);
  const known = say(', {0} were there already', duplicates);
  const done = say('Saved {0} in {1}', many(say, saved, 'message'), dialog);
  return {
    json: { dialog, saved, duplicates, ...note.json },
    text: done + (duplicates > 0 ? known : '') + note.text,
  };
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

/** `import`: JSON `{dialog, saved, duplicates}`. Messages imported before are skipped. */
export async function importInto(
  { store, workspace }: CliProject,
  { session = 'latest', dialog }: { readonly session?: string; readonly dialog?: string },
  { say }: Terminal,
): Promise<CommandResult> {
  const info = await store.sessions.find(workspace, session);
  const name = dialog ?? info.title;
  const { result: counts, masked } = await store.secrets.counted(async () => {
    const { messages } = await store.sessions.read(info);
    return importSession(store.dialogs, name, { info, messages: oneByOne(messages) });
  });
  const note = noteOfMasked(counts.saved > 0 ? masked : 0, say);
  const text = say(
    'Imported {0} into {1}; {2} were there already.',
    many(say, counts.saved, 'message'),
    name,
    counts.duplicates,
  );
  return { json: { dialog: name, ...counts, ...note.json }, text: text + note.text };
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
  decisions: 'Decisions',
  constraints: 'Constraints',
  todo: 'To Do',
  issues: 'Issues',
  facts: 'Facts',
  references: 'References // section of a summary',
};

function sections(summary: Parameters<typeof viewSummary>[0], { say }: Terminal) {
  const view = viewSummary(summary);
  const text = say('Text');
  if (view.kind === 'empty') return [];
  if (view.kind === 'text') return [{ label: text, lines: [view.text] }];
  return view.sections.map(({ key, known, items }) => ({
    label: known === undefined ? key || text : say(sectionNames[known]),
    lines: items.map(itemText),
  }));
}

const words = ({ say }: Terminal) => ({
  summary: say('Summary'),
  messages: say('Messages'),
  user: say('User'),
  assistant: say('Assistant'),
});

const invalid = (message: string): StoreError => new StoreError('invalid_argument', message);
