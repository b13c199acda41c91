import type { Connection } from '../../connect/connectionState.ts';
import { l10n, type QuickPickItem, commands, Uri, window } from 'vscode';
import { connectableAgentOf, connectableAgents, type ConnectableAgent } from '../../connect/agents.ts';
import { connectionOf, isPresent } from '../../connect/connections.ts';
import type { Command } from '../base/commands.ts';
import { errorText, offerUndo, warn, type NoticeButton } from '../base/notices.ts';
import { nothing, pick } from '../base/pick.ts';
import { aroundOf, type ConnectServices } from './connectServices.ts';
import { review, reviewKeeping } from './review.ts';
import { defined, isObject } from '../../disk/base/core.ts';
import { applyChange, undoing } from '../../connect/apply.ts';
import type { ConfigChange } from '../../connect/drafts.ts';
import { keepLauncher } from '../../connect/launcher.ts';
import { removeUnusedLauncher } from '../../connect/traces.ts';
import type { Text } from '../../disk/base/texts.ts';
import { sayHere } from '../base/settings.ts';

/**
 * Command that connects other agents to the history of all projects, or disconnects them. The argument is an agent's
 * `id`, or with `keepDays` names one that is to keep its sessions longer; without one, the person chooses among those
 * used on this computer.
 */
export const connectCommand = (services: ConnectServices): Command => ({
  id: 'historyStore.connectAgents',
  run: async (argument) => {
    const { agent, keepDays } = keepingOf(argument);
    if (agent) return applyChanges([agent], await reviewKeeping(agent, keepDays, services), services);
    const named = typeof argument === 'string' ? connectableAgentOf(argument) : undefined;
    const chosen = named ? await chosenOf(named, services) : await choose(services);
    const changes = await review(chosen.agents, chosen.isConnected, services);
    await applyChanges(chosen.agents, changes, services);
  },
});

/** Reads which agent is to keep its sessions for how many days. */
function keepingOf(argument: unknown): { readonly agent?: ConnectableAgent; readonly keepDays: number } {
  const { agent: name, keepDays } = isObject(argument) ? argument : {};
  const agent = typeof name === 'string' ? connectableAgentOf(name) : undefined;
  if (typeof keepDays !== 'number' || !Number.isSafeInteger(keepDays) || keepDays < 1) return { keepDays: 0 };
  return { ...defined({ agent }), keepDays };
}

/** Agents that are all to be connected, or all disconnected. */
interface Chosen {
  readonly agents: readonly ConnectableAgent[];
  readonly isConnected: boolean;
}

async function chosenOf(agent: ConnectableAgent, services: ConnectServices): Promise<Chosen> {
  const connection = await connectionOf(agent, 'user', aroundOf(services));
  return { agents: [agent], isConnected: connection?.state === 'connected' };
}

interface ChosenItem extends QuickPickItem, Chosen {}

/** Returns the connections of agents used on this computer. Only reads. */
export async function presentConnections(services: ConnectServices): Promise<readonly Connection[]> {
  const { machine } = services;
  const present = connectableAgents.filter((agent) => agent.isByName !== true && isPresent(agent, machine));
  const found = await Promise.all(present.map((agent) => connectionOf(agent, 'user', aroundOf(services))));
  return found.flatMap((connection) => connection ?? []);
}

/** Asks which agent. Throws `CancellationError`, also if none is used here. */
async function choose(services: ConnectServices): Promise<Chosen> {
  const connections = await presentConnections(services);
  if (connections.length === 0) throw nothing(l10n.t('No other agents were found on this computer.'));
  const placeholder = l10n.t('Choose an agent; you see what will be written first');
  const items = [...allItem(connections), ...connections.map(itemOf)];
  return pick(items, l10n.t('Connect Agents'), placeholder, { staysOpen: true });
}

