import { oneLine } from '../../disk/text/containText.ts';
import type {
  ClearedContext,
  ContextItem,
  ContextStore,
  FoundContext,
  Injection,
  InjectionQuery,
  NewContext,
} from '../../history/contexts/types.ts';
import type { Damage } from '../../history/dialogs/types.ts';
import { StoreError } from '../../disk/base/core.ts';
import { afterCursor, cursorAfter, type ListPosition } from '../base/listCursor.ts';
import { listReply, withDamage, type Reply } from '../base/reply.ts';
import { nonBlank, show } from '../base/text.ts';

/** The reply of `chat_context_new`. */
export function newContextReply(made: NewContext): Reply {
  const { newContextId, archivedContextId, archivedTurns, damaged } = made;
  const reply = { success: true, archivedContextId, newContextId, archivedTurns, note: newContextNote(made) };
  return withDamage(reply, damaged);
}

function newContextNote({ archivedContextId, archivedTurns, keptTurns, droppedTurns }: NewContext): string {
  if (archivedContextId === undefined)
    return `There was nothing to archive, as no assistant turn has come since the last checkpoint; the active context goes on with ${turns(keptTurns, 'pending')}.`;
  const older =
    droppedTurns > 0
      ? ` ${turns(droppedTurns, 'older')} had left the context for its budget and ${droppedTurns === 1 ? 'is' : 'are'} only in the dialog's messages.`
      : '';
  const rest = keptTurns > 0 ? `begins with ${turns(keptTurns, 'pending')}` : 'begins empty';
  return `Archived ${turns(archivedTurns)} up to the last assistant turn; the new context ${rest}.${older} The dialog's messages are unchanged. What came before is archived: disregard it in what follows, and keep to the present request; chat_context_load brings it back when it is needed.`;
}

const turns = (count: number, kind = ''): string =>
  `${count === 0 ? 'no' : count} ${kind}${kind === '' ? '' : ' '}turn${count === 1 ? '' : 's'}`;

/** The reply of `chat_context_clear_active`. */
export function clearedReply({ cleared, trashId, damaged }: ClearedContext): Reply {
  const note =
    trashId === undefined
      ? 'The active context was empty already.'
      : 'The cleared turns are in the trash for 30 days; the user can restore them in the History view under this trashId. The messages of the dialog are unchanged.';
  return withDamage({ success: true, cleared, trashId, note }, damaged);
}

/** Maximum number of damaged files named; the others are next to them. */
const namedDamage = 20;

/** The reply of `chat_context_list`: the newest contexts, or those after a cursor, why there are none, and damaged files. */
export function contextsReply(
  all: readonly ContextItem[],
  { limit, cursor, why }: { readonly limit: number; readonly cursor?: string; readonly why?: string },
  damaged: readonly Damage[],
  maxChars: number,
): Reply {
  const left = afterCursor(all, cursor, positionOf);
  return listReply(
    {
      head: { success: true },
      name: 'items',
      items: left.slice(0, limit),
      tail: {
        total: all.length,
        why: all.length > 0 ? undefined : why,
        damaged: damaged.length > 0 ? damaged.slice(0, namedDamage) : undefined,
      },
      cursorAfter: cursorAfter(left, positionOf),
    },
    maxChars,
  );
}

const positionOf = ({ archivedAt, contextId }: ContextItem): ListPosition => ({
  time: archivedAt,
  id: contextId,
});

/** Maximum number of contexts suggested after a search without results. */
const offered = 10;

export interface LoadArguments extends InjectionQuery {
  /** For a search it is required; a `contextId` alone may be from any. */
  readonly dialog?: string;
  /** Whether a search that finds nothing in the dialog goes on in the others. */
  readonly others?: true;
  readonly query?: string;
  readonly contextId?: string;
  readonly topK: number;
}

/** The reply of `chat_context_load`: the text of one archived context and, after a search, the other matches. An id takes precedence over a query. */
export async function loadContext(contexts: ContextStore, args: LoadArguments): Promise<Reply> {
  const [query, contextId] = [nonBlank(args.query), nonBlank(args.contextId)];
  if (contextId !== undefined) return [(await injectionOf(contexts, contextId, args)).text];
  if (query !== undefined) return search(contexts, query, { ...args, dialog: args.dialog ?? '' });
  throw new StoreError(
    'invalid_argument',
    'query and contextId are both missing: chat_context_load needs query, words to search for, or contextId, an id from chat_context_list.',
    { arguments: ['query', 'contextId'] },
  );
}

async function search(
  contexts: ContextStore,
  query: string,
  args: LoadArguments & { readonly dialog: string },
): Promise<Reply> {
  const [best, ...others] = await matches(contexts, query, args);
  if (!best) throw await noMatch(contexts, args);
  const { text } = await contexts.injection(best.contextId, args);
  return others.length === 0 ? [text] : [text, otherMatches(others)];
}

/** Searches a dialog, and where it has nothing and `others` is given the other ones, the one archived in last first. */
async function matches(
  contexts: ContextStore,
  query: string,
  { dialog, others, topK }: LoadArguments & { readonly dialog: string },
): Promise<readonly FoundContext[]> {
  const own = await contexts.find(dialog, query, topK);
  if (own.length > 0 || others === undefined) return own;
  const names = new Set((await contexts.listAll()).map((context) => context.dialog));
  names.delete(dialog);
  const found: FoundContext[] = [];
  for (const name of names) found.push(...(await contexts.find(name, query, topK)));
  return found.slice(0, topK);
}

const otherMatches = (others: readonly FoundContext[]): string =>
  [
    'Other matches, best first:',
    ...others.map(({ contextId, title }) => `- ${contextId}: ${oneLine(title)}`),
  ].join('\n');

async function noMatch(
  contexts: ContextStore,
  { dialog, others }: LoadArguments & { readonly dialog: string },
): Promise<StoreError> {
  const all = await (others ? contexts.listAll() : contexts.list(dialog));
  const nothing = others
    ? 'Nothing is archived in this project yet; chat_context_new archives the active context.'
    : 'Nothing is archived in this dialog yet; chat_context_list without dialog shows the whole project.';
  const hint =
    all.length === 0
      ? nothing
      : 'Search with other words, or load one of `available` by its contextId; chat_context_list shows the rest.';
  const available = all.slice(0, offered).map((item) => ({ ...item }));
  return new StoreError('not_found', 'No matching archived contexts found.', { hint, available });
}

/** Throws for a context of another dialog, as one of the two arguments is a mistake. */
async function injectionOf(
  contexts: ContextStore,
  contextId: string,
  { dialog, ...query }: LoadArguments,
): Promise<Injection> {
  if (dialog === undefined) return contexts.injection(contextId, query);
  const own = await contexts.list(dialog);
  if (own.some((item) => item.contextId === contextId)) return contexts.injection(contextId, query);
  const { dialog: owner } = await contexts.get(contextId);
  throw new StoreError(
    'invalid_argument',
    `${contextId} belongs to the dialog ${show(owner)}, not to ${show(dialog)}: pass that dialog, or use chat_context_recall, which takes an id of any dialog.`,
    { arguments: ['dialog', 'contextId'], dialog: owner },
  );
}
