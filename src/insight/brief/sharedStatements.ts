import { isTaken } from '../../disk/files/way.ts';
import type { SharedItem, SharedStore } from '../../history/shared/types.ts';
import { oneLine, preview } from '../../disk/text/containText.ts';
import type { StoredStatement } from './storedStatements.ts';
import { baseOf } from './statements.ts';
import type { BriefSection } from './types.ts';

const maxDecisions = 8;
const maxConstraints = 4;
/** Names in files of others are cut to this length. Characters. */
const nameLength = 60;

const decision = /^(?:decisions?|决策|决定)$/;
const constraint = /^(?:constraints?|约束|限制)$/;
const pinned = /^(?:pinned|置顶)$/;

/** Where to look up shared items; nothing is loaded where there are none. */
export interface SharedDecisions {
  /** Path of `shared/`, which may be missing. */
  readonly folder: string;
  readonly shared: Pick<SharedStore, 'list'>;
}

/**
 * Collects decisions, constraints and pinned items that colleagues shared, each with its author, except those in `own`
 * with the same words. Skips files with a conflict.
 */
export async function sharedStatements(
  { folder, shared }: SharedDecisions,
  own: readonly Pick<StoredStatement, 'text'>[],
): Promise<StoredStatement[]> {
  if (!isTaken(folder)) return [];
  const said = new Set(own.map(({ text }) => text));
  return (await shared.list())
    .filter(({ problem }) => problem === undefined || problem === 'sameId')
    .flatMap(statementOf)
    .filter(({ text }) => !said.has(text));
}

function statementOf(item: SharedItem): StoredStatement[] {
  const how = sectionOf(item);
  if (how === undefined || item.text === '') return [];
  const { id, title, text, author, updatedAt } = item;
  const isTold = oneLine(text).includes(oneLine(title));
  return [
    {
      ...how,
      base: baseOf('shared', 'items'),
      entry: id,
      time: updatedAt,
      minLength: 60,
      text: oneLine(isTold ? text : `${title}. ${text}`),
      ...(author !== undefined && { by: preview(author, nameLength) }),
    },
  ];
}

function sectionOf({
  kind,
  tags,
}: SharedItem):
  | { readonly section: BriefSection; readonly rank: number; readonly limit: number }
  | undefined {
  const has = (mark: RegExp): boolean => [kind.toLowerCase(), ...tags].some((one) => mark.test(one));
  if (has(pinned)) return { section: 'memories', rank: 0, limit: Infinity };
  if (has(decision)) return { section: 'decisions', rank: 1, limit: maxDecisions };
  return has(constraint) ? { section: 'constraints', rank: 2, limit: maxConstraints } : undefined;
}
