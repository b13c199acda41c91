// Sessions of agents that keep them in databases, all of one agent in one, in the tables of its own program.
import type { Agent } from '../../src/agents/reading/types.ts';
import { makeDatabase } from '../unit/store/databases.ts';
import { storedForms, zstd, type TableRow } from '../unit/store/storedAgents.ts';
import type { Talk } from './homeTalk.ts';

type Rows = Readonly<Record<string, readonly TableRow[]>>;
type RowsOf = (talk: Talk, changedAt: number) => Rows;

const opencode: RowsOf = ({ id, folder, title, turns, begun }, changedAt) => {
  const times = { time_created: begun, time_updated: changedAt };
  const message = (n: number, data: object) => ({
    id: `msg_${id}_${String(n).padStart(4, '0')}`,
    session_id: id,
    ...times,
    data: JSON.stringify({ time: { created: begun + n }, ...data }),
  });
  const part = (n: number, data: object) => ({
    id: `prt_${id}_${String(n).padStart(4, '0')}`,
    session_id: id,
    ...times,
    message_id: `msg_${id}_${String(n).padStart(4, '0')}`,
    data: JSON.stringify(data),
  });
  return {
    message: turns.flatMap((_, n) => [
      message(2 * n, { role: 'user', model: { modelID: 'm' } }),
      message(2 * n + 1, { role: 'assistant', modelID: 'm' }),
    ]),
    part: turns.flatMap(({ ask, answer }, n) => [
      part(2 * n, { type: 'text', text: ask }),
      part(2 * n + 1, { type: 'text', text: answer }),
    ]),
    session: [
      {
        id,
        project_id: 'p1',
        parent_id: null,
        slug: 'calm-orchid',
        directory: folder,
        title,
        version: '1.18.33',
        revert: null,
        ...times,
      },
    ],
  };
};

const sqliteTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const goose: RowsOf = ({ id, folder, title, turns, begun }, changedAt) => ({
  messages: turns.flatMap(({ ask, answer }, n) =>
    [
      ['user', ask],
      ['assistant', answer],
    ].map(([role, text]) => ({
      session_id: id,
      role,
      created_timestamp: Math.floor(begun / 1_000) + n,
      content_json: JSON.stringify([{ type: 'text', text }]),
    })),
  ),
  sessions: [
    {
      id,
      name: title,
      working_dir: folder,
      created_at: sqliteTime(begun),
      updated_at: sqliteTime(changedAt),
    },
  ],
});

const zed: RowsOf = ({ id, folder, title, turns }, changedAt) => {
  const updated_at = new Date(changedAt).toISOString();
  const messages = turns.flatMap(({ ask, answer }, n) => [
    { User: { id: `u${n}`, content: [{ Text: ask }] } },
    { Agent: { content: [{ Text: answer }], tool_results: {} } },
  ]);
  const data = zstd(JSON.stringify({ title, updated_at, version: '0.3.0', messages }));
  const row = { id, summary: title, updated_at, data_type: 'zstd', parent_id: null, folder_paths: folder };
  return { threads: [{ ...row, data }] };
};

const rowsOf: Readonly<Partial<Record<Agent, RowsOf>>> = { opencode, kilo: opencode, goose, zed };

export const storedHomeAgents = Object.keys(rowsOf);

/** What an agent calls a session. */
export const storedSessionId = (agent: string, id: string): string =>
  agent === 'opencode' || agent === 'kilo' ? `ses_${id.replaceAll('-', '')}` : id;

/** Makes the database of an agent with these sessions; gives its path. */
export function writeStoredHome(
  agent: string,
  home: string,
  sessions: readonly { readonly talk: Talk; readonly changedAt: number }[],
): string {
  const form = storedForms.find((each) => each.agent === agent);
  const rows = Object.entries(rowsOf).find(([name]) => name === agent)?.[1];
  if (!form || !rows) throw new Error(`no form of ${agent}`);
  const all: Record<string, TableRow[]> = {};
  for (const { talk, changedAt } of sessions)
    for (const [table, list] of Object.entries(
      rows({ ...talk, id: storedSessionId(agent, talk.id) }, changedAt),
    ))
      (all[table] ??= []).push(...list);
  const path = form.database({ home, env: {}, platform: 'linux' });
  makeDatabase(path, form.tables, all);
  return path;
}
