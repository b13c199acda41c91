import { ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import type { Connection } from '../../connect/connectionState.ts';
import type { AddedNode } from '../dialogs/dialogNodes.ts';
import type { Node } from '../tree/nodes.ts';
import { treeItem } from '../tree/treeItem.ts';
import { connectionIcons, presentConnections, stateText } from './connectCommand.ts';
import type { ConnectServices } from './connectServices.ts';

/** Maximum number of agents with a row; the command offers all. */
const mostRows = 5;

/**
 * Adds a row below another one for each agent used on this computer, which shows whether it is connected and connects
 * it; none once all are connected.
 */
export const agentRows =
  (services: ConnectServices) =>
  async ({ id, project }: Node): Promise<AddedNode[]> => {
    const connections = await presentConnections(services);
    if (connections.every(({ state }) => state === 'connected')) return [];
    return connections.slice(0, mostRows).map((connection) => ({
      kind: 'connectableAgent',
      id: `${id}/${connection.agent.id}`,
      project,
      draw: () => agentItem(connection),
    }));
  };

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
