import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { defaultKeep } from '../../../../src/history/capture/types.ts';
import type { InsightReport } from '../../../../src/insight/usage/types.ts';
import type { Store } from '../../../../src/store/types.ts';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
import { claude, iso } from '../machine.ts';

/** What the methods of the store are tried with. */
export interface Ways {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly transcript: string;
  /** A text with secrets. */
  readonly text: string;
  readonly token: string;
}

export type Way = (ways: Ways) => unknown;

const written = 'deploy.sh';
const patience = { waitMs: 60_000 };

/** Lines of Claude Code in which it writes a text into a file, runs it in vain, and leaves it in its plan. */
export function workWith(root: string, text: string): readonly object[] {
  const calls = [
    { name: 'Write', input: { file_path: join(root, written), content: text } },
    { name: 'Bash', input: { command: `./deploy ${text}` }, failed: `no such host ${text}` },
    { name: 'TodoWrite', input: { todos: [{ content: text, status: 'pending', activeForm: text }] } },
  ];
  return calls.flatMap(({ name, input, failed }, n) => {
    const id = `t${n}`;
    const use = { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] };
    const result = { type: 'tool_result', tool_use_id: id, content: failed ?? 'done' };
    const back = { role: 'user', content: [{ ...result, is_error: failed !== undefined }] };
    const before = n === 0 ? 'a1' : `r${n - 1}`;
    return [
      claude(root, '', { ...at(20 + n), type: 'assistant', uuid: `c${n}`, parentUuid: before, message: use }),
      claude(root, '', { ...at(30 + n), uuid: `r${n}`, parentUuid: `c${n}`, message: back }),
    ];
  });
}

const at = (seconds: number) => ({ timestamp: iso(seconds) });

/** Writes a line of Claude Code's list of prompts, of a session without a transcript. */
function writePrompt({ folders, places }: Ways['workspace'], display: string): void {
  const line = {
    display,
    pastedContents: {},
    timestamp: Date.parse(iso(0)),
    project: folders[0],
    sessionId: 'gone-1',
  };
  const home = join(places.home, '.claude');
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(join(home, 'history.jsonl'), `${JSON.stringify(line)}\n`);
}

async function lastReport({ store, workspace }: Ways): Promise<InsightReport | undefined> {
  let last: InsightReport | undefined;
  for await (const report of store.insight.report(workspace)) last = report;
  return last;
}

/** The methods of subjects that tell of sessions, keep them, or move what was masked before. */
export const derivedWays: Readonly<
  Record<'capture' | 'recovery' | 'changes' | 'insight' | 'dialogTrash', Readonly<Record<string, Way>>>
> = {
  capture: {
    sweep: ({ store, workspace }) =>
      store.capture.sweep(
        workspace,
        { ...defaultKeep, archive: { maxMessageChars: 0, time: 'utc' } },
        { which: 'all' },
      ),
    status: ({ store, workspace }) => store.capture.status(workspace),
  },
  recovery: {
    look: async ({ store, workspace, text }) => {
      writePrompt(workspace, text);
      return store.recovery.look(workspace);
    },
    recover: ({ store, workspace }) =>
      store.recovery.recover(workspace, { ...defaultKeep, archive: { maxMessageChars: 0, time: 'utc' } }),
  },
  changes: {
    history: async ({ store, workspace, text }) => {
      fs.writeFileSync(join(workspace.folders[0] ?? '', written), text);
      return store.changes.history(workspace, { path: written }, patience);
    },
    lines: ({ store, workspace, text }) =>
      store.changes.lines(workspace, join(workspace.folders[0] ?? '', written), text, patience),
    days: ({ store, workspace }) => store.changes.days(workspace, {}, patience),
    edits: async ({ store, workspace }) => {
      const { attributions } = await store.changes.history(workspace, { path: written }, patience);
      const file = join(workspace.folders[0] ?? '', written);
      const edits = await Promise.all(
        attributions.map((change) => store.changes.edits(workspace, change, file)),
      );
      assert.equal(edits.flat().length, 1);
      return edits;
    },
    // They hold names, numbers of lines and paths, and no text.
    notes: ({ store, workspace }) =>
      store.changes.notes(workspace, [join(workspace.folders[0] ?? '', written)]),
    traces: ({ store, workspace }) =>
      store.changes.traces(workspace, [join(workspace.folders[0] ?? '', written)]),
  },
  insight: {
    report: async (ways) => {
      const report = await lastReport(ways);
      const { commands = [], plans = [] } = report?.work ?? {};
      assert.ok(commands.length > 0 && plans.length > 0);
      return report;
    },
    usageOf: async (ways) => {
      const report = await lastReport(ways);
      const ids = report?.usage.sessions.map(({ key }) => key) ?? [];
      return ways.store.insight.usageOf(ways.workspace, ids);
    },
    holdings: ({ store }) => store.insight.holdings(),
  },
  dialogTrash: {
    remove: async ({ store, text }) => {
      await store.dialogs.save('gone', [{ role: 'user', text }]);
      await store.dialogs.setSummary('gone', { facts: [text], todos: [text] }, 'replace');
      return store.dialogTrash.remove('gone');
    },
    count: ({ store }) => store.dialogTrash.count(),
    list: ({ store }) => store.dialogTrash.list(),
    restore: async ({ store, token }) =>
      store.dialogTrash.restore((await store.dialogTrash.list())[0]?.id ?? '', `back ${token}`),
    purge: () => undefined, // it only deletes
  },
};
