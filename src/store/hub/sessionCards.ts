import { defined, StoreError, type JsonValue } from '../base/core.ts';
import type { SessionInfo } from '../sessions/types.ts';
import type { HubJournal } from './journal.ts';
import { parseCard } from './hubSessions.ts';
import { digestOf, idOf, type LocalHistory, type LocalSessions } from './localHistory.ts';
import type { HubSync } from './openedHistory.ts';
import type { UnsentRecord } from './unsentArchives.ts';
import { keyOf, nextVersion } from './versions.ts';
import type { PulledRecord } from './types.ts';

/** Where the journal has the cards: no folder of the history, as sessions are kept by agents. */
export const cardsPlace = '.session-cards';

/** Cards of the newest sessions are sent, and each push makes new ones for so long at the most: the next goes on. */
const mostSessions = 500;
const makingMs = 20_000;

/** A session that goes on gets a new card when it has rested so long, or its card is so old. Milliseconds. */
const restedMs = 10 * 60 * 1_000;
const outdatedMs = 60 * 60 * 1_000;

/** So many requests and files stand in a card, and characters of each. */
const mostEach = 50;
const longest = 300;

/** Changes when a card should be made again. */
const markOf = ({ activeAt, title }: Pick<SessionInfo, 'activeAt' | 'title'>): string =>
  `${String(activeAt)} ${title}`;

const cardId = ({ source, sessionId }: Pick<SessionInfo, 'source' | 'sessionId'>): string =>
  idOf([source, sessionId]);

/** Cards of sessions that the hub lacks: those that were active since. The card of a session that is gone stays. */
export async function* unsentCards({ local, journal }: HubSync): AsyncGenerator<UnsentRecord> {
  const { sessions, context } = local;
  if (sessions === undefined) return;
  const fetched = await fetchedSessions(local);
  const begun = context.clock.now();
  for (const session of await sessions.list(mostSessions)) {
    if (fetched.has(session.sessionId) || !isDue(journal, session, begun)) continue;
    if (context.clock.now() - begun > makingMs) return;
    const made = await cardOf(local, sessions, session);
    if (made) yield unsentCard(journal, session, made);
  }
}

/** Sessions of colleagues, whose archives were fetched: they send cards of their own. */
async function fetchedSessions({ archives }: LocalHistory): Promise<ReadonlySet<string>> {
  const all = (await archives.list()).archives;
  return new Set(all.flatMap(({ session, fetchedFrom }) => (fetchedFrom === undefined ? [] : [session])));
}

function isDue(journal: HubJournal, session: SessionInfo, now: number): boolean {
  const known = journal.item(cardsPlace, keyOf({ kind: 'session', id: cardId(session) }));
  if (known === undefined) return true;
  if (known.mark === markOf(session)) return false;
  return now - session.activeAt > restedMs || now - known.time > outdatedMs;
}

/** Undefined, and logged, for a session that cannot be read. */
async function cardOf(
  { context, masked }: LocalHistory,
  sessions: LocalSessions,
  { source, sessionId, title, startedAt, activeAt, gitBranch }: SessionInfo,
): Promise<{ readonly body: JsonValue; readonly text: string } | undefined> {
  try {
    const { text, items } = await sessions.brief(sessionId);
    const of = (section: string): string[] =>
      items
        .filter((item) => item.section === section)
        .slice(0, mostEach)
        .map((item) => item.text.slice(0, longest));
    const said = { title, card: text, requests: of('requests'), files: of('files') };
    const shown = masked.value({ ...said, ...defined({ branch: gitBranch }) });
    const body = { session: sessionId, source, startedAt, activeAt, ...shown };
    return { body, text: [shown.title, shown.card].join('\n') };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    context.log.warn(`the session ${sessionId} gets no card in the hub: ${error.message}`);
    return undefined;
  }
}

function unsentCard(
  journal: HubJournal,
  session: SessionInfo,
  { body, text }: { readonly body: JsonValue; readonly text: string },
): UnsentRecord {
  const id = cardId(session);
  const key = keyOf({ kind: 'session', id });
  const version = nextVersion(journal.item(cardsPlace, key), session.activeAt, journal.state.author);
  return {
    record: { kind: 'session', id, ...version, body, text, deleted: false },
    sent: () =>
      journal.setItem(cardsPlace, key, { ...version, digest: digestOf(body), mark: markOf(session) }),
  };
}

/** Notes cards that another machine of the person sent, of sessions that may lie here, too. */
export function noteCards(journal: HubJournal, records: readonly PulledRecord[]): void {
  for (const record of records) {
    if (record.kind !== 'session') continue;
    const card = parseCard(record.body);
    const { time, author, body } = record;
    if (card === undefined) continue;
    journal.setItem(cardsPlace, keyOf(record), { time, author, digest: digestOf(body), mark: markOf(card) });
  }
}
