import { isObject, isoTime, jsonOf } from '../base/core.ts';
import { cleanTags } from '../base/tags.ts';
import { parseTime } from '../memory/records.ts';
import type { SessionIdentity, SessionLabels } from './types.ts';

/**
 * A line of the log: what of a session's labels was changed, and when. Of each member the line with the latest time counts, whatever
 * their order, so that logs of two branches may be merged by taking the lines of both. Members of later versions are kept.
 */
export interface LabelRecord {
  readonly source: string;
  readonly session: string;
  /** Milliseconds. */
  readonly at: number;
  readonly members: Readonly<Record<string, unknown>>;
}

/** A record as its line, without the line feed. */
export const formatLabelRecord = ({ source, session, at, members }: LabelRecord): string =>
  JSON.stringify({ source, session, at: isoTime(at), ...members });

/** A line as a record; undefined when it is none. */
export function parseLabelRecord(line: string): LabelRecord | undefined {
  const value = jsonOf(line);
  if (!isObject(value)) return undefined;
  const { source, session, at: time, ...members } = value;
  const at = parseTime(time);
  if (typeof source !== 'string' || typeof session !== 'string' || at === undefined) return undefined;
  return { source, session, at, members };
}

/** What tells a session from all others, as a key. */
export const identityKey = ({ source, sessionId }: { readonly source: string; readonly sessionId: string }) =>
  `${source} ${sessionId}`;

interface Known {
  /** When it was changed last, milliseconds. */
  readonly at: number;
  readonly members: Readonly<Record<string, unknown>>;
}

/** What the lines of the log come to. */
export class LabelState {
  /** In the order in which they count. */
  readonly #records: readonly LabelRecord[];
  readonly #known = new Map<string, Known>();
  /** Lines that are no record, but for a last one that was torn. */
  readonly unreadable: number;

  constructor(text: string) {
    const lines = text.split('\n');
    const torn = lines.pop() ?? '';
    const parsed = [
      ...lines.filter((line) => line.trim() !== ''),
      ...(parseLabelRecord(torn) ? [torn] : []),
    ].map(parseLabelRecord);
    this.#records = parsed.flatMap((record) => record ?? []).sort((a, b) => a.at - b.at);
    this.unreadable = parsed.length - this.#records.length;
    for (const { source, session, at, members } of this.#records) {
      const key = identityKey({ source, sessionId: session });
      this.#known.set(key, { at, members: { ...this.#known.get(key)?.members, ...members } });
    }
  }

  /** How many lines say nothing any more. */
  get stale(): number {
    return this.#records.length - this.#known.size;
  }

  /** Those of all sessions that have some, by `identityKey`. */
  get all(): ReadonlyMap<string, SessionLabels> {
    const labelled = [...this.#known].map(([key, { members }]) => [key, labelsOf(members)] as const);
    return new Map(labelled.filter(([, labels]) => Object.keys(labels).length > 0));
  }

  /** A time later than that of the last change of a session, however its clock went. */
  timeAfter(session: SessionIdentity, now: number): number {
    return Math.max(now, (this.#known.get(identityKey(session))?.at ?? -1) + 1);
  }

  /** The log without what later lines replaced. */
  compacted(): LabelRecord[] {
    const said = new Set<string>();
    const kept = this.#records.toReversed().flatMap((record) => {
      const key = identityKey({ source: record.source, sessionId: record.session });
      const members = Object.entries(record.members).filter(([name]) => {
        const place = `${key} ${name}`;
        return !said.has(place) && said.add(place);
      });
      return members.length > 0 ? [{ ...record, members: Object.fromEntries(members) }] : [];
    });
    return kept.toReversed();
  }
}

/** What is odd counts as not said: the file may have come with anybody's repository. */
function labelsOf({ title, tags, archived, note }: Known['members']): SessionLabels {
  const clean = cleanTags(Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []);
  return {
    ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim() }),
    ...(clean.length > 0 && { tags: clean }),
    ...(archived === true && { archived }),
    ...(typeof note === 'string' && note.trim() !== '' && { note }),
  };
}
