import { isObject, type JsonValue } from '../disk/base/core.ts';
import { recordOf } from './pull.ts';
import type { HubConnection } from './types.ts';

/** Description of a person's session, readable by everyone in the project. */
export interface SessionCard {
  readonly session: string;
  /** The agent. */
  readonly source: string;
  readonly title: string;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly activeAt: number;
  readonly branch?: string;
  readonly requests: readonly string[];
  readonly files: readonly string[];
  /** Markdown: what was asked, done and decided, and what is open. */
  readonly card: string;
}

/** A session in the hub. */
export interface HubSession extends SessionCard {
  /** A role of the database. */
  readonly owner: string;
  /** Number of its archives in the hub, which can be fetched. */
  readonly archives: number;
}

/** Which sessions are listed; of everybody without a person. */
export interface HubSessionQuery {
  readonly person?: string | undefined;
  readonly limit: number;
}

export function parseCard(body: JsonValue): SessionCard | undefined {
  if (!isObject(body)) return undefined;
  const { session, source, title, startedAt, activeAt, branch, requests, files, card } = body;
  if (typeof session !== 'string' || typeof activeAt !== 'number') return undefined;
  return {
    session,
    activeAt,
    startedAt: typeof startedAt === 'number' ? startedAt : activeAt,
    source: textOf(source, ''),
    title: textOf(title, session),
    card: textOf(card, ''),
    ...(typeof branch === 'string' && { branch }),
    requests: stringsIn(requests),
    files: stringsIn(files),
  };
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Returns the sessions of a project, most recently active first, optionally of one person. */
export async function hubSessions(
  connection: HubConnection,
  project: string,
  { person, limit }: HubSessionQuery,
): Promise<readonly HubSession[]> {
  const sql = `
    select s.owner, s.kind, s.id, s."time", s.author, s.seq, s.body, s."text", s.deleted,
      (select count(*) from history_hub.records a where a.project = $1 and a.owner = s.owner and a.kind = 'archive'
        and not a.deleted and position('.' in a.id) = 0 and a.body ->> 'session' = s.body ->> 'session') as archives
    from history_hub.records s
    where s.project = $1 and s.kind = 'session' and not s.deleted and ($2::text is null or s.owner = $2)
    order by s."time" desc, s.id limit $3`;
  const rows = await connection.query(sql, [project, person ?? null, limit]);
  return rows.flatMap((row) => {
    const [record] = recordOf(row);
    const card = record && parseCard(record.body);
    return card ? [{ ...card, owner: record.owner, archives: Number(row.archives) }] : [];
  });
}
