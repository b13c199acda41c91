import type { MessageRecord, SubagentRecord } from '../../store/transcripts/shared/types.ts';
import type { SessionIdentity, SessionInfo, SessionSource } from '../../store/sessions/types.ts';
import type { Project } from '../base/project.ts';

/** A session or an archive of one, as panes and documents name it. */
export interface SourceTarget {
  readonly project: Project;
  readonly kind: 'session' | 'archive';
  /** The path of a transcript or recording, or the name of an archive. */
  readonly id: string;
}

export const isSameSource = (a: SourceTarget, b: SourceTarget): boolean =>
  a.project === b.project && a.kind === b.kind && a.id === b.id;

/** What a session or archive says of itself. Times in milliseconds. */
export interface SourceFacts {
  readonly title: string;
  readonly source?: SessionSource;
  /** By which its summary is known. */
  readonly session: SessionIdentity;
  readonly file: string;
  readonly startTs: number;
  readonly lastTs: number;
  readonly branch?: string;
  readonly cwd?: string;
  readonly rewound: number;
  readonly unreadable: number;
  /** Lines of each kind that its reader does not know. */
  readonly unknown?: Readonly<Record<string, number>>;
  readonly commands: readonly string[];
  readonly part?: number;
  /** The colleague it was fetched from. */
  readonly fetchedFrom?: string;
}

/** A session that can be read as often as needed, wherever it is kept. */
export interface OpenedSession {
  readonly facts: SourceFacts;
  readonly messages: () => AsyncIterable<MessageRecord>;
  readonly subagents: () => AsyncIterable<SubagentRecord>;
}

/** How much of a session the archives hold. */
export type Archived = 'no' | 'partly' | 'wholly';

export const archivedOf = ({ archived, kept }: Pick<SessionInfo, 'archived' | 'kept'>): Archived =>
  archived ? 'wholly' : (kept ?? 'no');
