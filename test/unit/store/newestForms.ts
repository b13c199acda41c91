import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Agent } from '../../../src/agents/reading/types.ts';
import { makeDatabase } from './databases.ts';
import { when, type Machine } from './machine.ts';
import { storedForms, writeStored, type TableRow } from './storedAgents.ts';

/** Tables of OpenCode 2. */
export const secondTables = `
CREATE TABLE session_v2 (id text PRIMARY KEY, project_id text, parent_id text, fork_session_id text, fork_boundary text, slug text,
  directory text, title text, version text, revert text, time_created integer, time_updated integer);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text, type text, seq integer, time_created integer, time_updated integer, data text)`;

export const secondSession = (id: string, directory: string, more: TableRow = {}): TableRow => ({
  ...{ id, directory, parent_id: null, title: id, version: '2.0.14', revert: null },
  ...{ time_created: when, time_updated: when + 9_000 },
  ...more,
});

export const secondMessage = (of: string, seq: number, type: string, data: object): TableRow => ({
  ...{ id: `msg_${of}_${99 - seq}`, session_id: of, type, seq, data: JSON.stringify(data) },
  ...{ time_created: when + seq * 1_000, time_updated: when + seq * 1_000 },
});

const chatTables =
  'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)';

const hashOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const blob = (data: Buffer) => ({ id: hashOf(data), data });
const listOf = (blobs: readonly { readonly id: string }[]): Buffer =>
  Buffer.concat(blobs.map(({ id }) => Buffer.concat([Buffer.from([0x0a, 32]), Buffer.from(id, 'hex')])));

/** Makes the store of a chat of Cursor's command line with these messages; the first half is in a list of its own. */
export function writeCursorChat({ places, folder }: Machine, messages: readonly object[]): string {
  const blobs = messages.map((message) => blob(Buffer.from(JSON.stringify(message))));
  const half = Math.ceil(blobs.length / 2);
  const first = blob(listOf(blobs.slice(0, half)));
  const root = blob(listOf([first, ...blobs.slice(half)]));
  const about = { name: 'Sledge', createdAt: when, lastUsedModel: 'gpt', blobEncryptionKey: 'KEYSECRET' };
  const value = Buffer.from(JSON.stringify({ ...about, latestRootBlobId: root.id })).toString('hex');
  const md5 = createHash('md5').update(folder).digest('hex');
  const store = join(places.home, '.cursor/chats', md5, 'dd44', 'store.db');
  makeDatabase(store, chatTables, { blobs: [...blobs, first, root], meta: [{ key: '0', value }] });
  return store;
}

/** The newest form in which an agent keeps sessions in a database. */
export interface NewestForm {
  readonly name: string;
  readonly agent: Agent;
  /** Makes the database with a session in which the person says `text`; returns its path. */
  readonly write: (machine: Machine, text: string) => string;
  /** A table that has its sessions. */
  readonly table: string;
}

/** The newest form of each agent, and of each of its databases. */
export const newestForms: readonly NewestForm[] = [
  ...storedForms.map((form) => ({
    name: form.agent,
    agent: form.agent,
    table: form.needed[0],
    write: ({ places, folder }: Machine, text: string) => {
      writeStored(form, places, text, folder);
      return form.database(places);
    },
  })),
  {
    name: 'opencode 2',
    agent: 'opencode',
    table: 'session_v2',
    write: ({ places, folder }, text) => {
      const path = join(places.home, '.local/share/opencode/opencode-next.db');
      makeDatabase(path, secondTables, {
        session_v2: [secondSession('ses_9', folder)],
        session_message: [secondMessage('ses_9', 1, 'user', { text })],
      });
      return path;
    },
  },
  {
    name: 'cursor on the command line',
    agent: 'cursor',
    table: 'blobs',
    write: (machine, text) => {
      const content = [{ type: 'text', text: `<user_query>\n${text}\n</user_query>` }];
      return writeCursorChat(machine, [{ role: 'user', content }]);
    },
  },
];
