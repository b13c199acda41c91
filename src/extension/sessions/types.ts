import type { MessageRecord, SubagentRecord } from '../../agents/reading/types.ts';
import type { Recovered } from '../../history/archive/types.ts';
import type { SessionIdentity, SessionInfo, SessionSource } from '../../history/sessions/types.ts';
import type { Project } from '../base/project.ts';

/** A session or an archive of one, as identified by panes and documents. */
export interface SourceTarget {
  readonly project: Project;
  readonly kind: 'session' | 'archive';
  /** Path of a transcript or recording, or name of an archive. */
  readonly id: string;
}

export const isSameSource = (a: SourceTarget, b: SourceTarget): boolean =>
  a.project === b.project && a.kind === b.kind && a.id === b.id;

/** Properties of a session or archive. Times in milliseconds. */
export interface SourceFacts {
  readonly title: string;
  readonly source?: SessionSource;
  /** Identifies its summary. */
  readonly session: SessionIdentity;
  readonly file: string;
  readonly startTs: number;
  readonly lastTs: number;
  readonly branch?: string;
  readonly cwd?: string;
  readonly rewound: number;
  readonly unreadable: number;
  /** Number of lines of each unknown kind. */
  readonly unknown?: Readonly<Record<string, number>>;
  readonly commands: readonly string[];
  readonly part?: number;
  /** What was found again after its agent had lost it. */
  readonly recovered?: Recovered;
  /** The colleague it was fetched from. */
  readonly fetchedFrom?: string;
}

/** A session that can be read repeatedly, from any source. */
export interface OpenedSession {
  readonly facts: SourceFacts;
  readonly messages: () => AsyncIterable<MessageRecord>;
  readonly subagents: () => AsyncIterable<SubagentRecord>;
}

/** How much of a session is in the archives. */
export type Archived = 'no' | 'partly' | 'wholly';

export const archivedOf = ({ archived, kept }: Pick<SessionInfo, 'archived' | 'kept'>): Archived =>
  archived ? 'wholly' : (kept ?? 'no');
