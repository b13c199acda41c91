import type { LockedDialog } from '../dialogs/dialogSnapshot.ts';
import { StoreError } from '../../disk/base/core.ts';
import { parseJson } from '../../disk/files/json.ts';
import type { Trash, TrashItem } from '../../disk/files/trash.ts';
import { fitTurns, type Budget } from './budget.ts';
import { contextTitle } from './archives.ts';
import { formatContext, parseActive } from './contextFiles.ts';
import type { ActiveContext, ContextItem, TrashedContext, Turn } from './types.ts';

const kinds = { active: 'context-active', archived: 'context-archived' } as const;

/** Moves an active context's content to the trash; returns its id there. */
export async function trashedActive(
  trash: Trash,
  { name: dialog, place }: LockedDialog,
  context: ActiveContext,
): Promise<string> {
  const { contextId, turns } = context;
  const fields = { dialog, contextId, title: contextTitle(context), turns: turns.length };
  return (await trash.put(kinds.active, fields, formatContext(context), place.folder)).id;
}

/** Moves the file of an archived context to the trash unchanged, damaged or not. */
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

/** Describes a trash item as a context; undefined for other items. */
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

/** Reads an active context from a trash item. Throws `damaged` if it cannot be read. */
export function trashedTurns({ id }: TrashedContext, content: Uint8Array): ActiveContext {
  const read = parseJson(content, parseActive);
  if (read.state === 'read') return read.value;
  const reason = read.state === 'damaged' ? read.reason : read.state;
  throw new StoreError(
    'damaged',
    `.trash/${id}/content.json cannot be read: ${reason}. It was left as it is; repair or remove it.`,
  );
}

/** Inserts cleared turns before later ones, under the old title. */
export function mergeTurns(cleared: ActiveContext, current: ActiveContext, budget: Budget): ActiveContext {
  const known = new Set(current.turns.map(key));
  const { turns, dropped } = fitTurns(
    [...cleared.turns.filter((turn) => !known.has(key(turn))), ...current.turns],
    budget,
  );
  const droppedTurns = (cleared.droppedTurns ?? 0) + dropped;
  return {
    ...cleared,
    turns,
    updatedAt: current.updatedAt,
    meta: current.meta,
    ...(droppedTurns > 0 && { droppedTurns }),
  };
}

const key = ({ ts, role, text }: Turn): string => `${ts} ${role} ${text}`;
