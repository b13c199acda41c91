import { l10n, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import type { Connection } from '../../connect/connectionState.ts';
import type { AddedNode } from '../dialogs/dialogNodes.ts';
import { number } from '../base/notices.ts';
import type { Node } from '../tree/nodes.ts';
import { treeItem } from '../tree/treeItem.ts';
import { connectionIcons, presentConnections, stateText } from './connectCommand.ts';
import type { ConnectServices } from './connectServices.ts';

/** Maximum number of rows; the last of more leads to all agents. */
const mostRows = 5;

/**
 * Adds a row below another one for each agent used on this computer, which shows whether it is connected and connects
 * it, those that are not first; none once all are connected.
 */
export const agentRows =
  (services: ConnectServices) =>
  async (parent: Node): Promise<AddedNode[]> =>
    rowsOf(parent, await presentConnections(services));

/** Returns the rows of some connections. */
export function rowsOf({ id, project }: Node, connections: readonly Connection[]): AddedNode[] {
  const open = connections.filter((connection) => !isConnected(connection));
  if (open.length === 0) return [];
  const all = [...open, ...connections.filter(isConnected)];
  const shown = all.length > mostRows ? all.slice(0, mostRows - 1) : all;
  const node = (name: string, draw: () => TreeItem): AddedNode => ({
    kind: 'connectableAgent',
    id: `${id}/${name}`,
    project,
    draw,
  });
  const hidden = all.length - shown.length;
  return [
    ...shown.map((connection) => node(connection.agent.id, () => agentItem(connection))),
    ...(hidden > 0 ? [node('more', () => moreItem(hidden))] : []),
  ];
}

const isConnected = ({ state }: Connection): boolean => state === 'connected';

function moreItem(hidden: number): TreeItem {
  const label = l10n.t('Show {0} more', number(hidden));
  const item = treeItem(label, TreeItemCollapsibleState.None, 'connectableAgent', {
    icon: new ThemeIcon('ellipsis'),
  });
  item.command = { command: 'historyStore.connectAgents', title: label };
  return item;
}

function agentItem(connection: Connection): TreeItem {
  const { agent, path, state } = connection;
  const item = treeItem(agent.label, TreeItemCollapsibleState.None, 'connectableAgent', {
    icon: new ThemeIcon(connectionIcons[state]),
    description: stateText(connection),
    tooltip: path,
  });
  item.command = { command: 'historyStore.connectAgents', title: agent.label, arguments: [agent.id] };
  return item;
}
