import { defined, isoTime, StoreError } from './base/core.ts';
import { summaryMarkdown } from './dialogs/summaryMarkdown.ts';
import { entriesAround, type ReferenceSources, type ReferredEntry } from './references.ts';
import { entryMarked, kindOfSection } from './search/entryMark.ts';
import { formatPlace, hashLength, type Place } from './search/reference.ts';
import { summaryEntry } from './search/summaryEntry.ts';
import { titleIn } from './shared/title.ts';
import type { NewSharedItem } from './shared/types.ts';
import type { Store } from './types.ts';

/** Where what is to be shared is looked up. */
export interface ShareableSources extends ReferenceSources {
  readonly store: ReferenceSources['store'] & Pick<Store, 'brief'>;
}

/** So much is told of a session. Tokens. */
const cardTokens = 1_600;

/**
 * What a reference names, as it is shared: a memory, the summary of a dialog or an entry of it, a message, a context snapshot, or a
 * session's card (what was asked, done, decided and is open in it). Throws `not_found` where it names nothing, and
 * `invalid_argument` for a whole dialog or archive.
 */
export async function shareable(sources: ShareableSources, place: Place): Promise<NewSharedItem> {
  const of = formatPlace(shortPlace(place));
  const made = await contentOf(sources, place);
  return { ...made, of };
}

/** The beginning of a hash names a memory, and is read more easily. */
const shortPlace = (place: Place): Place =>
  place.source === 'memories' && place.entry !== undefined
    ? { ...place, entry: place.entry.slice(0, hashLength) }
    : place;

/** Messages that were chosen one by one, oldest first, as one thing to share; `of` names the first. */
export const shareableMessages = (
  said: readonly Pick<ReferredEntry, 'role' | 'ts' | 'text'>[],
  of: Place,
): NewSharedItem => ({
  ...{ kind: 'messages', text: said.map(turnText).join('\n\n'), of: formatPlace(of) },
  ...titled(said[0]),
});

async function contentOf(sources: ShareableSources, place: Place): Promise<NewSharedItem> {
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
      `${formatPlace(place)} is all of ${source === 'memories' ? 'a type of memories' : 'it'}: share its summary (…/${summaryEntry}), a message, or a memory.`,
      { argument: 'reference' },
    );
  if (source === 'dialogs' && entry === summaryEntry) {
    const text = summaryMarkdown(await store.dialogs.summary(name));
    if (text !== '') return { kind: 'summary', title: name, text };
  }
  if (source === 'dialogs' && entry.startsWith(`${summaryEntry}:`)) {
    const marked = entryMarked(await store.dialogs.summary(name), entry);
    if (marked) return { kind: kindOfSection(marked.section), text: marked.text };
  }
  const [said] = await entriesAround(sources, { ...place, entry }, 1);
  if (said === undefined)
    throw new StoreError('not_found', `${formatPlace(place)} names nothing that is there now.`);
  if (source !== 'memories') return { kind: 'messages', text: turnText(said), ...titled(said) };
  const memory = await store.memories.get(said.id ?? entry);
  const kind = ['decision', 'constraint'].includes(memory.type) ? memory.type : 'memory';
  return { kind, text: memory.content, tags: memory.tags };
}

/** An archived context by its id, or what is active of a dialog by the name of that. */
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

/** Of what was said, not of the line that says who said it. */
const titled = (said: Pick<ReferredEntry, 'text'> | undefined): { readonly title?: string } =>
  defined({ title: titleIn(said?.text ?? '') });

/** Transcripts are kept in the form of one agent, whose name stands for all. */
const turnText = ({ role, ts, text }: Pick<ReferredEntry, 'role' | 'ts' | 'text'>): string =>
  `**${role === 'gemini' ? 'assistant' : role}**, ${isoTime(ts).slice(0, 16).replace('T', ' ')} UTC\n\n${text.trim()}`;
