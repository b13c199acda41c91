import { commands, l10n, window, workspace } from 'vscode';
import type { Command } from '../base/commands.ts';
import type { Projects } from '../base/projects.ts';
import { serverLabel } from './serverProvider.ts';
import { inform, warn } from '../base/notices.ts';

/** Commands of the editor's own MCP client. They are outside its API, so their existence is checked before use. */
const editorCommands = {
  start: 'workbench.mcp.startServer',
  restart: 'workbench.mcp.restartServer',
  stop: 'workbench.mcp.stopServer',
  output: 'workbench.mcp.showOutput',
} as const;

/** How long a status message is shown. Milliseconds. */
const shownMs = 5_000;

/** Commands that start, restart and show the output of the history server, through the editor's MCP client. */
export function serverCommands(extensionId: string, projects: Projects): readonly Command[] {
  // The editor identifies a server by its extension and label.
  const server = `${extensionId}/${serverLabel}`;
  /** `done` is shown in any case, since the editor does not report whether anything was done. */
  const forServer = (command: string, done?: () => string) => async () => {
    if (!ready(projects) || !(await available(command))) return;
    await commands.executeCommand(command, server);
    if (done) window.setStatusBarMessage(done(), shownMs);
  };
  const restarted = (): string => l10n.t('$(check) History server restarted');
  const stopped = (): string => l10n.t('$(check) The history server is stopped');
  return [
    { id: 'historyStore.startServer', run: () => startServer(server, projects) },
    { id: 'historyStore.restartServer', run: forServer(editorCommands.restart, restarted) },
    { id: 'historyStore.stopServer', run: forServer(editorCommands.stop, stopped) },
    { id: 'historyStore.showServerOutput', run: forServer(editorCommands.output) },
  ];
}

async function startServer(server: string, projects: Projects): Promise<void> {
  if (!ready(projects) || !(await available(editorCommands.start))) return;
  await commands.executeCommand(editorCommands.start, server, { waitForLiveTools: true });
  window.setStatusBarMessage(l10n.t('$(check) History server started'), shownMs);
}

function ready(projects: Projects): boolean {
  if (!workspace.isTrusted) {
    inform(l10n.t('The history server runs only in trusted workspaces.'));
    return false;
  }
  if (projects.all.length > 0) return true;
  inform(l10n.t('Open a folder first. Its history is kept there.'));
  return false;
}

async function available(command: string): Promise<boolean> {
  if ((await commands.getCommands(false)).includes(command)) return true;
  warn(
    l10n.t(
      'This editor starts MCP servers automatically. Find “{0}” in its list of MCP servers.',
      serverLabel,
    ),
  );
  return false;
}
