import { defined, isoTime, StoreError } from '../disk/base/core.ts';
import { summaryMarkdown } from '../history/dialogs/summaryMarkdown.ts';
import { entriesAround, type ReferenceSources, type ReferredEntry } from './references.ts';
import { summaryEntryById, kindOfSection } from '../find/search/summaryEntryId.ts';
import { formatItemReference, hashLength, type ItemReference } from '../find/search/reference.ts';
import { summaryEntry } from '../find/search/summaryEntry.ts';
import { titleIn } from '../history/shared/title.ts';
import type { NewSharedItem } from '../history/shared/types.ts';
import type { Store } from './types.ts';

/** Sources in which shared items are looked up. */
export interface ShareableSources extends ReferenceSources {
  readonly store: ReferenceSources['store'] & Pick<Store, 'brief'>;
}

/** Length of a session's card. Tokens. */
const cardTokens = 1_600;

/**
 * The item of a reference in its shared form: a memory, the summary of a dialog or an entry of it, a message, a
 * context snapshot, or a session's card (what was asked, done, decided and is open in it). Throws `not_found` if it
 * does not exist, and `invalid_argument` for a whole dialog or archive.
 */
export async function shareable(sources: ShareableSources, place: ItemReference): Promise<NewSharedItem> {
  const of = formatItemReference(shortPlace(place));
  const made = await contentOf(sources, place);
  return { ...made, of };
}

/** A memory is also identified by the beginning of its hash, which is easier to read. */
const shortPlace = (place: ItemReference): ItemReference =>
  place.source === 'memories' && place.entry !== undefined
    ? { ...place, entry: place.entry.slice(0, hashLength) }
    : place;

/** Individually selected messages, oldest first, as one shared item; `of` references the first. */
export const shareableMessages = (
  said: readonly Pick<ReferredEntry, 'role' | 'ts' | 'text'>[],
  of: ItemReference,
): NewSharedItem => ({
  kind: 'messages',
  text: said.map(turnText).join('\n\n'),
  of: formatItemReference(of),
  ...titled(said[0]),
});

async function contentOf(sources: ShareableSources, place: ItemReference): Promise<NewSharedItem> {
  const { store, workspace } = sources;
  const { source, name, entry } = place;
  if (source === 'contexts' && entry === undefined) {
    const context = await contextCalled(store, name);
    const turns = context.turns.map(turnText).join('\n\n');
    const text = [context.summary, turns].filter((part) => part !== undefined && part !== '').join('\n\n');
    return { kind: 'context', title: context.title ?? name, text };
  }
  if (source === 'sessions' && entry === undefined) {
    const { sessionId, title } = await store.sessions.find(workspace, name);
    const request = { purpose: 'handOver', session: sessionId, maxTokens: cardTokens } as const;
    const { text } = await store.brief.make(workspace, request);
    return { kind: 'session', title, text: text === '' ? title : text };
  }
  if (entry === undefined)
    throw new StoreError(
      'invalid_argument',
      `${formatItemReference(place)} is all of ${source === 'memories' ? 'a type of memories' : 'it'}: share its summary (…/${summaryEntry}), a message, or a memory.`,
      { argument: 'reference' },
    );
  if (source === 'dialogs' && entry === summaryEntry) {
    const text = summaryMarkdown(await store.dialogs.summary(name));
    if (text !== '') return { kind: 'summary', title: name, text };
  }
  if (source === 'dialogs' && entry.startsWith(`${summaryEntry}:`)) {
    const marked = summaryEntryById(await store.dialogs.summary(name), entry);
    if (marked) return { kind: kindOfSection(marked.section), text: marked.text };
  }
  const [said] = await entriesAround(sources, { ...place, entry }, 1);
  if (said === undefined)
    throw new StoreError('not_found', `${formatItemReference(place)} names nothing that is there now.`);
  if (source !== 'memories') return { kind: 'messages', text: turnText(said), ...titled(said) };
  const memory = await store.memories.get(said.id ?? entry);
  const kind = ['decision', 'constraint'].includes(memory.type) ? memory.type : 'memory';
  return { kind, text: memory.content, tags: memory.tags };
}

/** An archived context by its id, or the active one of a dialog by the dialog's name. */
async function contextCalled({ contexts }: ShareableSources['store'], name: string) {
  try {
    return (await contexts.get(name)).context;
  } catch (error) {
    if (!(error instanceof StoreError) || !['not_found', 'invalid_argument'].includes(error.code))
      throw error;
    const active = await contexts.active(name);
    if (active === undefined || active.context.turns.length === 0) throw error;
    return { ...active.context, summary: undefined };
  }
}

/** Title from the first message's text, not from the line with its author. */
const titled = (said: Pick<ReferredEntry, 'text'> | undefined): { readonly title?: string } =>
  defined({ title: titleIn(said?.text ?? '') });

const turnText = ({ role, ts, text }: Pick<ReferredEntry, 'role' | 'ts' | 'text'>): string =>
  `**${role}**, ${isoTime(ts).slice(0, 16).replace('T', ' ')} UTC\n\n${text.trim()}`;
