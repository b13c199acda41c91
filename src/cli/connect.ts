import { homeFolder } from '../disk/base/stateFolder.ts';
import { join } from 'node:path';
import { agentNameOf } from '../agents/agents.ts';
import { applyChange } from '../connect/apply.ts';
import { connectableAgentOf, connectableAgents, type ConnectableAgent } from '../connect/agents.ts';
import { isPresent } from '../connect/connections.ts';
import { keepLauncher } from '../connect/launcher.ts';
import { scopes, type AgentMachine, type Around, type Scope } from '../agents/profile/machine.ts';
import type { RulesChoice } from '../agents/profile/parts.ts';
import { takeOutSessions, type TakenOut } from '../connect/newSessions.ts';
import { connecting, disconnecting, disconnectingAll, keeping, type ConfigPlan } from '../connect/plan.ts';
import type { ToolProfile } from '../connect/toolProfiles.ts';
import { connectedBesides, removeState, removeUnusedLauncher } from '../connect/traces.ts';
import { defined, StoreError, type Language } from '../disk/base/core.ts';
import { diffsOf, reportOf, type FileOutcome, type ConnectReport } from './connectReport.ts';
import type { CommonOptions } from './commandRows.ts';
import { rootOf, rootOrHome } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

export interface RemoveOptions {
  readonly agents: readonly string[];
  readonly scope?: Scope;
  readonly dryRun?: boolean;
  /** Writes without asking. */
  readonly yes?: boolean;
}

export interface SetupOptions extends RemoveOptions {
  readonly hooks: boolean;
  readonly rules?: RulesChoice['kind'];
  readonly language?: Language;
  /** Tools to list, as in `--tools` of the server. */
  readonly tools?: ToolProfile;
  /** Instead of connecting, has agents keep their sessions for so many days. */
  readonly keepDays?: number;
}

const thisMachine = (): AgentMachine => ({
  home: homeFolder(),
  env: process.env,
  platform: process.platform,
});

/** The running program. */
const cli = join(__dirname, 'cli.js');

/** `setup`: by default for all agents in use here. JSON: see `ConnectReport`. */
export async function setup(
  {
    agents,
    scope = 'user',
    hooks,
    project,
    rules: kind,
    language,
    tools,
    keepDays,
    ...how
  }: SetupOptions & CommonOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const machine = thisMachine();
  const isOfProject = scope === 'project' || kind !== undefined;
  const root = isOfProject ? rootOf(project) : rootOrHome(project);
  const chosen =
    agents.length > 0
      ? agents.map(agentOf)
      : connectableAgents.filter((agent) => agent.isByName !== true && isPresent(agent, machine));
  if (chosen.length === 0)
    throw new StoreError('not_found', `No agent was found. Name those you use: ${names()}.`);
  const around: Around = { project: root, machine };
  const rules = kind && { kind, language: language ?? terminal.language };
  const plan =
    keepDays === undefined
      ? await connecting(chosen, { scope, hooks, ...defined({ rules, tools }) }, around)
      : await keeping(chosen, keepDays, around);
  if (keepDays === undefined) refuseWithoutFile(agents, plan, scope);
  else refuseWithoutSetting(agents, plan);
  if (!(await isWanted(plan, how, terminal))) return declined(terminal);
  const { dryRun = false } = how;
  if (!dryRun && keepDays === undefined)
    keepLauncher({ version: HISTORY_STORE_VERSION, cli, runtime: process.execPath }, machine);
  const files = await filesOf(plan, dryRun);
  return reportOf({ command: 'setup', dryRun, plan, files }, terminal);
}

/** `remove`: by default everything ever written, the launcher and this machine's state. JSON: see `ConnectReport`. */
export async function remove(
  { agents, scope, project, ...how }: RemoveOptions & CommonOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const root = scope === 'project' ? rootOf(project) : rootOrHome(project);
  const around: Around = { project: root, machine: thisMachine() };
  const plan = await removalOf(agents.map(agentOf), scope, around);
  if (!(await isWanted(plan, how, terminal))) return declined(terminal);
  const { dryRun = false } = how;
  const files = await filesOf(plan, dryRun);
  const sessions = scope === 'project' ? undefined : await takenOut(agents, dryRun);
  if (!dryRun) {
    if (agents.length === 0 && scope === undefined && plan.refusals.length === 0)
      await removeState(around, cli);
    else await removeUnusedLauncher(around);
  }
  const report: ConnectReport = { command: 'remove', dryRun, plan, files };
  return withSessions(reportOf(report, terminal), sessions, terminal);
}

