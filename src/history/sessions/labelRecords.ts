import { separated } from '../../disk/text/gluedRecords.ts';
import { isObject, isoTime, jsonOf } from '../../disk/base/core.ts';
import { cleanTags } from '../../disk/base/tags.ts';
import { parseTime } from '../memory/records.ts';
import type { SessionIdentity, SessionLabels } from './types.ts';

/**
 * A line of the log with a change of a session's labels. For each member the latest line wins regardless of order, so
 * logs of two branches merge by keeping all lines. Members of later versions are kept.
 */
export interface LabelRecord {
  readonly source: string;
  readonly session: string;
  /** Milliseconds. */
  readonly at: number;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Formats a record as a line, without the line feed. */
export const formatLabelRecord = ({ source, session, at, members }: LabelRecord): string =>
  JSON.stringify({ source, session, at: isoTime(at), ...members });

/** Parses a line; undefined for an invalid one. */
export function parseLabelRecord(line: string): LabelRecord | undefined {
  const value = jsonOf(line);
  if (!isObject(value)) return undefined;
  const { source, session, at: time, ...members } = value;
  const at = parseTime(time);
  if (typeof source !== 'string' || typeof session !== 'string' || at === undefined) return undefined;
  return { source, session, at, members };
}

/** A key that identifies a session. */
export const identityKey = ({ source, sessionId }: { readonly source: string; readonly sessionId: string }) =>
  `${source} ${sessionId}`;

interface Known {
  /** Time of the last change, milliseconds. */
  readonly at: number;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The state after all lines of the log. */
export class LabelState {
  /** In order of precedence. */
  readonly #records: readonly LabelRecord[];
  readonly #known = new Map<string, Known>();
  /** Number of invalid lines, except a torn last one. */
  readonly unreadable: number;

  constructor(text: string) {
    const lines = text.split('\n');
    const torn = lines.pop() ?? '';
    const parsed = [
      ...lines.filter((line) => line.trim() !== '').flatMap(separated),
      ...separated(torn).filter((line) => parseLabelRecord(line) !== undefined),
    ].map(parseLabelRecord);
    this.#records = parsed.flatMap((record) => record ?? []).sort((a, b) => a.at - b.at);
    this.unreadable = parsed.length - this.#records.length;
    for (const { source, session, at, members } of this.#records) {
      const key = identityKey({ source, sessionId: session });
      this.#known.set(key, { at, members: { ...this.#known.get(key)?.members, ...members } });
    }
  }

  /** Number of outdated lines. */
  get stale(): number {
    return this.#records.length - this.#known.size;
  }

  /** The labels of all labelled sessions, by `identityKey`. */
  get all(): ReadonlyMap<string, SessionLabels> {
    const labelled = [...this.#known].map(([key, { members }]) => [key, labelsOf(members)] as const);
    return new Map(labelled.filter(([, labels]) => Object.keys(labels).length > 0));
  }

  /** A time later than the last change of a session, regardless of the clock. */
  timeAfter(session: SessionIdentity, now: number): number {
    return Math.max(now, (this.#known.get(identityKey(session))?.at ?? -1) + 1);
  }

  /** The log without superseded members. */
  compacted(): LabelRecord[] {
    const seen = new Set<string>();
    const current = this.#records.toReversed().flatMap((record) => {
      const key = identityKey({ source: record.source, sessionId: record.session });
      const members = Object.entries(record.members).filter(([name]) => {
        const place = `${key} ${name}`;
        return !seen.has(place) && seen.add(place);
      });
      return members.length > 0 ? [{ ...record, members: Object.fromEntries(members) }] : [];
    });
    return current.toReversed();
  }
}

/** Ignores invalid values, since the file may come from an untrusted repository. */
function labelsOf({ title, tags, archived, note }: Known['members']): SessionLabels {
  const clean = cleanTags(Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []);
  return {
    ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim() }),
    ...(clean.length > 0 && { tags: clean }),
    ...(archived === true && { archived }),
    ...(typeof note === 'string' && note.trim() !== '' && { note }),
  };
}
