// What the in-editor tests of sessions share.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { SessionPane } from '../../src/extension/sessions/sessionPane.ts';
import type { SessionPaneState } from '../../src/protocol/sessionPane.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { beginAgain, eventually, withEmptyHistory, workspaceRoot } from './workspace.ts';

/** Where Claude Code keeps the sessions of the workspace folder in this run. */
export function claudeFolder(): string {
  assert.ok(process.env.CLAUDE_CONFIG_DIR, 'the tests would look into the home of whoever runs them');
  const name = claudeFolderName(fs.realpathSync(workspaceRoot()));
  return join(process.env.CLAUDE_CONFIG_DIR, 'projects', name);
}

/** Writes a session as Claude Code does, changed some time ago, and gives its path. */
export function writeSession(name: string, { ageMs = 0, more = [] as readonly string[] } = {}): string {
  const begun = Date.now() - ageMs - 1_000;
  const sessionId = `${name}-0000-4000-8000-000000000000`;
  let seconds = 0;
  const line = () => ({
    sessionId,
    cwd: workspaceRoot(),
    timestamp: new Date(begun + seconds++).toISOString(),
  });
  const transcript = claude().user(`Why is ${name} slow?`, line()).answer('a1', `${name} waits.`, line());
  for (const text of more) transcript.user(text, line());
  const path = join(claudeFolder(), `${sessionId}.jsonl`);
  fs.writeFileSync(path, transcript.text());
  const changed = new Date(Date.now() - ageMs);
  fs.utimesSync(path, changed, changed);
  return path;
}

/** Starts with no session and no history, and leaves none behind. */
export async function withSessions(body: (extension: Internals) => Promise<void>): Promise<void> {
  fs.mkdirSync(claudeFolder(), { recursive: true });
  await withEmptyHistory(async (extension) => {
    extension.services.sessionLists.refresh();
    try {
      await body(extension);
    } finally {
      fs.rmSync(claudeFolder(), { recursive: true, force: true });
    }
  });
}

/** The open session panes. */
export const panes = ({ services }: Internals): readonly SessionPane[] => services.sessionPanes.all;

/** Notes the states a pane gets; gives a function that waits for one, which others may have followed already. */
export function watchStates(pane: SessionPane) {
  const states: SessionPaneState[] = [];
  pane.page.onDidPost((state) => states.push(state));
  return (what: string, wanted: (state: SessionPaneState) => boolean): Promise<SessionPaneState> =>
    eventually(what, () => states.findLast(wanted));
}

/** Opens a session through the command, and watches its pane. */
export async function openPane(extension: Internals, path: string) {
  await commands.executeCommand('historyStore.openSession', { folder: workspaceRoot(), path });
  const [pane] = panes(extension);
  assert.ok(pane);
  const state = watchStates(pane);
  await beginAgain(pane.page);
  return { pane, state };
}

/** What the messages say that a pane shows. */
export const texts = ({ window: { messages } }: SessionPaneState): string[] =>
  messages.map(({ text }) => text);