/** Takes out the sessions that were written for these agents, or for all. */
async function takenOut(agents: readonly string[], dryRun: boolean): Promise<TakenOut> {
  const ids = agents.map((name) => agentOf(name).profile.id);
  return takeOutSessions(thisMachine(), ({ agent }) => ids.length === 0 || ids.includes(agent), dryRun);
}

function withSessions(
  result: CommandResult,
  { removed, kept }: TakenOut = { removed: [], kept: [] },
  { say }: Terminal,
): CommandResult {
  if (removed.length + kept.length === 0) return result;
  const lines = [
    ...removed.map(({ agent, title }) =>
      say('Session written for {0}, taken out: {1}', agentNameOf(agent), title),
    ),
    ...kept.map(({ agent, title }) =>
      say('Session of {0} that went on, left: {1}', agentNameOf(agent), title),
    ),
  ];
  const ids = (of: TakenOut['kept']) => of.map(({ agent, id, title }) => ({ agent, id, title }));
  const sessions = { removed: ids(removed), kept: ids(kept) };
  return { ...result, json: { ...result.json, sessions }, text: [result.text, ...lines].join('\n') };
}

declare const HISTORY_STORE_VERSION: string;

/** Reports whether to carry out a plan; at a terminal, shows the changes and asks. */
async function isWanted(
  plan: ConfigPlan,
  { dryRun, yes, json }: Pick<RemoveOptions & CommonOptions, 'dryRun' | 'yes' | 'json'>,
  { confirm, write }: Terminal,
): Promise<boolean> {
  if (!confirm || dryRun || yes || json) return true;
  const diffs = diffsOf(await filesOf(plan, true));
  if (diffs.length === 0) return true;
  await write(`${diffs.join('\n')}\n\n`);
  return confirm('Write these changes? ');
}

const declined = ({ say }: Terminal): CommandResult => ({
  json: { dryRun: false, agents: [], files: [] },
  text: say('Nothing was written.'),
});

async function removalOf(
  agents: readonly ConnectableAgent[],
  scope: Scope | undefined,
  around: Around,
): Promise<ConfigPlan> {
  if (agents.length === 0 && scope === undefined) return disconnectingAll(around);
  const from = { scopes: scope === undefined ? scopes : [scope] };
  if (agents.length === 0) return disconnecting(connectableAgents, from, around);
  return disconnecting(agents, { ...from, keep: await connectedBesides(agents, around) }, around);
}

const names = (): string => connectableAgents.map(({ id }) => id).join(', ');

function agentOf(name: string): ConnectableAgent {
  const agent = connectableAgentOf(name);
  if (agent) return agent;
  throw new StoreError('invalid_argument', `There is no agent ${JSON.stringify(name)}. It takes ${names()}.`);
}

/** Throws if there is nothing to write for a named agent. */
function refuseWithoutFile(named: readonly string[], { changes, refusals }: ConfigPlan, scope: Scope): void {
  const parts = [...changes.flatMap((change) => change.parts), ...refusals];
  const without = named.map(agentOf).find((agent) => !parts.some((part) => part.agent === agent));
  if (without)
    throw new StoreError('invalid_argument', `${without.label} has no file for the scope ${scope}.`);
}

/** Throws if a named agent has no setting that says how long it keeps sessions. */
function refuseWithoutSetting(named: readonly string[], { changes, refusals }: ConfigPlan): void {
  const parts = [...changes.flatMap((change) => change.parts), ...refusals];
  const without = named.map(agentOf).find((agent) => !parts.some((part) => part.agent === agent));
  if (without)
    throw new StoreError(
      'invalid_argument',
      `${without.label} has no setting that says how long it keeps sessions.`,
    );
}

/** Makes the changes, or only reports them in a dry run. A failure with one file does not affect the others. */
async function filesOf({ changes, refusals }: ConfigPlan, dryRun: boolean): Promise<readonly FileOutcome[]> {
  const done: FileOutcome[] = [];
  for (const change of changes)
    try {
      if (!dryRun) await applyChange(change, thisMachine());
      done.push({ ...change, outcome: outcomeOf(change) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      done.push({ ...change, outcome: 'failed', reason: error.message });
    }
  const refused = refusals.map(({ path, reason, agent, kind, scope }): FileOutcome => {
    const parts = agent && kind && scope ? [{ agent, kind, scope }] : [];
    return {
      path,
      parts,
      before: undefined,
      after: undefined,
      outcome: 'failed',
      reason: leftAlone(path, reason),
    };
  });
  return [...done, ...refused];
}

const leftAlone = (path: string, reason: string): string =>
  `${path} is left as it is: ${reason.replace(`${path} `, 'it ')}`;

const outcomeOf = ({
  before,
  after,
}: {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}) => {
  if (before === after) return 'unchanged';
  return after === undefined ? 'deleted' : 'written';
};