/** Offers to connect all unconnected agents at once, if there are several. */
function allItem(connections: readonly Connection[]): readonly ChosenItem[] {
  const open = connections.filter(({ state }) => state === 'absent' || state === 'partly');
  if (open.length < 2) return [];
  const agents = open.map(({ agent }) => agent);
  const label = `$(checklist) ${l10n.t('Connect All ({0})', agents.length)}`;
  return [{ label, description: agents.map((agent) => agent.label).join(', '), agents, isConnected: false }];
}

/** Codicons of connection states. */
export const connectionIcons = {
  connected: 'pass-filled',
  partly: 'warning',
  other: 'warning',
  absent: 'circle-large-outline',
  unreadable: 'error',
} as const;

function itemOf(connection: Connection): ChosenItem {
  const { agent, path, state } = connection;
  const note = agent.notes?.server;
  return {
    label: `$(${connectionIcons[state]}) ${agent.label}`,
    description: stateText(connection),
    detail: note ? inLanguage(note) : path,
    agents: [agent],
    isConnected: state === 'connected',
  };
}

/** Describes an agent's connection for people. */
export function stateText({ state, reason = '' }: Connection): string {
  switch (state) {
    case 'connected':
      return l10n.t('connected');
    case 'partly':
      return l10n.t('partly connected, or by an older version');
    case 'other':
      return l10n.t('has another server named “history”, which would be replaced');
    case 'unreadable':
      return l10n.t('its file cannot be read and is left alone: {0}', reason);
    case 'absent':
      return l10n.t('not connected');
  }
}

/** Applies changes one after another and offers to undo them; a failure with one does not affect the others. */
async function applyChanges(
  agents: readonly ConnectableAgent[],
  changes: readonly ConfigChange[],
  services: ConnectServices,
): Promise<void> {
  const { machine, install, changed, onError } = services;
  if (changes.length === 0) return;
  if (!isOfSettings(changes)) keepLauncher(install, machine);
  const done: ConfigChange[] = [];
  for (const change of changes) {
    try {
      await applyChange(change, machine);
      done.push(change);
    } catch (error) {
      warn(l10n.t('{0} was not changed. {1}', change.path, errorText(error)));
    }
  }
  await removeUnusedLauncher(aroundOf(services));
  changed.fire();
  if (done.length === 0) return;
  const undo = async (): Promise<void> => {
    if (!isOfSettings(done)) keepLauncher(install, machine);
    for (const change of [...done].reverse()) await applyChange(undoing(change), machine);
    await removeUnusedLauncher(aroundOf(services));
    changed.fire();
  };
  offerUndo(doneText(agents, done), undo, onError, [...nextButton(agents, done), ...fileButton(done)]);
}

function doneText(agents: readonly ConnectableAgent[], done: readonly ConfigChange[]): string {
  const names = agents.map(({ label }) => label).join(', ');
  if (isOfSettings(done)) return l10n.t('{0} keeps its sessions longer.', names);
  return isConnecting(done) ? l10n.t('Connected {0}.', names) : l10n.t('Disconnected {0}.', names);
}

/** Whether changes are of agents' own settings alone, which start nothing of this product. */
const isOfSettings = (done: readonly ConfigChange[]): boolean =>
  done.every(({ parts }) => parts.every(({ kind }) => kind === 'retention'));

const isConnecting = (done: readonly ConfigChange[]): boolean =>
  done.some(({ isWritten }) => isWritten !== undefined);

/** Leads to what the person still has to do, which the overview lists until it is done. */
function nextButton(
  agents: readonly ConnectableAgent[],
  done: readonly ConfigChange[],
): readonly NoticeButton[] {
  if (isOfSettings(done) || !isConnecting(done) || !agents.some(({ trust }) => trust)) return [];
  const run = () => commands.executeCommand('historyStore.overview');
  return [{ label: l10n.t('Next Steps'), run }];
}

/** Returns a text in the editor's language. */
const inLanguage = (text: Text): string => sayHere(text);

function fileButton([first, ...more]: readonly ConfigChange[]): readonly NoticeButton[] {
  if (first?.after === undefined || more.length > 0) return [];
  return [{ label: l10n.t('Open File'), run: () => window.showTextDocument(Uri.file(first.path)) }];
}
