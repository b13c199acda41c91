import type { Damage, Role } from '../dialogs/types.ts';

/** One message of a working context: only what the person and the agent said. */
export interface Turn {
  readonly v: 1;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly role: Role;
  readonly text: string;
}

/** Up to where in a dialog's messages a context reaches. */
export interface Reach {
  /** Epoch of the dialog; positions of another epoch mean nothing, and `ts` decides. */
  readonly epoch: string;
  /** How many messages of the dialog lie before it. */
  readonly position: number;
  /** Time of the last message before it, milliseconds; 0 for none. */
  readonly ts: number;
}

interface Context {
  readonly v: 1;
  readonly contextId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly title?: string;
  /** Oldest first. */
  readonly turns: readonly Turn[];
  /** Older turns that left for the budget; they are still in the dialog's messages. */
  readonly droppedTurns?: number;
}

/** What is known of a context besides its turns. */
export interface ContextMeta {
  readonly lastUserTextPreview?: string;
  readonly lastRequestId?: string;
}

/** The agent's working set of a dialog: its messages since the last checkpoint, within the budgets. */
export interface ActiveContext extends Context {
  readonly status: 'active';
  readonly meta: ContextMeta & { readonly reach?: Reach };
}

/** A finished context. */
export interface ArchivedContext extends Context {
  readonly status: 'archived';
  readonly archivedAt: number;
  readonly archiveReason: string;
  readonly summary?: string;
  readonly meta: ContextMeta;
  readonly checkpoint?: Reach;
}

/** What a list shows of an archived context. */
export interface ContextItem {
  readonly contextId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly archivedAt: number;
  readonly messageCount: number;
  readonly summaryPreview: string;
}

/** An archived context with the dialog it belongs to. */
export interface ListedContext extends ContextItem {
  readonly dialog: string;
}

export const contextModes = ['summary', 'recent', 'full'] as const;
/** `summary`: the stored summary, else the last 12 turns. `recent`: the newest turns that fit. `full`: all turns. */
export type ContextMode = (typeof contextModes)[number];

export interface NewContext {
  readonly newContextId: string;
  /** Undefined when there was nothing to archive. */
  readonly archivedContextId?: string;
  readonly archivedTurns: number;
  /** Turns after the checkpoint, which begin the new context. */
  readonly keptTurns: number;
  /** Turns that had left the old context for the budget; they are in the dialog's messages only. */
  readonly droppedTurns: number;
  readonly damaged: readonly Damage[];
}

export interface ClearedContext {
  /** How many turns the active context held. */
  readonly cleared: number;
  /** Undefined when it held nothing. */
  readonly trashId: string | undefined;
  readonly damaged: readonly Damage[];
}

/** The text an agent receives, with what it is of. */
export interface Injection {
  readonly dialog: string;
  readonly contextId: string;
  readonly title: string;
  readonly mode: ContextMode;
  /** Exactly what is handed over. */
  readonly text: string;
  /** Turns left out because of `maxChars`. */
  readonly omittedTurns: number;
}

export interface InjectionQuery {
  readonly mode: ContextMode;
  /** Characters (UTF-16 units) the text may have at the most. */
  readonly maxChars: number;
}

export interface FoundContext extends ListedContext {
  /** 0 to 1, higher is better; comparable within one search only. */
  readonly score: number;
}

/** Something that was put into the trash and can come back. */
export interface TrashedContext {
  /** Id in the trash. */
  readonly id: string;
  readonly dialog: string;
  readonly contextId: string;
  readonly title: string;
  readonly kind: 'active' | 'archived';
  readonly turns: number;
  /** Milliseconds. */
  readonly deletedAt: number;
}

/** All that can be done with the context snapshots of one store. Reading creates nothing. */
export interface ContextStore {
  /** False when contexts are switched off; everything but reading then throws `disabled`. */
  readonly enabled: boolean;
  /** The active context as it stands, also where it was never written down; undefined for a dialog that does not exist. */
  active(
    dialog: string,
  ): Promise<{ readonly context: ActiveContext; readonly damaged: readonly Damage[] } | undefined>;
  /** Archives the active context up to its last assistant turn; what comes after starts the new one. */
  startNew(dialog: string, options: { title?: string; reason?: string }): Promise<NewContext>;
  /** Newest archived first. */
  list(dialog: string): Promise<readonly ContextItem[]>;
  /** Of all dialogs, newest archived first. */
  listAll(): Promise<readonly ListedContext[]>;
  /** Files of archived contexts that are in no list, because they cannot be read: of a dialog, named from its folder on, or of all. */
  unreadable(dialog?: string): Promise<readonly Damage[]>;
  /** An archived context by its id; `not_found` names the repair. */
  get(contextId: string): Promise<{ readonly dialog: string; readonly context: ArchivedContext }>;
  /** The best archived contexts of a dialog for a query, best first; none when nothing matches. */
  find(dialog: string, query: string, limit: number): Promise<readonly FoundContext[]>;
  /** The text an agent receives for an archived context. */
  injection(contextId: string, query: InjectionQuery): Promise<Injection>;
  /** Stores a short summary in an archived context. */
  summarize(contextId: string, summary: string): Promise<ContextItem>;
  /** Empties the active context into the trash. */
  clearActive(dialog: string): Promise<ClearedContext>;
  /** Puts an archived context into the trash, a damaged one with all its bytes. */
  remove(contextId: string): Promise<TrashedContext>;
  /** Of a dialog, or of all; newest first. */
  trash(dialog?: string): Promise<readonly TrashedContext[]>;
  /** Brings something back from the trash: cleared turns return in front of those that came since. */
  restore(trashId: string): Promise<TrashedContext>;
}
