import { agentNameOf } from '../agents/agents.ts';
import { localTime, defined, StoreError } from '../disk/base/core.ts';
import type { Say } from '../disk/base/texts.ts';
import { entriesAround } from '../store/references.ts';
import { missingOn } from '../find/search/pendingNote.ts';
import { parseReference } from '../find/search/reference.ts';
import type { SearchHit, SearchPage, SourceKind } from '../find/search/types.ts';
import type { CliProject } from './project.ts';
import { many, marked, type CommandResult, type Terminal } from './terminal.ts';

export interface FindOptions {
  readonly words: readonly string[];
  readonly source?: readonly SourceKind[];
  readonly dialog?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly within?: number;
}

/**
 * `search`: hits with time, dialog and role; JSON `{hits, total, related?, cursor?, reading?, notes, pending?}` as the store returns.
 */
export async function find(
  { store }: CliProject,
  options: FindOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { words, source, within, ...rest } = options;
  const { dialog, limit, cursor } = rest;
  const { say, language, dim, progress } = terminal;
  const request = {
    query: words.join(' '),
    zone: 'local' as const,
    language,
    ...defined({ sources: source, dialog, limit, cursor }),
  };
  const page = await store.search.find({
    ...request,
    waiting: {
      withinMs: within === undefined ? Infinity : within * 1_000,
      progress: (left) => progress(say('Reading {0} …', many(say, left, 'session'))),
    },
  });
  progress('');
  const total = foundText(page, say);
  const lines = page.hits.map((hit) => hitText(hit, terminal));
  const more = page.cursor === undefined ? [] : [dim(say('More: --cursor {0}', page.cursor))];
  return {
    json: page,
    text: [total, ...lines, ...more, ...missingOn(page, say)].join('\n'),
    afterwards: () => store.search.keep(),
  };
}

function foundText({ total, related = 0 }: SearchPage, say: Say): string {
  if (related === 0) return say('{0} found.', total);
  if (related === total) return say('Nothing contains these words; {0} related by meaning (≈).', related);
  return say('{0} found, and {1} related by meaning only (≈).', total - related, related);
}

function hitText(hit: SearchHit, { bold, dim }: Terminal): string {
  const { ts, source, title, role, agent, reference, meant } = hit;
  const who = agent === undefined ? role : `${role} (${agentNameOf(agent)})`;
  const near = meant ? ` ${`≈ ${meant.join(', ')}`.trim()}` : '';
  return `${bold(`${localTime(ts)} ${source} ${title}`)} ${who}${near}\n  ${marked(hit.snippet, hit.ranges, bold)}\n  ${dim(reference)}`;
}

/** Default number of messages before and after the requested one. */
const around = 2;

export interface ShowArguments {
  readonly reference: string;
  readonly limit?: number;
}

/**
 * `show`: a referenced entry and its neighbors; JSON `{reference, source, name, messages: [{role, ts, id?, text}]}`.
 */
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
