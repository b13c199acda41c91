import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { localTime, defined, silentLog } from '../disk/base/core.ts';
import type { Connection, PartConnection } from '../connect/connectionState.ts';
import { connectableAgents, type ConnectableAgent } from '../connect/agents.ts';
import { connectionOf, isPresent } from '../connect/connections.ts';
import { scopes, type Around } from '../agents/profile/machine.ts';
import { startedPrograms } from '../connect/startedPrograms.ts';
import { note, ok, problem, text } from './findings.ts';
import { reconnect } from './reconnect.ts';
import { trustFindings } from './trustFindings.ts';
import type { Check, RepairableFinding, BilingualText, CheckTarget } from './types.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import { unreadHomes } from '../agents/reading/unread.ts';
import { profileOf, profileOfClient } from '../agents/agents.ts';
import { Archives } from '../history/archive/archives.ts';
import { contextOf } from '../disk/context.ts';
import { callersOf, type KnownCaller } from '../disk/projects/callers.ts';
import { historyOf } from './historyFolder.ts';

/** Agents' connections: their configuration, whether it can run, and when each agent was last seen. */
export const agentsCheck: Check = {
  id: 'agents',
  title: text('Agents'),
  withinMs: 15_000,
  run: async (target) => {
    const { project, machine } = target;
    const contacts = await lastContacts(target);
    // Without a project, use the home folder; project configuration is then not examined.
    const around = { project: project ?? machine.home, machine };
    const found: RepairableFinding[] = [];
    for (const agent of connectableAgents) {
      const connections: Connection[] = [];
      for (const scope of project === undefined ? (['user'] as const) : scopes) {
        const connection = await connectionOf(agent, scope, around);
        if (connection) connections.push(connection);
      }
      found.push(
        ...(await agentFindings(agent, connections, { contact: contacts.get(agent.id), around, target })),
      );
    }
    const known = new Set(connectableAgents.map(({ id }) => id));
    const unknownCallers = [...contacts].flatMap(([id, { call }]) =>
      known.has(id) || !call ? [] : [unknownCaller(call)],
    );
    const all = [...found, ...unknownCallers];
    if (all.length > 0) return all;
    // The sessions check names what is there and cannot be read.
    if (unreadHomes(await loadAgents(), machine, []).all.length > 0) return [];
    return [note('agents.none', text('No agent was found here.'))];
  },
};

interface AgentContext {
  readonly contact: LastContact | undefined;
  readonly around: Around;
  readonly target: CheckTarget;
}

async function agentFindings(
  agent: ConnectableAgent,
  connections: readonly Connection[],
  { contact, around, target }: AgentContext,
): Promise<readonly RepairableFinding[]> {
  // Configuration a project has for other people's agents is not this person's concern.
  if (contact === undefined && !isPresent(agent, around.machine)) return [];
  const counted = connections.flatMap(({ scope, parts }) =>
    parts.filter(({ kind }) => kind !== 'rules').map((part) => ({ scope, part })),
  );
  const wrong = counted.flatMap(({ scope, part }) => partFindings(agent, scope, part, { around, target }));
  const servers = counted.filter(({ part }) => part.kind === 'server' && part.state === 'connected');
  if (servers.length === 0 && wrong.length === 0 && contact === undefined)
    return agent.isByName === true ? [] : [absent(agent)];
  const trust = await trustFindings(agent, connections, { around, isHeard: contact !== undefined });
  const isHooked = counted.some(({ part }) => part.kind === 'hooks' && part.state !== 'absent');
  const canHook = agent.parts.some(({ kind }) => kind === 'hooks');
  const hooks = servers.length > 0 && canHook && !isHooked ? [unhooked(agent)] : [];
  return [...wrong, ...trust, ...hooks, ...heardFinding(agent, servers.length > 0, contact, target)];
}

/** Returns problems of a configured part; none if it is correct or absent. */
function partFindings(
  agent: ConnectableAgent,
  scope: Connection['scope'],
  part: PartConnection,
  { around, target }: Pick<AgentContext, 'around' | 'target'>,
): readonly RepairableFinding[] {
  const { kind, path, state, reason = '', value } = part;
  if (state === 'absent') return [];
  const { label, id } = agent;
  const data = { agent: id, scope, kind, path };
  const about = { subject: `${id} ${kind} ${scope}`, data };
  if (state === 'unreadable') {
    const message = text('{0}: {1} cannot be read: {2}', label, path, reason);
    return [problem('agent.unreadable', message, { ...about, data: { ...data, reason } })];
  }
  const repair = reconnect(agent, { scope, hooks: kind === 'hooks' }, around, target);
  const vanished = vanishedIn(value, around.machine.platform);
  if (vanished !== undefined) {
    const message = text('{0} is told to start {1}, which is not there ({2}).', label, vanished, path);
    return [problem('agent.vanished', message, { ...about, data: { ...data, vanished }, repair })];
  }
  if (state === 'other') {
    const message = text('{0}: the entry history in {1} starts something else.', label, path);
    return [note('agent.other', message, about)];
  }
  if (state === 'connected') return [];
  const message = text('{0}: what {1} has is of another version or install.', label, path);
  return [note('agent.outdated', message, { ...about, repair })];
}

