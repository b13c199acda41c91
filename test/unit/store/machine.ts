import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts } from '../../../src/agents/readTranscript.ts';
import type { Places } from '../../../src/agents/profile/machine.ts';
import { Derived } from '../../../src/disk/files/derived.ts';
import { knownTranscripts, type KnownTranscript } from '../../../src/agents/reading/knownTranscripts.ts';
import { jsonLines } from './reading.ts';
import { withStore } from './withStore.ts';

export const when = Date.UTC(2026, 1, 5, 8);
export const iso = (seconds: number) => new Date(when + seconds * 1_000).toISOString();
export const filler = (bytes: number) => 'x'.repeat(bytes);

export interface Machine {
  readonly places: Places;
  readonly folder: string;
  /** Writes a file below the home folder, last changed at `when`; gives its path. */
  readonly write: (path: string, content: string | readonly unknown[]) => Promise<string>;
}

/** A machine with an empty home and a project folder in it. */
export const withMachine = (test: (machine: Machine) => Promise<void>, env: Places['env'] = {}) =>
  withStore(async ({ root }) => {
    const home = join(root, 'home');
    const folder = join(home, 'code', 'my app 项目');
    await fs.mkdir(folder, { recursive: true });
    const write = async (path: string, content: string | readonly unknown[]) => {
      const file = join(home, path);
      await fs.mkdir(dirname(file), { recursive: true });
      await fs.writeFile(file, typeof content === 'string' ? content : jsonLines(content));
      await fs.utimes(file, when / 1_000, when / 1_000);
      return file;
    };
    await test({ places: { home, env, platform: 'linux' }, folder, write });
  });

export const claude = (cwd: string, text: string, more: object = {}) => ({
  parentUuid: null,
  isSidechain: false,
  cwd,
  sessionId: 's1',
  version: '2.0.0',
  gitBranch: 'main',
  type: 'user',
  message: { role: 'user', content: text },
  uuid: `u-${text}`.slice(0, 20),
  timestamp: iso(1),
  ...more,
});
export const codex = (cwd: string, text: string) => [
  {
    timestamp: iso(0),
    type: 'session_meta',
    payload: { id: 'x1', timestamp: iso(0), cwd, cli_version: '1' },
  },
  {
    timestamp: iso(2),
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  },
];
export const gemini = (text: string) => [
  { sessionId: 'g1', projectHash: 'ab', startTime: iso(0), lastUpdated: iso(0) },
  { id: 'm1', timestamp: iso(3), type: 'user', content: text },
];
export const chat = (text: string) => [
  { kind: 0, v: { version: 3, creationDate: when, sessionId: 'v1', requests: [] } },
  {
    kind: 2,
    k: ['requests'],
    v: [{ requestId: 'r1', timestamp: when + 4_000, message: { text }, response: [{ value: 'ok' }] }],
  },
];
export const copilot = (text: string, data: object) => [
  {
    type: 'session.start',
    data: { sessionId: 'c1', startTime: iso(0), ...data },
    id: 'e1',
    timestamp: iso(0),
    parentId: null,
  },
  { type: 'user.message', data: { content: text }, id: 'e2', timestamp: iso(5), parentId: 'e1' },
];
export const cline = (text: string) =>
  JSON.stringify([{ role: 'user', content: [{ type: 'text', text: `<task>${text}</task>` }] }]);
/** What Cline's command line and Cline 4 keep of a conversation. */
export const clineSession = (text: string, more: readonly object[] = []) =>
  JSON.stringify(
    {
      version: 1,
      updated_at: iso(9),
      agent: 'lead',
      sessionId: 'c1',
      origin: { source: 'cli', mode: 'user', sessionId: 'c1', version: '3.0.65' },
      messages: [
        {
          id: 'm1',
          role: 'user',
          content: [{ type: 'text', text: `<user_input mode="act">${text}</user_input>` }],
          ts: when + 1_000,
        },
        ...more,
      ],
      system_prompt: 'You are Cline',
    },
    null,
    2,
  );
export const user = '.config/Code/User';

/** Transcripts of all agents for a folder, all in their places. */
export async function writeAll({ write }: Machine, folder: string, name: string): Promise<string[]> {
  const storage = `${user}/workspaceStorage/${createHash('md5').update(folder).digest('hex')}`;
  await write(`${storage}/workspace.json`, JSON.stringify({ folder: pathToFileURL(folder).href }));
  await write(`.gemini/tmp/${name}/.project_root`, `${folder}\n`);
  const tasks = `${user}/globalStorage/saoudrizwan.claude-dev`;
  await write(
    `${tasks}/state/taskHistory.json`,
    JSON.stringify([{ id: '1770278400000', cwdOnTaskInitialization: folder }]),
  );
  return Promise.all([
    write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [claude(folder, `c ${name}`)]),
    write(`.codex/sessions/2026/02/05/rollout-2026-02-05T08-00-00-${name}.jsonl`, codex(folder, `x ${name}`)),
    write(`.gemini/tmp/${name}/chats/session-2026-02-05T08-00-g1.jsonl`, gemini(`g ${name}`)),
    write(`${storage}/chatSessions/v1.jsonl`, chat(`v ${name}`)),
    write(
      `${storage}/GitHub.copilot-chat/transcripts/c1.jsonl`,
      copilot(`t ${name}`, { vscodeVersion: '1.139.0' }),
    ),
    write(`.copilot/session-state/${name}/events.jsonl`, copilot(`l ${name}`, { context: { cwd: folder } })),
    write(`${tasks}/tasks/1770278400000/api_conversation_history.json`, cline(`n ${name}`)),
  ]);
}

/** Agent and title of everything listed for the machine's folder. */
export const titles = async ({ places, folder }: Machine, known?: Derived<KnownTranscript>) =>
  (await listTranscripts(places, folder, { known })).map(({ agent, title }) => `${agent}: ${title}`).sort();

/** What lists of transcripts remember, in this process alone. */
export const remembered = () => new Derived(knownTranscripts(''));
