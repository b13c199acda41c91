import type { LockedDialog } from '../dialogs/dialogAccess.ts';
import { StoreError } from '../base/core.ts';
import { parseJson } from '../files/json.ts';
import type { Trash, TrashItem } from '../files/trash.ts';
import { fitTurns, type Budget } from './budget.ts';
import { contextTitle } from './archives.ts';
import { formatContext, parseActive } from './contextFiles.ts';
import type { ActiveContext, ContextItem, TrashedContext, Turn } from './types.ts';

const kinds = { active: 'context-active', archived: 'context-archived' } as const;

/** Puts what an active context held into the trash; gives its id there. */
export async function trashedActive(
  trash: Trash,
  { name: dialog, place }: LockedDialog,
  context: ActiveContext,
): Promise<string> {
  const { contextId, turns } = context;
  const fields = { dialog, contextId, title: contextTitle(context), turns: turns.length };
  return (await trash.put(kinds.active, fields, formatContext(context), place.folder)).id;
}

/** Puts the file of an archived context into the trash as it is, damaged or not. */
export async function trashedArchived(
  trash: Trash,
  { name: dialog, place }: LockedDialog,
  { contextId, title, messageCount }: Pick<ContextItem, 'contextId' | 'title' | 'messageCount'>,
  content: Uint8Array,
): Promise<TrashedContext> {
  const about = { dialog, contextId, title, turns: messageCount };
  const { id, deletedAt } = await trash.put(kinds.archived, about, content, place.folder);
  return { id, ...about, kind: 'archived', deletedAt };
}

/** An item of the trash as what it is here; undefined for what is no context. */
export function trashedContext({ id, kind, deletedAt, fields }: TrashItem): TrashedContext | undefined {
  const { dialog, contextId, title, turns } = fields;
  const own = kind === kinds.active ? 'active' : kind === kinds.archived ? 'archived' : undefined;
  if (own === undefined || typeof dialog !== 'string' || typeof contextId !== 'string') return undefined;
  return {
    id,
    dialog,
    contextId,
    title: typeof title === 'string' ? title : '',
    kind: own,
    turns: typeof turns === 'number' ? turns : 0,
    deletedAt,
  };
}

/** The active context an item of the trash holds. Throws `damaged` when it cannot be read. */
export function trashedTurns({ id }: TrashedContext, content: Uint8Array): ActiveContext {
  const read = parseJson(content, parseActive);
  if (read.state === 'read') return read.value;
  const reason = read.state === 'damaged' ? read.reason : read.state;
  throw new StoreError(
    'damaged',
    `.trash/${id}/content.json cannot be read: ${reason}. It was left as it is; repair or remove it.`,
  );
}

/** Cleared turns in front of those that came since, under the old name. */
export function mergeTurns(cleared: ActiveContext, present: ActiveContext, budget: Budget): ActiveContext {
  const known = new Set(present.turns.map(key));
  const { turns, dropped } = fitTurns(
    [...cleared.turns.filter((turn) => !known.has(key(turn))), ...present.turns],
    budget,
  );
  const droppedTurns = (cleared.droppedTurns ?? 0) + dropped;
  return {
    ...cleared,
    turns,
    updatedAt: present.updatedAt,
    meta: present.meta,
    ...(droppedTurns > 0 && { droppedTurns }),
  };
}

const key = ({ ts, role, text }: Turn): string => `${ts} ${role} ${text}`;
