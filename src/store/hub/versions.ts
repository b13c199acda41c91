import { isObject } from '../base/core.ts';
import { back } from './recordBodies.ts';
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

/** Whether a message was brought back after it had been deleted. */
export const isBack = ({ kind, body, deleted }: PulledRecord): boolean =>
  kind === 'message' && !deleted && isObject(body) && body[back] === true;

/**
 * Whether a record takes the place of what is known under its key. Messages are written once: only that one was deleted, or
 * brought back, takes the place of what was there, where it is later; of everything else the last version counts. The rule of
 * the hub and of every machine, so that all come to the same.
 */
export const takesPlace = (
  record: PulledRecord,
  known: (Pick<RecordVersion, 'time'> & Partial<RecordVersion>) | undefined,
): boolean => {
  if (known === undefined) return true;
  if (record.kind !== 'message') return isLater(record, { author: '', ...known });
  return (record.deleted || isBack(record)) && record.time > known.time;
};
