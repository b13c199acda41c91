import type { Damage, Role } from '../dialogs/types.ts';

/** A message of a context: only words of person and agent. */
export interface Turn {
  readonly v: 1;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly role: Role;
  readonly text: string;
}

/** Position in a dialog's messages up to which a context extends. */
export interface Reach {
  /** Epoch of the dialog; in another epoch `ts` decides, as positions are invalid. */
  readonly epoch: string;
  /** Number of the dialog's messages before it. */
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
  /** Number of older turns dropped for the budget; the dialog's messages still have them. */
  readonly droppedTurns?: number;
}

/** Facts about a context besides its turns. */
export interface ContextMeta {
  readonly lastUserTextPreview?: string;
  readonly lastRequestId?: string;
}

/** The agent's working set of a dialog: its messages since the last checkpoint, within the budgets. */
export interface ActiveContext extends Context {
  readonly status: 'active';
  readonly meta: ContextMeta & { readonly reach?: Reach };
}

/** A completed context. */
export interface ArchivedContext extends Context {
  readonly status: 'archived';
  readonly archivedAt: number;
  readonly archiveReason: string;
  readonly summary?: string;
  readonly meta: ContextMeta;
  readonly checkpoint?: Reach;
}

/** List item of an archived context. */
export interface ContextItem {
  readonly contextId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly archivedAt: number;
  readonly messageCount: number;
  readonly summaryPreview: string;
}

/** An archived context with its dialog. */
export interface ListedContext extends ContextItem {
  readonly dialog: string;
}

export const contextModes = ['summary', 'recent', 'full'] as const;
/** `summary`: the stored summary, else the last 12 turns. `recent`: the newest turns that fit. `full`: all turns. */
export type ContextMode = (typeof contextModes)[number];

export interface NewContext {
  readonly newContextId: string;
  /** Undefined if there was nothing to archive. */
  readonly archivedContextId?: string;
  readonly archivedTurns: number;
  /** Number of turns after the checkpoint, which begin the new context. */
  readonly keptTurns: number;
  /** Number of turns the old context had dropped for the budget; only the dialog's messages have them. */
  readonly droppedTurns: number;
  readonly damaged: readonly Damage[];
}

export interface ClearedContext {
  /** Number of turns the active context held. */
  readonly cleared: number;
  /** Undefined if it held none. */
  readonly trashId: string | undefined;
  readonly damaged: readonly Damage[];
}

/** The text an agent receives, with facts about its source. */
export interface Injection {
  readonly dialog: string;
  readonly contextId: string;
  readonly title: string;
  readonly mode: ContextMode;
  /** Exact text given to the agent. */
  readonly text: string;
  /** Number of turns left out because of `maxChars`. */
  readonly omittedTurns: number;
}

export interface InjectionQuery {
  readonly mode: ContextMode;
  /** Maximum length of the text. Characters (UTF-16 units). */
  readonly maxChars: number;
}

export interface FoundContext extends ListedContext {
  /** 0 to 1, higher is better; comparable within one search only. */
  readonly score: number;
}

/** A context in the trash that can be restored. */
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

/** Context snapshots of one store. Reading creates nothing. */
export interface ContextStore {
  /** False if contexts are disabled; everything but reading then throws `disabled`. */
  readonly enabled: boolean;
  /** Returns the current active context, stored or not; undefined if the dialog does not exist. */
  active(
    dialog: string,
  ): Promise<{ readonly context: ActiveContext; readonly damaged: readonly Damage[] } | undefined>;
  /** Archives the active context up to its last assistant turn; later turns start the new one. */
  startNew(dialog: string, options: { title?: string; reason?: string }): Promise<NewContext>;
  /** Newest archived first. */
  list(dialog: string): Promise<readonly ContextItem[]>;
  /** Lists those of all dialogs, newest archived first. */
  listAll(): Promise<readonly ListedContext[]>;
  /**
   * Returns the files of archived contexts that cannot be read and so are not listed, of one dialog or of all. Paths
   * are relative to the dialog's folder, or to its parent for all.
   */
  unreadable(dialog?: string): Promise<readonly Damage[]>;
  /** Returns an archived context by id; `not_found` suggests known ids. */
  get(contextId: string): Promise<{ readonly dialog: string; readonly context: ArchivedContext }>;
  /** Returns the archived contexts of a dialog that match a query, best first. */
  find(dialog: string, query: string, limit: number): Promise<readonly FoundContext[]>;
  /** Returns the text an agent receives for an archived context. */
  injection(contextId: string, query: InjectionQuery): Promise<Injection>;
  /** Stores a short summary in an archived context. */
  summarize(contextId: string, summary: string): Promise<ContextItem>;
  /** Moves the content of the active context to the trash. */
  clearActive(dialog: string): Promise<ClearedContext>;
  /** Moves an archived context to the trash, a damaged one with all its bytes. */
  remove(contextId: string): Promise<TrashedContext>;
  /** Lists those of a dialog or of all, newest first. */
  trash(dialog?: string): Promise<readonly TrashedContext[]>;
  /**
   * Restores an item from the trash: cleared turns return before later ones. Throws `already_exists` for a snapshot
   * that is in a dialog.
   */
  restore(trashId: string): Promise<TrashedContext>;
}
