import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { WrongContent } from '../files/json.ts';
import { PerSession } from '../sessions/perSession.ts';
import { eventKinds, type ChangeEvent, type SessionChanges } from './sessionChanges.ts';

/** What sessions did to files, in `.index/changes/`. */
export const changeFiles = (context: StoreContext): PerSession<SessionChanges> =>
  new PerSession(context, { folder: 'changes', version: 1, parse });

function parse(value: unknown): SessionChanges {
  if (!isObject(value) || !isObject(value.requests) || !Array.isArray(value.events))
    throw new WrongContent('no changes');
  const { requests, events } = value;
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  const texts = Object.entries(requests).filter(isText);
  if (!events.every(isEvent)) throw new WrongContent('no events');
  return { requests: Object.fromEntries(texts), events };
}

const isEvent = (value: unknown): value is ChangeEvent =>
  isObject(value) &&
  eventKinds.some((kind) => kind === value.kind) &&
  typeof value.path === 'string' &&
  typeof value.call === 'string' &&
  [value.at, value.entry, value.asked].every((number) => Number.isSafeInteger(number)) &&
  (value.to === undefined || typeof value.to === 'string') &&
  (value.pieces === undefined || (Array.isArray(value.pieces) && value.pieces.every(isPiece))) &&
  (value.holds === undefined || (Array.isArray(value.holds) && value.holds.every(isTexts)));

const isPiece = (value: unknown): boolean =>
  isObject(value) && [value.keys, value.flags, value.removed].every((part) => typeof part === 'string');

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');
