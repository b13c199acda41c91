import type { Connection } from '../../connect/connectionState.ts';
import { l10n, type QuickPickItem } from 'vscode';
import { connectableAgentOf, connectableAgents, type ConnectableAgent } from '../../connect/agents.ts';
import { connectionOf, isPresent } from '../../connect/connections.ts';
import type { Command } from '../base/commands.ts';
import { inform } from '../base/notices.ts';
import { applyChanges, inLanguage } from './applyChanges.ts';
import { pick } from '../base/pick.ts';
import { aroundOf, type ConnectServices } from './connectServices.ts';
import { review } from './review.ts';

/**
 * Command that connects other agents to the history of all projects, or disconnects them. The argument is an agent's
 * `id`; without one, the person chooses among those used on this computer.
 */
export const connectCommand = (services: ConnectServices): Command => ({
  id: 'historyStore.connectAgents',
  run: async (argument) => {
    const named = typeof argument === 'string' ? connectableAgentOf(argument) : undefined;
    const chosen = named ? await chosenOf(named, services) : await choose(services);
    if (chosen === undefined) return;
    const changes = await review(chosen.agents, chosen.isConnected, services);
    if (changes.length > 0) await applyChanges(chosen.agents, changes, services);
  },
});

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

/** Asks which agent; undefined if none is used here. */
async function choose(services: ConnectServices): Promise<Chosen | undefined> {
  const connections = await presentConnections(services);
  if (connections.length === 0) {
    inform(l10n.t('No other agents were found on this computer.'));
    return undefined;
  }
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
