import type { Trash, TrashItem } from '../trash.ts';
import { fitTurns, type Budget } from './budget.ts';
import { contextTitle } from './archives.ts';
import { formatContext, parseActive, parseArchived } from './contextFiles.ts';
import type { ActiveContext, ArchivedContext, TrashedContext, Turn } from './types.ts';

const kinds = { active: 'context-active', archived: 'context-archived' } as const;

/** Puts what an active context held into the trash; gives its id there. */
export function trashedActive(trash: Trash, dialog: string, context: ActiveContext): Promise<string> {
  return trash.put(kinds.active, fields(dialog, context), formatContext(context));
}

/** Puts an archived context into the trash; gives its id there. */
export function trashedArchived(trash: Trash, dialog: string, context: ArchivedContext): Promise<string> {
  return trash.put(kinds.archived, fields(dialog, context), formatContext(context));
}

const fields = (dialog: string, context: ActiveContext | ArchivedContext) => ({
  dialog,
  contextId: context.contextId,
  title: contextTitle(context),
  turns: context.turns.length,
});

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

/** The context an item of the trash holds. */
export function trashedContent(item: TrashedContext, content: unknown): ActiveContext | ArchivedContext {
  return item.kind === 'active' ? parseActive(content) : parseArchived(content);
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
