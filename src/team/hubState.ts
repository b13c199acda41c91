import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { defined, isObject, type Lease } from '../disk/base/core.ts';
import { deleteNotes, hubJournalFile } from '../history/dialogs/removalNotes.ts';
import type { LogPosition } from '../disk/files/changeLog.ts';
import { isUuid, machineFolder } from '../disk/files/projectId.ts';
import { removeFile } from '../disk/files/folders.ts';
import { readSmall, writeSmall } from '../disk/files/smallFile.ts';
import { messagesFile } from './messageVersions.ts';
import { hubShares, type HubShare, type RecordVersion } from './types.ts';

/** The last known version of an item in the hub. */
export interface KnownItem extends RecordVersion {
  /** Digest of its body; empty for a deleted item. */
  readonly digest: string;
  /** The hub does not have this version yet. */
  readonly unsent?: true;
  /** Of an archive: the fingerprint of its files when last compared, and its local name. */
  readonly mark?: string;
  readonly name?: string;
  /** Ids of the archive's pieces sent from this folder. */
  readonly pieces?: readonly string[];
}

/** Number of a dialog's messages in the hub, valid for one epoch of the dialog. */
export interface SentMessages {
  readonly epoch: string;
  readonly count: number;
}

/** What the hub has of a folder of the history. */
export interface SyncedFolder {
  readonly messages?: SentMessages;
  /** Messages with later numbers than this one may not be in the hub's order yet. */
  readonly unordered?: number;
  /** By `keyOf`. */
  readonly items: Readonly<Record<string, KnownItem>>;
}

/** Position up to which records have vectors, and their model. */
export interface SentVectors {
  readonly model: string;
  /** The table with the vectors, as in `VectorStorage`. */
  readonly table: string;
  /** Numbers per vector. */
  readonly dims: number;
  readonly number: number;
}

/** The journal of a project folder on one machine: what the hub already has, so that only the rest is compared. */
export interface HubState {
  /** The database and person, as `shownHub` returns them: the journal is valid for this hub only. */
  readonly hub: string;
  /** Folder of the history: a copied folder starts over as a new author. */
  readonly folder: string;
  /** This folder's name in versions. */
  readonly author: string;
  /** Position up to which records were read. */
  readonly cursor: number;
  /** The project's newest number when last read: a lower one means another project or a restored backup. */
  readonly newest: number;
  /** When the project was made there: another time means that it was made again, as from a backup. */
  readonly made?: string;
  /** Positions in the log of changes up to which changes were sent and compared. */
  readonly sent: LogPosition;
  readonly compared: LogPosition;
  /** When all folders were last compared, milliseconds: other programs do not log their changes. */
  readonly wholeAt: number;
  /** Which kinds of records are applied, as `appliedKinds` numbers them: when it grows, all records are read again. */
  readonly taken: number;
  /** Whether messages are kept in the hub's order; absent in journals of older versions. */
  readonly ordered: true;
  /** Last sharing level: content it excluded has not been compared yet. */
  readonly share: HubShare;
  readonly vectors?: SentVectors;
  /** By name of the folder. */
  readonly places: Readonly<Record<string, SyncedFolder>>;
}

/** Increased when another kind of records is applied. 1: archives. */
const appliedKinds = 1;

const logStart: LogPosition = { begins: '', read: 0 };

/** Reads the journal of a history for a hub, or starts a new one if it is missing, unreadable or for another hub. */
export function readHubState(folder: string, hub: string): HubState {
  const state = knownHubState(folder);
  return state?.hub === hub ? state : newHubState(folder, hub);
}

/** Reads the journal of a history, of whichever hub; undefined without one. */
export function knownHubState(folder: string): HubState | undefined {
  const state = readSmall(stateFile(folder), parseState);
  return state?.folder === folder ? state : undefined;
}

/** Creates an empty journal, with everything still to be compared, sent and read. */
export function newHubState(folder: string, hub: string): HubState {
  const positions = { sent: logStart, compared: logStart, cursor: 0, newest: 0 };
  return {
    hub,
    folder,
    author: randomUUID(),
    ...positions,
    wholeAt: 0,
    taken: appliedKinds,
    ordered: true,
    share: 'promoted',
    places: {},
  };
}

/** Writes the journal. Requires the hub's lock. */
export const writeHubState = (state: HubState, lease: Lease): Promise<void> =>
  writeSmall(stateFile(state.folder), state, parseState, lease);

/** Path of the journal; deleting it loses nothing. */
export const stateFile = (folder: string): string => join(folder, machineFolder, hubJournalFile);

/** Deletes the journal, so that everything is compared again, as another author. */
export const forgetJournal = (folder: string): Promise<void> => removeFile(stateFile(folder));

/** Deletes the journal and the files beside it when leaving a hub. */
export async function forgetHubState(folder: string): Promise<void> {
  await forgetJournal(folder);
  await removeFile(messagesFile(folder));
  await deleteNotes(folder);
}

function parseState(value: unknown): HubState | undefined {
  if (!isObject(value) || !isUuid(value.author)) return undefined;
  const { hub, folder, author, cursor, wholeAt, places } = value;
  if (typeof hub !== 'string' || typeof folder !== 'string' || !isObject(places)) return undefined;
  return {
    hub,
    folder,
    author,
    cursor: value.taken === appliedKinds ? numberOf(cursor) : 0,
    taken: appliedKinds,
    newest: numberOf(value.newest),
    ...(typeof value.made === 'string' && { made: value.made }),
    wholeAt: numberOf(wholeAt),
    sent: positionOf(value.sent),
    compared: positionOf(value.compared),
    ordered: true,
    share: hubShares.find((known) => known === value.share) ?? 'promoted',
    ...defined({ vectors: vectorsOf(value.vectors) }),
    places: mapped(places, (place) => parseFolder(place, value.ordered === true)),
  };
}

function vectorsOf(value: unknown): SentVectors | undefined {
  if (!isObject(value) || typeof value.model !== 'string') return undefined;
  return {
    model: value.model,
    table: String(value.table),
    dims: numberOf(value.dims),
    number: numberOf(value.number),
  };
}

function parseFolder(value: unknown, isOrdered: boolean): SyncedFolder {
  const { messages, items, unordered } = isObject(value) ? value : {};
  const since = isOrdered || !isObject(messages) ? unordered : 0;
  const known = isObject(messages)
    ? { epoch: String(messages.epoch), count: numberOf(messages.count) }
    : undefined;
  return {
    ...(known && { messages: known }),
    ...(typeof since === 'number' && { unordered: since }),
    items: mapped(isObject(items) ? items : {}, itemOf),
  };
}

function itemOf(value: unknown): KnownItem {
  const { time, author, digest, unsent } = isObject(value) ? value : {};
  const version = { time: numberOf(time), author: String(author), digest: String(digest) };
  return { ...version, ...(unsent === true && { unsent }), ...archiveOf(isObject(value) ? value : {}) };
}

const archiveOf = ({ mark, name, pieces }: Readonly<Record<string, unknown>>) => ({
  ...(typeof mark === 'string' && { mark }),
  ...(typeof name === 'string' && { name }),
  ...(Array.isArray(pieces) && { pieces: pieces.filter((each) => typeof each === 'string') }),
});

const positionOf = (value: unknown): LogPosition =>
  isObject(value) && typeof value.begins === 'string'
    ? { begins: value.begins, read: numberOf(value.read) }
    : logStart;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const mapped = <T>(
  members: Readonly<Record<string, unknown>>,
  of: (value: unknown) => T,
): Record<string, T> => Object.fromEntries(Object.entries(members).map(([key, value]) => [key, of(value)]));
