import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { defined } from '../store/base/core.ts';
import type { Connection, PartConnection } from '../connect/standing.ts';
import { connectableAgents, type ConnectableAgent } from '../connect/agents.ts';
import { connectionOf, isPresent } from '../connect/connections.ts';
import { scopes, type Around } from '../connect/machine.ts';
import { startedPrograms } from '../connect/startedPrograms.ts';
import { minuteOf, note, ok, problem, text } from './findings.ts';
import { heardIn, type Heard } from './heard.ts';
import { reconnecting } from './reconnecting.ts';
import { trustFindings } from './trustFindings.ts';
import type { Check, RepairableFinding, BilingualText, Patient } from './types.ts';

/** How agents stand: what is configured for them, whether that can run, and when they were last heard from. */
export const agentsCheck: Check = {
  id: 'agents',
  title: text('Agents', '智能体'),
  withinMs: 15_000,
  run: async (patient) => {
    const { project, machine } = patient;
    const heard = await heardIn(patient);
    // Where there is no project, the home folder takes its place: what is of a project is not looked at then.
    const around = { project: project ?? machine.home, machine };
    const found: RepairableFinding[] = [];
    for (const agent of connectableAgents) {
      const connections: Connection[] = [];
      for (const scope of project === undefined ? (['user'] as const) : scopes) {
        const connection = await connectionOf(agent, scope, around);
        if (connection) connections.push(connection);
      }
      found.push(
        ...(await agentFindings(agent, connections, { heard: heard.get(agent.id), around, patient })),
      );
    }
    const known = new Set(connectableAgents.map(({ id }) => id));
    const strangers = [...heard].flatMap(([id, { call }]) =>
      known.has(id) || !call ? [] : [stranger(call)],
    );
    const all = [...found, ...strangers];
    return all.length > 0
      ? all
      : [note('agents.none', text('No agent was found here.', '此处未找到智能体。'))];
  },
};

interface Surroundings {
  readonly heard: Heard | undefined;
  readonly around: Around;
  readonly patient: Patient;
}

async function agentFindings(
  agent: ConnectableAgent,
  connections: readonly Connection[],
  { heard, around, patient }: Surroundings,
): Promise<readonly RepairableFinding[]> {
  // What a project has for agents that others use is theirs.
  if (heard === undefined && !isPresent(agent, around.machine)) return [];
  const counted = connections.flatMap(({ scope, parts }) =>
    parts.filter(({ kind }) => kind !== 'rules').map((part) => ({ scope, part })),
  );
  const wrong = counted.flatMap(({ scope, part }) => partFindings(agent, scope, part, { around, patient }));
  const servers = counted.filter(({ part }) => part.kind === 'server' && part.state === 'connected');
  if (servers.length === 0 && wrong.length === 0 && heard === undefined)
    return agent.isByName === true ? [] : [absent(agent)];
  const trust = await trustFindings(agent, connections, around);
  const isHooked = counted.some(({ part }) => part.kind === 'hooks' && part.state !== 'absent');
  const canHook = agent.parts.some(({ kind }) => kind === 'hooks');
  const hooks = servers.length > 0 && canHook && !isHooked ? [unhooked(agent)] : [];
  return [...wrong, ...trust, ...hooks, ...heardFinding(agent, servers.length > 0, heard, patient)];
}

