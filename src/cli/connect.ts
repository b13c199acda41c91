import { homedir } from 'node:os';
import { join } from 'node:path';
import { applyChange } from '../connect/apply.ts';
import { connectableAgents, type ConnectableAgent } from '../connect/agents.ts';
import { isPresent } from '../connect/connections.ts';
import { keepLauncher } from '../connect/launcher.ts';
import { scopes, type AgentMachine, type Around, type Scope } from '../connect/machine.ts';
import type { RulesChoice } from '../connect/formats/parts.ts';
import { connecting, disconnecting, disconnectingAll, type ConfigPlan } from '../connect/plan.ts';
import { connectedBesides, removeState, removeUnusedLauncher } from '../connect/traces.ts';
import { StoreError, type Language } from '../store/base/core.ts';
import { reportOf, type FileOutcome, type ConnectReport } from './connectReport.ts';
import type { CommonOptions } from './addCommand.ts';
import { rootOf, rootOrHome } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

export interface RemoveOptions {
  readonly agents: readonly string[];
  readonly scope?: Scope;
  readonly dryRun?: boolean;
}

export interface SetupOptions extends RemoveOptions {
  readonly hooks: boolean;
  readonly rules?: RulesChoice['kind'];
  readonly language?: Language;
}

const machine: AgentMachine = { home: homedir(), env: process.env, platform: process.platform };

/** The program that runs. */
const cli = join(__dirname, 'cli.js');

/** `setup`: without names, all agents that are used here. JSON: see `ConnectReport`. */
export async function setup(
  { agents, scope = 'user', dryRun = false, hooks, project, ...wanted }: SetupOptions & CommonOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const isOfProject = scope === 'project' || wanted.rules !== undefined;
  const root = isOfProject ? rootOf(project) : rootOrHome(project);
  const chosen =
    agents.length > 0
      ? agents.map(agentOf)
      : connectableAgents.filter((agent) => agent.isByName !== true && isPresent(agent, machine));
  if (chosen.length === 0)
    throw new StoreError('not_found', `No agent was found. Name those you use: ${names()}.`);
  const around: Around = { project: root, machine };
  const rules = wanted.rules && { kind: wanted.rules, language: wanted.language ?? terminal.language };
  const plan = await connecting(chosen, { scope, hooks, ...(rules && { rules }) }, around);
  refuseWithoutFile(agents, plan, scope);
  if (!dryRun) keepLauncher({ version: HISTORY_STORE_VERSION, cli, runtime: process.execPath }, machine);
  const files = await filesOf(plan, dryRun);
  return reportOf({ command: 'setup', dryRun, plan, files }, terminal);
}

/** `remove`: without names, everything that was ever written, the launcher and this machine's state. JSON: see `ConnectReport`. */
export async function remove(
  { agents, scope, dryRun = false, project }: RemoveOptions & CommonOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const root = scope === 'project' ? rootOf(project) : rootOrHome(project);
  const around: Around = { project: root, machine };
  const plan = await removalOf(agents.map(agentOf), scope, around);
  const files = await filesOf(plan, dryRun);
  if (!dryRun) {
    if (agents.length === 0 && scope === undefined && plan.refusals.length === 0)
      await removeState(around, cli);
    else await removeUnusedLauncher(around);
  }
  const report: ConnectReport = { command: 'remove', dryRun, plan, files };
  return reportOf(report, terminal);
}

declare const HISTORY_STORE_VERSION: string;

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
  const agent = connectableAgents.find(({ id }) => id === name.toLowerCase());
  if (agent) return agent;
  throw new StoreError('invalid_argument', `There is no agent ${JSON.stringify(name)}. It takes ${names()}.`);
}

/** An agent that was named, and for which there is nothing to write. */
function refuseWithoutFile(named: readonly string[], { changes, refusals }: ConfigPlan, scope: Scope): void {
  const parts = [...changes.flatMap((change) => change.parts), ...refusals];
  const without = named.map(agentOf).find((agent) => !parts.some((part) => part.agent === agent));
  if (without)
    throw new StoreError('invalid_argument', `${without.label} has no file for the scope ${scope}.`);
}

/** Does the changes, unless they are only to be shown; what fails with one file does not keep the others from being done. */
async function filesOf({ changes, refusals }: ConfigPlan, dryRun: boolean): Promise<readonly FileOutcome[]> {
  const done: FileOutcome[] = [];
  for (const change of changes)
    try {
      if (!dryRun) await applyChange(change, machine);
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
