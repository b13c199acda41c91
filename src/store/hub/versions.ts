import type { PulledRecord, RecordVersion } from './types.ts';

/** Whether one version is later than another, or there is none to be later than. */
export const isLater = (one: RecordVersion, other: RecordVersion | undefined): boolean =>
  other === undefined || one.time > other.time || (one.time === other.time && one.author > other.author);

/** The version of a change that is made now to something with a version: a later one, whatever the clock says. */
export const nextVersion = (
  before: RecordVersion | undefined,
  now: number,
  author: string,
): RecordVersion => ({ time: Math.max(now, before ? before.time + 1 : now), author });

/** What a record is of, among those of one owner. */
export const keyOf = ({ kind, id }: Pick<PulledRecord, 'kind' | 'id'>): string => `${kind} ${id}`;

/**
 * Whether a record takes the place of what is known under its key. Messages are written once and stay as they are; of
 * everything else the last version counts. The rule of the hub and of every machine, so that all come to the same.
 */
export const takesPlace = (record: PulledRecord, known: RecordVersion | undefined): boolean =>
  record.kind === 'message' ? known === undefined : isLater(record, known);
