import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { defined, isObject, type Lease } from '../base/core.ts';
import { forgetNotes, hubJournalFile } from '../dialogs/goneNotes.ts';
import type { LogPosition } from '../files/logPosition.ts';
import { isUuid, machineFolder } from '../files/projectId.ts';
import { removeFile } from '../files/folders.ts';
import { readSmall, writeSmall } from '../files/smallFile.ts';
import { messagesFile } from './messageVersions.ts';
import { hubShares, type HubShare, type RecordVersion } from './types.ts';

/** What is known of one thing in the hub: its last version, and what it said. */
export interface KnownItem extends RecordVersion {
  /** Of its body; empty of a deleted one. */
  readonly digest: string;
  /** The hub does not have this version yet. */
  readonly unsent?: true;
  /** Of an archive: how its files were when it was compared, and what it is called here. */
  readonly mark?: string;
  readonly name?: string;
  /** Ids of the pieces of an archive that this folder sent. */
  readonly pieces?: readonly string[];
}

/** How many of the messages of a dialog, in the epoch in which they were counted. */
export interface SentMessages {
  readonly epoch: string;
  readonly count: number;
}

/** What the hub has of a folder of the history. */
export interface KnownPlace {
  readonly messages?: SentMessages;
  /** By `keyOf`. */
  readonly items: Readonly<Record<string, KnownItem>>;
}

/** Up to where records were given vectors, of which model. */
export interface SentVectors {
  readonly model: string;
  /** The table that has them, as `VectorsPlace` says. */
  readonly table: string;
  /** Numbers of each. */
  readonly dims: number;
  readonly number: number;
}

/** The journal of a folder of a project on one machine: what the hub has of it, so that only the rest is looked at. */
export interface HubState {
  /** The database and the person, as `shownHub` tells: what another hub has says nothing of this one. */
  readonly hub: string;
  /** Of the history: in a copy of it all begins anew, as another author. */
  readonly folder: string;
  /** What this folder is called in versions. */
  readonly author: string;
  /** Up to where records were read. */
  readonly cursor: number;
  /** Up to where the project had numbered its records: one that is behind it is another one, or from a backup. */
  readonly newest: number;
  /** Up to where in the log of changes everything was sent, and everything was compared. */
  readonly sent: LogPosition;
  readonly compared: LogPosition;
  /** When every folder was looked at last, milliseconds: other programs than ours note no changes. */
  readonly wholeAt: number;
  /** Which kinds of records were taken in, as `takenIn` numbers them: with more of them all are read again. */
  readonly taken: number;
  /** What was sent the last time: what is sent in addition now was not looked at. */
  readonly share: HubShare;
  readonly vectors?: SentVectors;
  /** By name of the folder. */
  readonly places: Readonly<Record<string, KnownPlace>>;
}

/** Grows when a kind of records is taken in that was not before. 1: archives. */
const takenIn = 1;

const nowhere: LogPosition = { begins: '', read: 0 };

/** The journal of a history for a hub; a new one where there is none for it, or it cannot be read: then all is compared again. */
export function readHubState(folder: string, hub: string): HubState {
  const state = readSmall(stateFile(folder), parseState);
  return state?.hub === hub && state.folder === folder ? state : newHubState(folder, hub);
}

/** A journal of which everything is still to be compared, sent and read. */
export function newHubState(folder: string, hub: string): HubState {
  const positions = { sent: nowhere, compared: nowhere, cursor: 0, newest: 0 };
  return {
    hub,
    folder,
    author: randomUUID(),
    ...positions,
    wholeAt: 0,
    taken: takenIn,
    share: 'promoted',
    places: {},
  };
}

/** Call it under the lock of the hub. */
export const writeHubState = (state: HubState, lease: Lease): Promise<void> =>
  writeSmall(stateFile(state.folder), state, parseState, lease);

/** The file that says what the hub has; deleting it loses nothing. */
export const stateFile = (folder: string): string => join(folder, machineFolder, hubJournalFile);

/** Deletes the journal with all that is kept beside it: the hub is left. */
export async function forgetHubState(folder: string): Promise<void> {
  await removeFile(stateFile(folder));
  await removeFile(messagesFile(folder));
  await forgetNotes(folder);
}

function parseState(value: unknown): HubState | undefined {
  if (!isObject(value) || !isUuid(value.author)) return undefined;
  const { hub, folder, author, cursor, wholeAt, places } = value;
  if (typeof hub !== 'string' || typeof folder !== 'string' || !isObject(places)) return undefined;
  return {
    ...{
      hub,
      folder,
      author,
      cursor: value.taken === takenIn ? numberOf(cursor) : 0,
      taken: takenIn,
      newest: numberOf(value.newest),
      wholeAt: numberOf(wholeAt),
    },
    ...{ sent: positionOf(value.sent), compared: positionOf(value.compared) },
    share: hubShares.find((known) => known === value.share) ?? 'promoted',
    ...defined({ vectors: vectorsOf(value.vectors) }),
    places: mapped(places, placeOf),
  };
}

function vectorsOf(value: unknown): SentVectors | undefined {
  if (!isObject(value) || typeof value.model !== 'string') return undefined;
  return {
    ...{ model: value.model, table: String(value.table) },
    ...{ dims: numberOf(value.dims), number: numberOf(value.number) },
  };
}

function placeOf(value: unknown): KnownPlace {
  const { messages, items } = isObject(value) ? value : {};
  const known = isObject(messages)
    ? { epoch: String(messages.epoch), count: numberOf(messages.count) }
    : undefined;
  return { ...(known && { messages: known }), items: mapped(isObject(items) ? items : {}, itemOf) };
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
    : nowhere;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const mapped = <T>(
  members: Readonly<Record<string, unknown>>,
  of: (value: unknown) => T,
): Record<string, T> => Object.fromEntries(Object.entries(members).map(([key, value]) => [key, of(value)]));
