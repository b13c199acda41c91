import fs from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { launcherState } from '../disk/base/stateFolder.ts';
import { connectableAgents, type ConnectableAgent } from './agents.ts';
import { removeEmptyFolders } from './configFile.ts';
import { connectionOf } from './connections.ts';
import { readJournal } from './journal.ts';
import { otherInstalls } from './launcher.ts';
import { readWrittenSessions } from './writtenSessions.ts';
import { scopes, type AgentMachine, type Around } from '../agents/profile/machine.ts';

/**
 * Other agents that have an entry of this product in a file of their own: parts they share with the given ones belong
 * to them, too.
 */
export async function connectedBesides(
  agents: readonly ConnectableAgent[],
  around: Around,
): Promise<readonly ConnectableAgent[]> {
  const taken = await serverFiles(agents, around);
  const others = connectableAgents.filter((agent) => !agents.includes(agent));
  const files = await Promise.all(others.map((agent) => serverFiles([agent], around)));
  return others.filter((_agent, index) => files[index]?.some((path) => !taken.includes(path)));
}

/** Files that contain an entry of this product. */
async function serverFiles(agents: readonly ConnectableAgent[], around: Around): Promise<readonly string[]> {
  const found = await Promise.all(
    agents.flatMap((agent) => scopes.map((scope) => connectionOf(agent, scope, around))),
  );
  return found.flatMap((connection) =>
    (connection?.parts ?? [])
      .filter(({ kind, state }) => kind === 'server' && (state === 'connected' || state === 'outdated'))
      .map(({ path }) => path),
  );
}

/** Removes the launcher if no configuration starts it. Returns whether it was removed. */
export async function removeUnusedLauncher(around: Around): Promise<boolean> {
  const { machine } = around;
  if (Object.keys(readJournal(machine)).length + readWrittenSessions(machine).length > 0) return false;
  if ((await serverFiles(connectableAgents, around)).length > 0) return false;
  await fs.rm(launcherState(machine), { recursive: true, force: true });
  await removeEmptyAround(launcherState(machine), machine);
  return true;
}

/**
 * Removes all that this product stores for the user outside of projects, once no configuration starts the launcher,
 * and unless another version is installed, which needs it.
 */
export async function removeState(around: Around, cli: string): Promise<void> {
  const isNeeded = otherInstalls(around.machine, cli).length > 0;
  if (!(await removeUnusedLauncher(around)) || isNeeded) return;
  const state = dirname(launcherState(around.machine));
  await fs.rm(state, { recursive: true, force: true });
  await removeEmptyAround(state, around.machine);
}

/** Removes empty folders around what was removed, below the home folder: they may have been created for it. */
async function removeEmptyAround(path: string, machine: AgentMachine): Promise<void> {
  const ours = dirname(launcherState(machine));
  const [outermost = ''] = relative(machine.home, ours).split(sep);
  const isInHome = outermost !== '..' && !isAbsolute(outermost);
  await removeEmptyFolders(dirname(path), isInHome ? join(machine.home, outermost) : ours);
}
