import type { Connection } from '../../connect/standing.ts';
import { l10n, type QuickPickItem } from 'vscode';
import { connectableAgents, type ConnectableAgent } from '../../connect/agents.ts';
import { connectionOf, isPresent } from '../../connect/connections.ts';
import type { Command } from '../base/commands.ts';
import { inform } from '../base/notices.ts';
import { applyChanges, inLanguage } from './applyChanges.ts';
import { ask } from './ask.ts';
import { aroundOf, type ConnectServices } from './connectServices.ts';
import { review } from './review.ts';

/**
 * Connects other agents to the history of every project, and takes them out again. The argument is the `id` of an
 * agent; without one, the person chooses among those that are used on this computer.
 */
export const connectCommand = (services: ConnectServices): Command => ({
  id: 'historyStore.connectAgents',
  run: async (argument) => {
    const named = connectableAgents.find(({ id }) => id === argument);
    const chosen = named ? await chosenOf(named, services) : await choose(services);
    if (chosen === undefined) return;
    const changes = await review(chosen.agents, chosen.isConnected, services);
    if (changes.length > 0) await applyChanges(chosen.agents, changes, services);
  },
});

/** Agents that all are to be connected, or all to be taken out. */
interface Chosen {
  readonly agents: readonly ConnectableAgent[];
  readonly isConnected: boolean;
}

async function chosenOf(agent: ConnectableAgent, services: ConnectServices): Promise<Chosen> {
  const connection = await connectionOf(agent, 'user', aroundOf(services));
  return { agents: [agent], isConnected: connection?.state === 'connected' };
}

interface ChosenItem extends QuickPickItem, Chosen {}

/** How the agents that are used on this computer are connected. Only reads. */
export async function presentConnections(services: ConnectServices): Promise<readonly Connection[]> {
  const { machine } = services;
  const present = connectableAgents.filter((agent) => agent.isByName !== true && isPresent(agent, machine));
  const found = await Promise.all(present.map((agent) => connectionOf(agent, 'user', aroundOf(services))));
  return found.flatMap((connection) => connection ?? []);
}

/** Asks which agent; undefined where none is used here. */
async function choose(services: ConnectServices): Promise<Chosen | undefined> {
  const connections = await presentConnections(services);
  if (connections.length === 0) {
    inform(l10n.t('No other agents were found on this computer.'));
    return undefined;
  }
  const placeholder = l10n.t('Choose an agent; you see what will be written first');
  return ask(l10n.t('Connect Agents'), placeholder, [...allItem(connections), ...connections.map(itemOf)]);
}

/** All that are not connected at once, where they are several. */
function allItem(connections: readonly Connection[]): readonly ChosenItem[] {
  const open = connections.filter(({ state }) => state === 'absent' || state === 'partly');
  if (open.length < 2) return [];
  const agents = open.map(({ agent }) => agent);
  const label = `$(checklist) ${l10n.t('Connect All ({0})', agents.length)}`;
  return [{ label, description: agents.map((agent) => agent.label).join(', '), agents, isConnected: false }];
}

/** The codicons of how agents are connected. */
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
    ...{ agents: [agent], isConnected: state === 'connected' },
  };
}

/** What a person reads of how an agent is connected. */
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