/** How to connect the agent in the editor or a terminal. */
const connectIt = (id: string): BilingualText =>
  text('Use Connect Agents in the editor, or mcp-history-store setup {0}.', id);

const absent = ({ id, label }: ConnectableAgent): RepairableFinding =>
  note('agent.absent', text('{0} is used here, but not connected. {1}', label, connectIt(id)), {
    subject: id,
    data: { agent: id },
  });

const unhooked = ({ id, label }: ConnectableAgent): RepairableFinding =>
  note('agent.unhooked', text('{0} does not run the hook that keeps sessions. {1}', label, connectIt(id)), {
    subject: id,
    data: { agent: id },
  });

function heardFinding(
  { id, label }: ConnectableAgent,
  isConnected: boolean,
  contact: LastContact | undefined,
  { project }: CheckTarget,
): readonly RepairableFinding[] {
  if (contact === undefined) {
    if (!isConnected) return [];
    const data = { agent: id };
    if (project === undefined)
      return [ok('agent.connected', text('{0} is connected.', label), { subject: id, data })];
    const message = text('{0} is connected, and was not heard from in this project yet.', label);
    return [note('agent.silent', message, { subject: id, data })];
  }
  const { call, archivedAt } = contact;
  const data = {
    agent: id,
    ...(call && { calledAt: call.calledAt, client: call.client }),
    ...(call?.version !== undefined && { version: call.version }),
    ...defined({ archivedAt }),
  };
  const [called, archived] = [
    call ? localTime(call.calledAt) : '–',
    archivedAt ? localTime(archivedAt) : '–',
  ];
  // Some agents report the version of their MCP library instead of their own.
  const { version = '0.0.0' } = call ?? {};
  const name = version.startsWith('0.0.') ? label : `${label} ${version}`;
  const message = text('{0}: last call {1}, last session kept by its hook {2}.', name, called, archived);
  return [ok('agent.heard', message, { subject: id, data })];
}

function unknownCaller({
  client,
  calledAt,
}: {
  readonly client: string;
  readonly calledAt: number;
}): RepairableFinding {
  const at = localTime(calledAt);
  return ok('agent.heard', text('{0}: last call {1}.', client, at), {
    subject: client,
    data: { client, calledAt },
  });
}

/** Returns the first path an entry or hook starts, or used to start, that does not exist. */
const vanishedIn = (value: unknown, platform: NodeJS.Platform): string | undefined =>
  startedPrograms(value, platform).find((path) => isAbsolute(path) && !existsSync(path));

/** An agent's last contact with a project on this machine. */
interface LastContact {
  readonly call?: KnownCaller;
  /** When its hook last archived a session. Milliseconds. */
  readonly archivedAt?: number;
}

/** Returns the id of the place where the agent with this client name is set up; undefined if unknown. */
export function agentOfClient(client: string): string | undefined {
  const profile = profileOfClient(client);
  return profile?.setups?.find((setup) => setup.client?.test(client))?.id ?? profile?.id;
}

/** Events of archives made without a hook; others may have no event at all. */
const withoutHook = new Set(['keep', 'command']);

/** Returns the last contacts of a project by agent id, or by client name for unknown agents. */
async function lastContacts(target: CheckTarget): Promise<ReadonlyMap<string, LastContact>> {
  const contacts = new Map<string, LastContact>();
  const { project = '', base = project, clock } = target;
  const history = historyOf(target);
  if (history === undefined) return contacts;
  for (const call of [...(await callersOf(history))].reverse()) {
    const id = agentOfClient(call.client) ?? call.client;
    contacts.set(id, { ...contacts.get(id), call });
  }
  const { archives } = await new Archives(
    contextOf(base, { clock, log: silentLog, isReadOnly: () => true }),
  ).list();
  for (const { agent, event, archived } of archives) {
    if (agent === undefined || event === undefined || withoutHook.has(event)) continue;
    const id = profileOf(agent)?.host ?? agent;
    const before = contacts.get(id);
    const archivedAt = Math.max(before?.archivedAt ?? 0, Date.parse(archived));
    contacts.set(id, { ...before, archivedAt });
  }
  return contacts;
}
