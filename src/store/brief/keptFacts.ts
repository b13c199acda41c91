import { isObject } from '../base/core.ts';
import { WrongContent } from '../files/json.ts';
import { KeptOf, type Keeper } from './keptOf.ts';
import type { Told } from './worthTelling.ts';

/** What may be told of a session, without its secrets. */
export interface GatheredFacts {
  readonly told: Told;
  /** The folder the session ran in. */
  readonly cwd?: string;
}

/** What is read at once is not kept. Bytes. */
const leastBytes = 256 * 1024;

/** Facts of long sessions, so that who needs them at once need not read a transcript. */
export const keptFacts = (context: Keeper): KeptOf<GatheredFacts> =>
  new KeptOf(context, '', parse, leastBytes);

function parse(value: unknown): GatheredFacts {
  if (!isObject(value) || !isTold(value.told)) throw new WrongContent('no facts');
  const { told, cwd } = value;
  return { told, ...(typeof cwd === 'string' && { cwd }) };
}

/** The version says what else it has. */
const isTold = (value: unknown): value is Told =>
  isObject(value) &&
  isObject(value.more) &&
  Object.values(value.more).every((count) => typeof count === 'number') &&
  [value.requests, value.settled, value.files, value.commands].every(areOfSession);

const areOfSession = (items: unknown): boolean =>
  Array.isArray(items) &&
  items.every((item) => isObject(item) && typeof item.time === 'string' && typeof item.entry === 'number');
