import type { StoreContext } from '../../disk/base/context.ts';
import { defined, isObject } from '../../disk/base/core.ts';
import type { DerivedContext } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { transcriptCache, type TranscriptCache } from './transcriptCache.ts';
import type { SessionFacts } from '../../history/facts/sessionFacts.ts';
import { isPlace } from '../../agents/reading/fileWindow.ts';
import { briefFactsOf, type BriefFacts } from './briefFacts.ts';
import type { FactsPoint } from './factsPoint.ts';

/** The facts of a session that a brief may use, without secrets. */
export interface GatheredFacts {
  readonly told: BriefFacts;
  /** The folder the session ran in. */
  readonly cwd?: string;
  /** True if the earlier part of the session is missing. */
  readonly isRest?: true;
  /** Where reading can go on. */
  readonly points?: readonly FactsPoint[];
}

/** Caches the facts of sessions, so that a brief in a hurry reads no transcript. */
export const factsCache = (context: DerivedContext): TranscriptCache<GatheredFacts> =>
  transcriptCache({ name: 'facts', version: 7, layout: 'files', values: jsonValues(parse) }, context);

/** Caches the facts that were taken from a whole transcript whose fingerprint was taken before it was read. */
export async function keepTaken(
  context: StoreContext,
  path: string,
  fingerprint: string | undefined,
  { told, next, cwd }: Pick<GatheredFacts, 'told' | 'cwd'> & { readonly next?: FactsPoint | undefined },
): Promise<void> {
  const gathered = { told, ...defined({ cwd }), ...(next && { points: [next] }) };
  await factsCache(context).write(path, fingerprint, gathered);
}

/**
 * Caches the facts gathered from a transcript whose fingerprint was taken before it was read. Secrets are masked while
 * texts are whole.
 */
export async function keepFacts(
  context: StoreContext,
  path: string,
  fingerprint: string | undefined,
  { facts, cwd }: { readonly facts: SessionFacts; readonly cwd?: string },
): Promise<void> {
  const cache = factsCache(context);
  const { points } = cache.last(path) ?? {};
  const gathered = { told: briefFactsOf(context.secrets.value(facts)), ...defined({ cwd, points }) };
  await cache.write(path, fingerprint, gathered);
}

function parse(value: unknown): GatheredFacts | undefined {
  if (!isObject(value) || !isTold(value.told)) return undefined;
  const { told, cwd, isRest, points } = value;
  return {
    told,
    ...(typeof cwd === 'string' && { cwd }),
    ...(isRest === true && { isRest }),
    ...(arePoints(points) && { points }),
  };
}

/** The version vouches for the rest, too. */
const arePoints = (value: unknown): value is readonly FactsPoint[] =>
  Array.isArray(value) &&
  value.every((point) => isObject(point) && isPlace(point.place) && isObject(point.facts));

/** The version vouches for the rest. */
const isTold = (value: unknown): value is BriefFacts =>
  isObject(value) &&
  isObject(value.more) &&
  Object.values(value.more).every((count) => typeof count === 'number') &&
  [value.requests, value.settled, value.files, value.commands].every(areOfSession);

const areOfSession = (items: unknown): boolean =>
  Array.isArray(items) &&
  items.every((item) => isObject(item) && typeof item.time === 'string' && typeof item.entry === 'number');