/** What is wrong with what is configured; nothing where it is as it should be, or not there. */
function partFindings(
  agent: ConnectableAgent,
  scope: Connection['scope'],
  part: PartConnection,
  { around, patient }: Pick<Surroundings, 'around' | 'patient'>,
): readonly RepairableFinding[] {
  const { kind, path, state, reason = '', value } = part;
  if (state === 'absent') return [];
  const { label, id } = agent;
  const data = { agent: id, scope, kind, path };
  const about = { subject: `${id} ${kind} ${scope}`, data };
  if (state === 'unreadable') {
    const message = text(
      `${label}: ${path} cannot be read: ${reason}`,
      `${label}：无法读取 ${path}：${reason}`,
    );
    return [problem('agent.unreadable', message, { ...about, data: { ...data, reason } })];
  }
  const repair = reconnecting(agent, { scope, hooks: kind === 'hooks' }, around, patient);
  const vanished = vanishedIn(value, around.machine.platform);
  if (vanished !== undefined) {
    const message = text(
      `${label} is told to start ${vanished}, which is not there (${path}).`,
      `${label} 要启动的 ${vanished} 不存在（${path}）。`,
    );
    return [problem('agent.vanished', message, { ...about, data: { ...data, vanished }, repair })];
  }
  if (state === 'other') {
    const message = text(
      `${label}: the entry history in ${path} starts something else.`,
      `${label}：${path} 中的 history 条目启动的是其他程序。`,
    );
    return [note('agent.other', message, about)];
  }
  if (state === 'connected') return [];
  const message = text(
    `${label}: what ${path} has is of another version or install.`,
    `${label}：${path} 中的内容属于其他版本或其他安装。`,
  );
  return [note('agent.outdated', message, { ...about, repair })];
}

/** What a person does, in the editor or in a terminal. */
const connectIt = (id: string): BilingualText =>
  text(
    `Use Connect Agents in the editor, or mcp-history-store setup ${id}.`,
    `请在编辑器中使用“连接智能体”，或运行 mcp-history-store setup ${id}。`,
  );

const absent = ({ id, label }: ConnectableAgent): RepairableFinding =>
  note(
    'agent.absent',
    text(
      `${label} is used here, but not connected. ${connectIt(id).en}`,
      `${label} 在此使用，但未连接。${connectIt(id).zh}`,
    ),
    {
      ...{ subject: id, data: { agent: id } },
    },
  );

const unhooked = ({ id, label }: ConnectableAgent): RepairableFinding =>
  note(
    'agent.unhooked',
    text(
      `${label} does not run the hook that archives sessions. ${connectIt(id).en}`,
      `${label} 未运行归档会话的钩子。${connectIt(id).zh}`,
    ),
    { subject: id, data: { agent: id } },
  );

function heardFinding(
  { id, label }: ConnectableAgent,
  isConnected: boolean,
  heard: Heard | undefined,
  { project }: Patient,
): readonly RepairableFinding[] {
  if (heard === undefined) {
    if (!isConnected) return [];
    const data = { agent: id };
    if (project === undefined)
      return [
        ok('agent.connected', text(`${label} is connected.`, `${label} 已连接。`), { subject: id, data }),
      ];
    const message = text(
      `${label} is connected, and was not heard from in this project yet.`,
      `${label} 已连接，在此项目中尚无消息。`,
    );
    return [note('agent.silent', message, { subject: id, data })];
  }
  const { call, archivedAt } = heard;
  const data = {
    ...{ agent: id, ...(call && { calledAt: call.calledAt, client: call.client }) },
    ...(call?.version !== undefined && { version: call.version }),
    ...defined({ archivedAt }),
  };
  const [called, archived] = [call ? minuteOf(call.calledAt) : '–', archivedAt ? minuteOf(archivedAt) : '–'];
  // Some give a version of the library they connect with.
  const { version = '0.0.0' } = call ?? {};
  const name = version.startsWith('0.0.') ? label : `${label} ${version}`;
  const message = text(
    `${name}: last call ${called}, last archive by its hook ${archived}.`,
    `${name}：上次调用 ${called}，钩子上次归档 ${archived}。`,
  );
  return [ok('agent.heard', message, { subject: id, data })];
}

function stranger({
  client,
  calledAt,
}: {
  readonly client: string;
  readonly calledAt: number;
}): RepairableFinding {
  const at = minuteOf(calledAt);
  return ok('agent.heard', text(`${client}: last call ${at}.`, `${client}：上次调用 ${at}。`), {
    ...{ subject: client, data: { client, calledAt } },
  });
}

/** The first path that an entry or a hook would start, or have started, and that is not there. */
const vanishedIn = (value: unknown, platform: NodeJS.Platform): string | undefined =>
  startedPrograms(value, platform).find((path) => isAbsolute(path) && !existsSync(path));
