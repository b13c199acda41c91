import { localTime } from './localTime.ts';
import { marked } from './marked.ts';
import { defined, StoreError } from '../store/base/core.ts';
import { entriesAround } from '../store/references.ts';
import { missingOn } from '../store/search/pendingNote.ts';
import { parseReference } from '../store/search/reference.ts';
import type { SearchHit, SourceKind } from '../store/search/types.ts';
import type { CliProject } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

export interface FindOptions {
  readonly words: readonly string[];
  readonly source?: readonly SourceKind[];
  readonly dialog?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** `search`: hits with time, place and role; JSON `{hits, total, cursor?, notes, pending?}` as the store gives them. */
export async function find(
  { store }: CliProject,
  options: FindOptions,
  terminal: Terminal,
): Promise<CommandResult> {
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
  return {
    json: page,
    text: [total, ...lines, ...more, ...missingOn(page)].join('\n'),
    afterwards: () => store.search.keep(),
  };
}

function hitText(hit: SearchHit, { bold, dim }: Terminal): string {
  const { ts, source, title, role, agent, reference, meant } = hit;
  const who = agent === undefined ? role : `${role} (${agent})`;
  const near = meant ? ` ${`≈ ${meant.join(', ')}`.trim()}` : '';
  return `${bold(`${localTime(ts)} ${source} ${title}`)} ${who}${near}\n  ${marked(hit.snippet, hit.ranges, bold)}\n  ${dim(reference)}`;
}

/** Messages shown before and after the one that is meant, unless a limit says otherwise. */
const around = 2;

export interface ShowArguments {
  readonly reference: string;
  readonly limit?: number;
}

/** `show`: the entry of a reference and its neighbours; JSON `{reference, source, name, messages: [{role, ts, id?, text}]}`. */
export async function show(
  project: CliProject,
  { reference: text, limit = 2 * around + 1 }: ShowArguments,
  { bold }: Terminal,
): Promise<CommandResult> {
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
