import { homedir } from 'node:os';
import { dirname } from 'node:path';
import {
  CancellationError,
  commands,
  l10n,
  ThemeIcon,
  Uri,
  window,
  type ExtensionContext,
  type QuickPickItem,
} from 'vscode';
import { connectableAgents, type ConnectableAgent, type AgentMachine } from '../../connect/agents.ts';
import {
  applyChange,
  connecting,
  connectionOf,
  disconnecting,
  isPresent,
  type Change,
  type Connection,
} from '../../connect/connections.ts';
import { keepLauncher, startOf, updateLauncher, type Install } from '../../connect/launcher.ts';
import type { Command } from '../base/commands.ts';
import { errorText, inform, offerUndo, warn } from '../base/notices.ts';
import { versionOf } from '../server/serverProvider.ts';
import { ConfigDocuments } from './configDocuments.ts';

/** What connecting agents works with. */
export interface ConnectServices {
  readonly machine: AgentMachine;
  /** What the launcher is to start. */
  readonly install: Install;
  readonly documents: ConfigDocuments;
  readonly onError: (error: unknown) => void;
}

/** Agents that were connected before start this version from now on; that is looked at after so long. Milliseconds. */
const updateMs = 5_000;

/** What connecting works with on this machine; released with the extension. */
export function connectServices(
  { extension, globalStorageUri, subscriptions }: ExtensionContext,
  onError: (error: unknown) => void,
): ConnectServices {
  const editorFolder = dirname(dirname(globalStorageUri.fsPath)); // `<User>/globalStorage/<extension>`
  const machine = { home: homedir(), env: process.env, platform: process.platform, editorFolder };
  const install = {
    version: versionOf(extension.packageJSON),
    cli: Uri.joinPath(extension.extensionUri, 'dist', 'cli.js').fsPath,
    runtime: process.execPath,
  };
  const documents = new ConfigDocuments();
  const update = (): void => {
    try {
      updateLauncher(install, machine);
    } catch (error) {
      onError(error);
    }
  };
  const timer = setTimeout(update, updateMs);
  subscriptions.push(documents, { dispose: () => clearTimeout(timer) });
  return { machine, install, documents, onError };
}

/** Connects other agents to the history of every project, and takes them out again. */
export const connectCommand = (services: ConnectServices): Command => ({
  id: 'historyStore.connectAgents',
  run: () => connectAgents(services),
});

interface AgentItem extends QuickPickItem {
  readonly connection: Connection;
}

async function connectAgents(services: ConnectServices): Promise<void> {
  const { machine } = services;
  const present = connectableAgents.filter((agent) => isPresent(agent, machine));
  const found = await Promise.all(present.map((agent) => connectionOf(agent, 'user', aroundOf(machine))));
  const items = found.flatMap((connection) => (connection ? [itemOf(connection)] : []));
  if (items.length === 0) {
    inform(l10n.t('No other agents were found on this computer.'));
    return;
  }
  const chosen = new Set(await choose(items, services));
  const changes: Change[] = [];
  for (const item of items) {
    const { connection } = item;
    const isConnected = connection.state === 'connected';
    if (chosen.has(item) !== isConnected) changes.push(await planned(connection, !isConnected, machine));
  }
  if (changes.length > 0) await apply(changes, services);
}

const aroundOf = (machine: AgentMachine) => ({ project: machine.home, machine, start: startOf(machine) });

/** What connects an agent for the person, or takes it out. */
const planned = ({ agent }: Connection, connect: boolean, machine: AgentMachine): Promise<Change> =>
  connect ? connecting(agent, 'user', aroundOf(machine)) : disconnecting(agent, 'user', aroundOf(machine));

function itemOf(connection: Connection): AgentItem {
  const { agent, path, state } = connection;
  const base = { label: agent.label, description: stateText(connection), detail: path, connection };
  if (state === 'unreadable') return base;
  const button = { iconPath: new ThemeIcon('diff'), tooltip: l10n.t('Show What Would Be Written') };
  return { ...base, picked: state === 'connected', buttons: [button] };
}

function stateText({ state, reason = '' }: Connection): string {
  switch (state) {
    case 'connected':
      return l10n.t('connected');
    case 'other':
      return l10n.t('has another server of this name, which would be replaced');
    case 'unreadable':
      return l10n.t('its file cannot be read and is left alone: {0}', reason);
    case 'absent':
      return '';
  }
}

/** Asks which agents are to be connected. The button of an item shows what would be written for it. */
function choose(items: readonly AgentItem[], services: ConnectServices): Promise<readonly AgentItem[]> {
  const pick = window.createQuickPick<AgentItem>();
  pick.title = l10n.t('Connect Agents');
  pick.placeholder = l10n.t(
    'Checked agents read and write the history of every project; unchecked ones are taken out',
  );
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true; // a diff may be looked at meanwhile
  pick.items = items;
  pick.selectedItems = items.filter(({ picked }) => picked);
  return new Promise((resolve, reject) => {
    pick.onDidTriggerItemButton(({ item }) => {
      showChange(item.connection, services).catch(services.onError);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems.filter(({ connection }) => connection.state !== 'unreadable'));
      pick.hide();
    });
    pick.onDidHide(() => {
      reject(new CancellationError());
      pick.dispose();
    });
    pick.show();
  });
}

async function showChange(connection: Connection, { machine, documents }: ConnectServices): Promise<void> {
  const change = await planned(connection, connection.state !== 'connected', machine);
  const [before, after] = documents.of(change);
  const title = l10n.t('{0}: what would be written', connection.agent.label);
  await commands.executeCommand('vscode.diff', before, after, title, { preview: true, preserveFocus: true });
}

/** Does changes one after the other; what fails with one does not keep the others from being done. */
async function apply(
  changes: readonly Change[],
  { machine, install, onError }: ConnectServices,
): Promise<void> {
  keepLauncher(install, machine);
  const done: Change[] = [];
  for (const change of changes) {
    try {
      await applyChange(change, machine);
      done.push(change);
    } catch (error) {
      warn(l10n.t('{0} was not changed. {1}', change.agent.label, errorText(error)));
    }
  }
  if (done.length === 0) return;
  const undo = async (): Promise<void> => {
    for (const { before, after, ...change } of done)
      await applyChange({ ...change, before: after, after: before }, machine);
  };
  offerUndo(doneText(done.map(({ agent }) => agent)), undo, onError, fileButton(done));
}

function doneText(agents: readonly ConnectableAgent[]): string {
  const names = agents.map(({ label }) => label).join(', ');
  return l10n.t('Changed the configuration of {0}. It holds from their next start.', names);
}

function fileButton([first, ...more]: readonly Change[]) {
  if (first?.after === undefined || more.length > 0) return [];
  return [{ label: l10n.t('Open File'), run: () => window.showTextDocument(Uri.file(first.path)) }];
}
