import { homeFolder } from '../../disk/base/stateFolder.ts';
import { dirname } from 'node:path';
import { EventEmitter, Uri, window, workspace, type ExtensionContext } from 'vscode';
import { updateLauncher, type Install } from '../../connect/launcher.ts';
import type { AgentMachine, Around } from '../../agents/profile/machine.ts';
import { versionOf } from '../server/serverProvider.ts';
import { ConfigDocuments } from './configDocuments.ts';

/** What connecting agents requires. */
export interface ConnectServices {
  readonly machine: AgentMachine;
  /** What the launcher starts. */
  readonly install: Install;
  readonly documents: ConfigDocuments;
  /** Fires when agents were connected or disconnected. */
  readonly changed: EventEmitter<void>;
  readonly onError: (error: unknown) => void;
}

/** Delay until already connected agents are updated to start this version. Milliseconds. */
const updateMs = 5_000;

/** Creates what connecting requires on this machine; released with the extension. */
export function connectServices(
  { extension, globalStorageUri, subscriptions }: ExtensionContext,
  onError: (error: unknown) => void,
): ConnectServices {
  const editorFolder = dirname(dirname(globalStorageUri.fsPath)); // `<User>/globalStorage/<extension>`
  const machine = { home: homeFolder(), env: process.env, platform: process.platform, editorFolder };
  const install = {
    version: versionOf(extension.packageJSON),
    cli: Uri.joinPath(extension.extensionUri, 'dist', 'cli.js').fsPath,
    runtime: process.execPath,
  };
  const documents = new ConfigDocuments();
  const changed = new EventEmitter<void>();
  const update = (): void => {
    try {
      updateLauncher(install, machine);
    } catch (error) {
      onError(error);
    }
  };
  const timer = setTimeout(update, updateMs);
  subscriptions.push(documents, changed, { dispose: () => clearTimeout(timer) });
  return { machine, install, documents, changed, onError };
}

/** Returns the folder rules are written to: that of the active file, else the first; undefined without any. */
export function projectFolder(): string | undefined {
  const edited = window.activeTextEditor?.document.uri;
  const folder = edited && workspace.getWorkspaceFolder(edited);
  const { uri } = folder ?? workspace.workspaceFolders?.[0] ?? {};
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}

/** Returns where the person's own entries are; their project is used for rules only. */
export const aroundOf = ({ machine }: ConnectServices): Around => ({
  project: projectFolder() ?? machine.home,
  machine,
});
