import { ChangeReader, changeMark } from '../files/changeLog.ts';
import { archivesFolder } from '../archive/names.ts';
import { sharedFolder } from '../shared/types.ts';
import { applyArchives } from './applyArchives.ts';
import type { MessagesHere } from './applyMessages.ts';
import { applyRecords } from './applyRecords.ts';
import { GoneElsewhere } from './gone.ts';
import { gonePlace } from './journal.ts';
import { localPlaces } from './localHistory.ts';
import type { HubSync } from './openedHistory.ts';
import { takeNotes, unsentGone } from './ownGone.ts';
import { pullRecords } from './pull.ts';
import { pushRecords } from './push.ts';
import type { HubRecord, HubShare } from './types.ts';
import { cardsPlace, noteCards, unsentCards } from './sessionCards.ts';
import { compare, noteBack, unsentMessages } from './unsent.ts';
import { compareArchives, unsentArchives, type UnsentRecord } from './unsentArchives.ts';
import { keyOf } from './versions.ts';

/** Other programs than ours change files without a note of it, which is found so much later. Milliseconds. */
const wholeEveryMs = 24 * 60 * 60 * 1_000;

/** Sends what the hub lacks, of the folders in which something changed since the last time, and gives how many records. */
export async function pushHistory(sync: HubSync, share: HubShare): Promise<number> {
  const { local, journal, connection, project } = sync;
  const { changed, reached } = changesSince(sync, 'sent');
  const whole = isWholeDue(sync) || journal.state.share !== share;
  await takeNotes(sync);
  const sentOff: (() => void)[] = [];
  let count = 0;
  async function* records(): AsyncGenerator<HubRecord> {
    for (const [place, dialog] of await placesNow(sync)) {
      if (share === 'promoted' && place !== sharedFolder) continue;
      if (!whole && !changed(place) && !hasUnsent(sync, place)) continue;
      for (const { record, sent } of await unsentIn(sync, place, dialog)) {
        sentOff.push(sent);
        yield record;
      }
      if (dialog === undefined) continue;
      for await (const { record, count: known } of unsentMessages(local, journal, place, dialog)) {
        sentOff.push(() => journal.setMessages(place, known));
        yield record;
      }
    }
    for await (const { record, sent } of others()) {
      sentOff.push(sent);
      yield record;
    }
  }
  async function* others(): AsyncGenerator<UnsentRecord> {
    if (share !== 'promoted') yield* unsentGone(journal); // after what has another name now
    if (share !== 'promoted') yield* unsentCards(sync);
    const isArchivesDue = whole || changed(archivesFolder) || hasUnsent(sync, archivesFolder);
    if (share === 'everything' && isArchivesDue) yield* unsentArchives(sync);
  }
  await pushRecords(connection, project, records(), async (batch) => {
    for (const done of sentOff.splice(0, batch.length)) done();
    count += batch.length;
    await journal.keep();
    sync.onBatch?.({ sent: count });
  });
  await journal.keep({ sent: reached, share, ...(whole && { wholeAt: local.context.clock.now() }) });
  return count;
}

/**
 * Brings what the person changed on other machines into the history, and gives how many records that were. What was changed
 * here since is compared first, so that the later version counts.
 */
export async function pullHistory(sync: HubSync): Promise<number> {
  const { local, journal, connection, project } = sync;
  const { changed, reached } = changesSince(sync, 'compared');
  await takeNotes(sync);
  for (const [place, dialog] of await placesNow(sync)) {
    if (!changed(place)) continue;
    await comparePlace(sync, place, dialog);
    if (dialog !== undefined && journal.messages.hasGone) await noteBack(local, journal, place, dialog);
  }
  if (changed(archivesFolder)) await compareArchives(local, journal);
  await journal.keep({ compared: reached });
  const { author, cursor } = journal.state;
  let [count, taken] = [0, cursor];
  const knownMessages: MessagesHere = new Map();
  const gone = new GoneElsewhere(local, journal);
  const applyGone = async (): Promise<void> => {
    count += await gone.apply();
    knownMessages.clear();
    await journal.keep({ cursor: taken });
  };
  try {
    await pullRecords(connection, { project, cursor, of: 'me', except: author }, async (page) => {
      count += await applyRecords(local, journal, gone.collect(page.records), knownMessages);
      count += await applyArchives(sync, page.records);
      noteCards(journal, page.records);
      taken = page.cursor;
      if (gone.isFull) await applyGone();
      // What is not changed yet has to come again where this process ends here.
      else if (gone.isEmpty) await journal.keep({ cursor: taken });
      sync.onBatch?.({ received: count });
    });
  } finally {
    if (!gone.isEmpty) await applyGone(); // also where the connection broke
  }
  return count;
}

/** Folders that go to a hub; the journal forgets dialogs that are gone, whose records stay in the hub. */
async function placesNow({ local, journal }: HubSync): Promise<ReadonlyMap<string, string | undefined>> {
  const places = await localPlaces(local);
  journal.keepPlaces(
    (name) => places.has(name) || name === archivesFolder || name === cardsPlace || name === gonePlace,
  );
  return places;
}

/** Folders that were changed since a position of the journal, and the position up to which that is known. */
function changesSince({ local, journal }: HubSync, since: 'sent' | 'compared') {
  const reader = new ChangeReader(local.context.folder, journal.state[since]);
  const marks = reader.changed();
  const changed = (place: string): boolean =>
    marks === 'all' || marks.has(changeMark(place)) || place === sharedFolder; // which git changes
  return { changed, reached: reader.position };
}

const isWholeDue = ({ local, journal }: HubSync): boolean =>
  Math.abs(local.context.clock.now() - journal.state.wholeAt) > wholeEveryMs;

const hasUnsent = ({ journal }: HubSync, place: string): boolean =>
  Object.values(journal.place(place)?.items ?? {}).some(({ unsent }) => unsent);

/** What the hub lacks of a folder, each with what notes that it has it. */
async function unsentIn(sync: HubSync, place: string, dialog: string | undefined) {
  const { journal } = sync;
  const unsent = await comparePlace(sync, place, dialog);
  return unsent.map((record) => ({
    record,
    sent: () => {
      const { unsent: _sent, ...item } = journal.item(place, keyOf(record)) ?? { ...record, digest: '' };
      journal.setItem(place, keyOf(record), { time: item.time, author: item.author, digest: item.digest });
    },
  }));
}

/** Compares a folder, notes in the journal what it has, and gives what the hub lacks of it. */
async function comparePlace({ local, journal }: HubSync, place: string, dialog: string | undefined) {
  const [before, gone] = [journal.place(place), journal.place(gonePlace)];
  const { known, unsent } = await compare(local, journal.state.author, { before, gone }, { place, dialog });
  journal.setPlace(place, known);
  for (const key of Object.keys(known.items)) journal.dropItem(gonePlace, key); // it is back
  return unsent;
}
