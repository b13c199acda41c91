import { defined, StoreError } from '../store/base/core.ts';
import { parseReference, type Reference } from '../store/search/reference.ts';
import { summaryEntry } from '../store/search/summaryEntry.ts';
import type { SearchHit, SourceKind } from '../store/search/types.ts';
import { textOf } from '../store/archive/message.ts';
import type { CliProject } from './project.ts';
import type { Outcome, Terminal } from './terminal.ts';

export interface FindOptions {
  readonly words: readonly string[];
  readonly source?: readonly SourceKind[];
  readonly dialog?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** `search`: hits with time, place and role; JSON `{hits, total, cursor?, notes}` as the store gives them. */
export async function find(
  { store }: CliProject,
  options: FindOptions,
  terminal: Terminal,
): Promise<Outcome> {
  const { words, source, ...rest } = options;
  const { dialog, limit, cursor } = rest;
  const request = {
    query: words.join(' '),
    zone: 'local' as const,
    ...defined({ sources: source, dialog, limit, cursor }),
  };
  const page = await store.search.find(request);
  const { say, dim } = terminal;
  const total = say([`${page.total} found.`, `找到 ${page.total} 条。`]);
  const lines = page.hits.map((hit) => hitText(hit, terminal));
  const more =
    page.cursor === undefined
      ? []
      : [dim(say([`More: --cursor ${page.cursor}`, `更多：--cursor ${page.cursor}`]))];
  return { json: page, text: [total, ...lines, ...more, ...page.notes].join('\n') };
}

function hitText(hit: SearchHit, { bold, dim }: Terminal): string {
  const { ts, source, title, role, agent, reference } = hit;
  const who = agent === undefined ? role : `${role} (${agent})`;
  return `${bold(`${localTime(ts)} ${source} ${title}`)} ${who}\n  ${marked(hit, bold)}\n  ${dim(reference)}`;
}

/** The snippet with what was searched for in bold. */
function marked({ snippet, ranges }: SearchHit, bold: (text: string) => string): string {
  let end = 0;
  const pieces = ranges.map(([from, to]) => {
    const piece = snippet.slice(end, from) + bold(snippet.slice(from, to));
    end = to;
    return piece;
  });
  return pieces.join('') + snippet.slice(end);
}

/** `2026-02-05 14:03`, as clocks here show it. */
export function localTime(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return Number.isNaN(date.getTime()) ? '–' : date.toISOString().slice(0, 16).replace('T', ' ');
}

/** Something said, wherever it is kept. */
interface Shown {
  readonly role: string;
  readonly ts: number;
  readonly id?: string;
  readonly text: string;
}

/** Messages shown before and after the one that is meant, unless a limit says otherwise. */
const around = 2;

export interface ShowOptions {
  readonly reference: string;
  readonly limit?: number;
}

/** `show`: the entry of a reference and its neighbours; JSON `{reference, source, name, messages: [{role, ts, id?, text}]}`. */
export async function show(
  project: CliProject,
  { reference: text, limit = 2 * around + 1 }: ShowOptions,
  { bold }: Terminal,
): Promise<Outcome> {
  const reference = parseReference(text);
  if (reference === undefined)
    throw new StoreError(
      'invalid_argument',
      `${JSON.stringify(text)} is no reference; search gives them: history://…`,
    );
  const before = Math.floor((limit - 1) / 2);
  const recent: Shown[] = [];
  let left: number | undefined;
  let number = 0;
  for await (const entry of entriesOf(project, reference)) {
    if (left === 0) break;
    number++;
    recent.push(entry);
    if (left !== undefined) left -= 1;
    else if (isMeant(entry, number, reference)) left = limit - 1 - Math.min(before, recent.length - 1);
    else if (recent.length > before) recent.shift();
  }
  if (left === undefined)
    throw new StoreError('not_found', `${text} names nothing that is there now. Search again for it.`);
  const { source, name } = reference;
  return {
    json: { reference: text, source, name, messages: recent },
    text: recent
      .map(({ role, ts, text: said }) => `${bold(`${role} ${localTime(ts)}`)}\n${said}\n`)
      .join('\n')
      .trimEnd(),
  };
}

/** By its id, its time, and as briefs name it: a message of a session by its number from 1, a memory by the beginning of its hash. */
function isMeant({ id, ts }: Shown, number: number, { source, entry }: Reference): boolean {
  if (id === entry || String(ts) === entry) return true;
  if (source === 'sessions') return String(number) === entry;
  return source === 'memories' && entry.length >= 8 && id?.startsWith(entry) === true;
}

/** The summary of a dialog as one entry; none where it has none. */
async function summaryOf(store: CliProject['store'], name: string): Promise<readonly Shown[]> {
  const query = { recentTurns: 0, includeSummary: true, includeMessages: false };
  const { summary } = await store.dialogs.detail(name, query);
  const dialog = (await store.dialogs.list()).find((one) => one.name === name);
  if (summary === undefined || !dialog) return [];
  const text = typeof summary === 'string' ? summary : JSON.stringify(summary, null, 2);
  return [{ id: summaryEntry, role: 'summary', ts: dialog.activeAt, text }];
}

async function* entriesOf(
  { store, workspace }: CliProject,
  { source, name, entry }: Reference,
): AsyncGenerator<Shown> {
  switch (source) {
    case 'dialogs':
      if (entry === summaryEntry) {
        yield* await summaryOf(store, name);
        return;
      }
      for await (const run of store.dialogs.all(name)) yield* run;
      return;
    case 'contexts':
      yield* (await store.contexts.get(name)).context.turns;
      return;
    case 'archives':
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const page = await store.archives.read(name, { offset });
        for (const { id, timestamp, type, text } of page.messages)
          yield { id, ts: Date.parse(timestamp), role: type, text };
        offset = page.nextOffset;
      }
      return;
    case 'sessions': {
      const session = await store.sessions.read(await store.sessions.find(workspace, name));
      for (const { id, timestamp, type, content } of session.messages)
        yield { id, ts: Date.parse(timestamp), role: type, text: textOf(content) };
      return;
    }
    case 'memories':
      for (const { hash, content, createdAt, type } of await store.memories.list())
        if (type === name) yield { id: hash, ts: createdAt, role: 'note', text: content };
  }
}
