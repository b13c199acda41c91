import type { JsonValue } from '../../base/json.ts';
import type { Ends, Telling } from './ends.ts';
import type { FindTranscripts, Places } from './places.ts';
import type { Agent, SessionHeader, StreamTranscript, TranscriptSource } from './types.ts';

/** What a list needs of a session. */
export interface Overview extends Pick<
  SessionHeader,
  'sessionId' | 'title' | 'startTime' | 'lastUpdated' | 'cwd' | 'gitBranch'
> {
  /** Whether nothing was said in what was read. */
  readonly empty: boolean;
}

/** Reads the JSON of a file beside transcripts, once for each list; undefined where there is none. */
export type ReadOnce = (path: string) => Promise<JsonValue | undefined>;

/** All that is known of an agent's transcripts: a new agent is one such value in the table of `agents.ts`. */
export interface AgentTranscripts {
  readonly id: Agent;
  /** What the agent calls itself, the same in every language. */
  readonly label: string;
  readonly find: FindTranscripts;
  /** Whether a record looks like one of its transcripts'. `path` has slashes on every system. */
  readonly recognise: (record: JsonValue, path: string) => boolean;
  /** Where its transcripts lie, for those without a readable record; matched with slashes. */
  readonly place: RegExp;
  readonly stream: StreamTranscript;
  /** A session as far as head and tail tell of it, with the title that reading the whole gives. */
  readonly titleOf: (ends: Ends, source: TranscriptSource, readOnce: ReadOnce) => Promise<Overview>;
  /** For long transcripts made of lines; others are read as far as head and tail reach. */
  readonly telling?: Telling;
  /** Whether its transcripts are always lines, so that one that was cut may be no words of the person. */
  readonly writesLines?: boolean;
  /** How long after its last change the agent deletes a transcript, milliseconds; without it, never. */
  readonly retention?: (places: Places) => Promise<number>;
  /** Folders in which a new session, or more of one, is likely to show. `roots` are projects, `now` milliseconds. */
  readonly watch?: (places: Places, roots: readonly string[], now: number) => readonly string[];
}
