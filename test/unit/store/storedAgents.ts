import { join } from 'node:path';
import type { Places } from '../../../src/store/transcripts/shared/agent.ts';
import { pathInDatabase } from '../../../src/store/transcripts/shared/stored.ts';
import type { Agent } from '../../../src/store/transcripts/shared/types.ts';
import { makeDatabase } from './databases.ts';
import { iso, when } from './machine.ts';
import { jsonLines } from './reading.ts';

export type TableRow = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly TableRow[]>>;

/** How an agent keeps a small session in a database, as real ones are. */
export interface StoredForm {
  readonly agent: Agent;
  /** Where its database is. */
  readonly database: (places: Places) => string;
  /** SQL of its tables, as the agent makes them. */
  readonly tables: string;
  /** Its rows, in which the person says `text` in `cwd`, and the agent answers. */
  readonly rows: (text: string, cwd: string) => Rows;
  readonly session: string;
  /** The rows as the archive keeps them; those of the database unless they are put together. */
  readonly lines?: (text: string, cwd: string) => readonly unknown[];
  /** A column without which it is of another form. */
  readonly needed: readonly [table: string, column: string];
  /** Files beside it. */
  readonly beside?: (places: Places, cwd: string) => void;
}

const opencodeTables = `
CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
  title text NOT NULL, version text NOT NULL, revert text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX part_session_idx ON part (session_id)`;

const times = (seconds: number) => ({
  time_created: when + seconds * 1_000,
  time_updated: when + seconds * 1_000,
});

export const opencodeSession = (id: string, cwd: string, more: TableRow = {}) => ({
  ...{ id, project_id: 'p1', parent_id: null, slug: 'calm-orchid', directory: cwd },
  ...{
    title: `New session - ${iso(0)}`,
    version: '1.18.33',
    revert: null,
    ...times(0),
    time_updated: when + 9_000,
  },
  ...more,
});

export const opencodeMessage = (session: string, id: string, seconds: number, data: object) => ({
  ...{ id, session_id: session, ...times(seconds) },
  data: JSON.stringify({ time: { created: when + seconds * 1_000 }, ...data }),
});

export const opencodePart = (session: string, message: string, id: string, data: object) => ({
  ...{ id, message_id: message, session_id: session, ...times(1) },
  data: JSON.stringify(data),
});

const opencode: StoredForm = {
  agent: 'opencode',
  database: ({ home }) => join(home, '.local/share/opencode/opencode.db'),
  tables: opencodeTables,
  rows: (text, cwd) => ({
    message: [
      opencodeMessage('ses_1', 'msg_1', 1, { role: 'user', model: { modelID: 'm' } }),
      opencodeMessage('ses_1', 'msg_2', 2, { role: 'assistant', modelID: 'm', parentID: 'msg_1' }),
    ],
    part: [
      opencodePart('ses_1', 'msg_1', 'prt_1', { type: 'text', text }),
      opencodePart('ses_1', 'msg_2', 'prt_2', { type: 'text', text: 'ok' }),
    ],
    session: [opencodeSession('ses_1', cwd)],
  }),
  session: 'ses_1',
  needed: ['session', 'directory'],
};

export const storedForms: readonly StoredForm[] = [opencode];

/** Makes the database of a form with one session; gives the session's path. */
export function writeStored(form: StoredForm, places: Places, text: string, cwd: string): string {
  const database = form.database(places);
  makeDatabase(database, form.tables, form.rows(text, cwd));
  form.beside?.(places, cwd);
  return pathInDatabase(database, form.session);
}

/** The session of a form as JSON lines, as archives keep it. */
export function storedLines(
  { agent, session, rows, lines }: StoredForm,
  text: string,
  cwd = '/code/shop',
): string {
  const all = Object.entries(rows(text, cwd)).flatMap(([table, list]) =>
    list.map((row) => ({ table, ...row })),
  );
  return jsonLines([{ rowsOf: agent, session }, ...(lines?.(text, cwd) ?? all)]);
}
