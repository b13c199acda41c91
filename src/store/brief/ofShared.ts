import { isTaken } from '../files/way.ts';
import type { SharedItem, SharedStore } from '../shared/types.ts';
import { oneLine, preview } from '../text/containText.ts';
import type { KeptStatement } from './kept.ts';
import { baseOf } from './statements.ts';
import type { BriefSection } from './types.ts';

const mostDecisions = 8;
const mostConstraints = 4;
/** Nobody's name takes more; files of others may say anything. Characters. */
const nameLength = 60;

const decision = /^(?:decisions?|决策|决定)$/;
const constraint = /^(?:constraints?|约束|限制)$/;
const pinned = /^(?:pinned|置顶)$/;

/** Where what is shared is looked up; nothing is loaded where nothing is. */
export interface SharedDecisions {
  /** Of `shared/`, which need not be there. */
  readonly folder: string;
  readonly shared: Pick<SharedStore, 'list'>;
}

/**
 * What colleagues shared as decided, to be heeded or pinned, each with its author, but for what is kept here in the same
 * words (`own`). Files with a conflict say neither.
 */
export async function ofShared(
  { folder, shared }: SharedDecisions,
  own: readonly Pick<KeptStatement, 'text'>[],
): Promise<KeptStatement[]> {
  if (!isTaken(folder)) return [];
  const said = new Set(own.map(({ text }) => text));
  return (await shared.list())
    .filter(({ problem }) => problem === undefined || problem === 'sameId')
    .flatMap(keptOf)
    .filter(({ text }) => !said.has(text));
}

function keptOf(item: SharedItem): KeptStatement[] {
  const how = sectionOf(item);
  if (how === undefined || item.text === '') return [];
  const { id, title, text, author, updatedAt } = item;
  const isTold = oneLine(text).includes(oneLine(title));
  return [
    {
      ...{ ...how, base: baseOf('shared', 'items'), entry: id, time: updatedAt, least: 60 },
      text: oneLine(isTold ? text : `${title}. ${text}`),
      ...(author !== undefined && { by: preview(author, nameLength) }),
    },
  ];
}

function sectionOf({
  kind,
  tags,
}: SharedItem): { readonly section: BriefSection; readonly rank: number; readonly most: number } | undefined {
  const has = (mark: RegExp): boolean => [kind.toLowerCase(), ...tags].some((one) => mark.test(one));
  if (has(pinned)) return { section: 'memories', rank: 0, most: Infinity };
  if (has(decision)) return { section: 'decisions', rank: 1, most: mostDecisions };
  return has(constraint) ? { section: 'constraints', rank: 2, most: mostConstraints } : undefined;
}
