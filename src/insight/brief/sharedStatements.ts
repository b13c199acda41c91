import { isTaken } from '../../disk/files/way.ts';
import type { SharedItem, SharedStore } from '../../history/shared/types.ts';
import { oneLine, preview } from '../../disk/text/containText.ts';
import { summaryStatements, type StoredStatement } from './storedStatements.ts';
import { baseOf } from './statements.ts';

const maxDecisions = 8;
const maxConstraints = 4;
const maxNotes = 4;
/** Names in files of others are cut to this length. Characters. */
const nameLength = 60;

const decision = /^(?:decisions?|决策|决定)$/;
const constraint = /^(?:constraints?|约束|限制)$/;
const note = /^(?:note|memory)$/;
const pinned = /^(?:pinned|置顶)$/;

/** Where to look up shared items; nothing is loaded where there are none. */
export interface SharedDecisions {
  /** Path of `shared/`, which may be missing. */
  readonly folder: string;
  readonly shared: Pick<SharedStore, 'list'>;
}

/**
 * Collects decisions, constraints, pinned items, notes and what summaries say of these that colleagues shared, each with
 * its author, oldest first, except those in `own` with the same words. Skips files with a conflict.
 */
export async function sharedStatements(
  { folder, shared }: SharedDecisions,
  own: readonly Pick<StoredStatement, 'text'>[],
): Promise<StoredStatement[]> {
  if (!isTaken(folder)) return [];
  const said = new Set(own.map(({ text }) => text));
  return (await shared.list())
    .filter(({ problem }) => problem === undefined || problem === 'sameId')
    .toSorted((a, b) => a.updatedAt - b.updatedAt)
    .flatMap(statementOf)
    .filter(({ text }) => !said.has(text));
}

function statementOf(item: SharedItem): StoredStatement[] {
  const { id, kind, title, text, author, updatedAt } = item;
  if (text === '') return [];
  const by = author === undefined ? {} : { by: preview(author, nameLength) };
  const at = { base: baseOf('shared', 'items'), entry: id, time: updatedAt };
  const how = sectionOf(item);
  if (how === undefined && kind === 'summary')
    return summaryStatements(sectionsIn(text), at).map((statement) => ({
      ...statement,
      list: `${statement.list ?? ''} ${id}`,
      ...by,
    }));
  if (how === undefined) return [];
  const isTold = oneLine(text).includes(oneLine(title));
  return [{ ...how, ...at, minLength: 60, text: oneLine(isTold ? text : `${title}. ${text}`), ...by }];
}

/** Parses the Markdown of a summary: what is listed below each heading. */
function sectionsIn(text: string): Readonly<Record<string, readonly string[]>> {
  const sections: Record<string, string[]> = {};
  let items: string[] = [];
  for (const line of text.split('\n')) {
    const heading = /^#{1,6} +(.+?)\s*$/.exec(line)?.[1];
    const item = /^[-*] +(.+)$/.exec(line)?.[1];
    if (heading !== undefined) items = sections[heading] ??= [];
    else if (item !== undefined) items.push(item);
    else if (/^ +\S/.test(line) && items.length > 0) items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return sections;
}

function sectionOf({
  kind,
  tags,
}: SharedItem): Pick<StoredStatement, 'section' | 'rank' | 'limit' | 'list'> | undefined {
  const has = (mark: RegExp): boolean => [kind.toLowerCase(), ...tags].some((one) => mark.test(one));
  if (has(pinned)) return { section: 'memories', rank: 0, limit: Infinity };
  if (has(decision)) return { section: 'decisions', rank: 1, limit: maxDecisions };
  if (has(constraint)) return { section: 'constraints', rank: 2, limit: maxConstraints };
  return has(note) ? { section: 'memories', rank: 3, limit: maxNotes, list: 'shared notes' } : undefined;
}
