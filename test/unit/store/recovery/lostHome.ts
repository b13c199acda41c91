import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { textOfContent } from '../../../../src/agents/reading/titles.ts';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
import { withStore, type StoreFixture } from '../withStore.ts';

const settings = { maxMegabytes: 1_000, archive: { maxMessageChars: 0, time: 'utc' } } as const;
export const start = Date.UTC(2026, 0, 5, 9);
export const minute = 60_000;

export interface LostFixture extends StoreFixture {
  readonly home: string;
  readonly workspace: Workspace;
  /** Writes a file of the home; anything but a text becomes JSON. */
  readonly write: (path: string, content: unknown) => string;
  /** Writes lines of JSON. */
  readonly lines: (path: string, lines: readonly unknown[]) => string;
}

/** Runs a test with an empty home. */
export const withHome = (test: (fixture: LostFixture) => Promise<void>): Promise<void> =>
  withStore(async (fixture) => {
    const home = join(fixture.root, '..', `lost home ${fixture.root.slice(-6)}`);
    const write: LostFixture['write'] = (path, content) => {
      const file = join(home, path);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      fs.utimesSync(file, start / 1_000, start / 1_000);
      return file;
    };
    const lines: LostFixture['lines'] = (path, all) =>
      write(path, all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    try {
      fs.mkdirSync(home, { recursive: true });
      const workspace = { folders: [fixture.root], places: { home, env: {}, platform: process.platform } };
      await test({ ...fixture, home, workspace, write, lines });
    } finally {
      fs.rmSync(home, { recursive: true, force: true });
    }
  });

/** What a session holds that was recovered: type and text of each message, with its time. */
export async function recoveredTexts({ store, workspace }: LostFixture, session: string) {
  const { source, path, archived } = await store.sessions.find(workspace, session);
  const { messages } = await store.sessions.read({ source, path, ...(archived && { archived }) });
  return messages.map((message) => [message.type, textOfContent(message), message.timestamp] as const);
}

/** Recovers all, and returns what was recovered. */
export const recoverAll = async ({ store, workspace }: LostFixture, all = false) =>
  (await store.recovery.recover(workspace, settings, { all })).recovered;
