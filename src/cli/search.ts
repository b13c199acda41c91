import { defined, StoreError } from '../store/base/core.ts';
import { entriesAround } from '../store/references.ts';
import { parseReference } from '../store/search/reference.ts';
import type { SearchHit, SourceKind } from '../store/search/types.ts';
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
  const messages = await entriesAround(project, reference, limit);
  const { source, name } = reference;
  return {
    json: { reference: text, source, name, messages },
    text: messages
      .map(({ role, ts, text: said }) => `${bold(`${role} ${localTime(ts)}`)}\n${said}\n`)
      .join('\n')
      .trimEnd(),
  };
}
