import { join } from 'node:path';
import { foreignTextNow } from '../../files/foreign.ts';
import type { Places } from '../shared/agent.ts';
import { scalar, sessionState } from './copilotCli.ts';

/**
 * The folder that the session of Copilot CLI works in which started this process, as its environment tells; none where
 * no such session did. Copilot starts the servers of plugins in the folder of the plugin and names no other. Synchronous,
 * so that calls stay in order.
 */
export function copilotCallingFolder(places: Places): string[] {
  const session = places.env.COPILOT_AGENT_SESSION_ID ?? '';
  if (!/^[\w-]+$/.test(session)) return [];
  const workspace = foreignTextNow(join(sessionState(places), session, 'workspace.yaml'));
  return [scalar(workspace, 'cwd') ?? []].flat();
}
