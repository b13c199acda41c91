import { defined, StoreError, type JsonValue } from '../disk/base/core.ts';
import type { SessionInfo } from '../history/sessions/types.ts';
import type { HubJournal } from './journal.ts';
import { parseCard } from './hubSessions.ts';
import { digestOf, type LocalHistory, type LocalSessions } from './localHistory.ts';
import { idOf } from './recordBodies.ts';
import type { HubSync } from './hubSync.ts';
import type { UnsentRecord } from './unsentArchives.ts';
import { keyOf, nextVersion } from './versions.ts';
import type { PulledRecord } from './types.ts';

/** Pseudo-folder of the journal for cards, since sessions belong to the agents and not to the history. */
export const cardsFolder = '.session-cards';

/** Number of newest sessions with cards, and maximum time of a push for creating them; the next push continues. */
const maxSessions = 500;
const maxMakingMs = 20_000;

/** An active session gets a new card after resting this long, or when its card is this old. Milliseconds. */
const restedMs = 10 * 60 * 1_000;
const outdatedMs = 60 * 60 * 1_000;

/** Maximum number of requests and files in a card, and characters of each. */
const maxItems = 50;
const maxItemCharacters = 300;

/** Returns a fingerprint that changes when a card is due. */
const cardFingerprint = ({ activeAt, title }: Pick<SessionInfo, 'activeAt' | 'title'>): string =>
  `${String(activeAt)} ${title}`;

const cardId = ({ source, sessionId }: Pick<SessionInfo, 'source' | 'sessionId'>): string =>
  idOf([source, sessionId]);

/** Yields cards the hub lacks, of sessions active since the last card. Cards of deleted sessions stay. */
export async function* unsentCards({ local, journal }: HubSync): AsyncGenerator<UnsentRecord> {
  const { sessions, context } = local;
  if (sessions === undefined) return;
  const fetched = await fetchedSessions(local);
  const begun = context.clock.now();
  for (const session of await sessions.list(maxSessions)) {
    if (fetched.has(session.sessionId) || !isDue(journal, session, begun)) continue;
    if (context.clock.now() - begun > maxMakingMs) return;
    const made = await cardOf(local, sessions, session);
    if (made) yield unsentCard(journal, session, made);
  }
}

/** Returns sessions whose archives were fetched from colleagues, who send cards of their own. */
async function fetchedSessions({ archives }: LocalHistory): Promise<ReadonlySet<string>> {
  const all = (await archives.list()).archives;
  return new Set(all.flatMap(({ session, fetchedFrom }) => (fetchedFrom === undefined ? [] : [session])));
}

function isDue(journal: HubJournal, session: SessionInfo, now: number): boolean {
  const known = journal.item(cardsFolder, keyOf({ kind: 'session', id: cardId(session) }));
  if (known === undefined) return true;
  if (known.mark === cardFingerprint(session)) return false;
  return now - session.activeAt > restedMs || now - known.time > outdatedMs;
}

/** Logs an unreadable session and returns undefined. */
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
        .slice(0, maxItems)
        .map((item) => item.text.slice(0, maxItemCharacters));
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
  const version = nextVersion(journal.item(cardsFolder, key), session.activeAt, journal.state.author);
  return {
    record: { kind: 'session', id, ...version, body, text, deleted: false },
    sent: () =>
      journal.setItem(cardsFolder, key, {
        ...version,
        digest: digestOf(body),
        mark: cardFingerprint(session),
      }),
  };
}

/** Records cards sent by the person's other machines, whose sessions may be stored here too. */
export function noteCards(journal: HubJournal, records: readonly PulledRecord[]): void {
  for (const record of records) {
    if (record.kind !== 'session') continue;
    const card = parseCard(record.body);
    const { time, author, body } = record;
    if (card === undefined) continue;
    journal.setItem(cardsFolder, keyOf(record), {
      time,
      author,
      digest: digestOf(body),
      mark: cardFingerprint(card),
    });
  }
}
