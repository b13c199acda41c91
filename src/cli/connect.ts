import { createTwoFilesPatch } from 'diff';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  connectableAgents,
  scopes,
  type ConnectableAgent,
  type AgentMachine,
  type Scope,
} from '../connect/agents.ts';
import {
  applyChange,
  connecting,
  connectionOf,
  disconnecting,
  isPresent,
  type Change,
} from '../connect/connections.ts';
import { keepLauncher, startOf } from '../connect/launcher.ts';
import { StoreError } from '../store/base/core.ts';
import type { CliProject } from './project.ts';
import type { Outcome, Terminal, Text } from './terminal.ts';

export interface ConnectOptions {
  readonly agents: readonly string[];
  readonly scope?: Scope;
  readonly dryRun?: true;
}

interface Done {
  readonly agent: string;
  readonly scope: Scope;
  readonly path: string;
  readonly outcome: 'connected' | 'removed' | 'unchanged' | 'failed';
  readonly reason?: string;
  readonly diff?: string;
}

const machine: AgentMachine = { home: homedir(), env: process.env, platform: process.platform };

/** `setup`: JSON `{dryRun, agents: [{agent, scope, path, outcome, reason?, diff?}]}`. Without names, all agents that are used here. */
export async function setup(
  { root }: CliProject,
  { agents, scope = 'user', dryRun }: ConnectOptions,
  terminal: Terminal,
): Promise<Outcome> {
  const chosen =
    agents.length > 0 ? agents.map(agentOf) : connectableAgents.filter((agent) => isPresent(agent, machine));
  if (chosen.length === 0)
    throw new StoreError('not_found', `No agent was found. Name those you use: ${names()}.`);
  if (!dryRun)
    keepLauncher(
      { version: HISTORY_STORE_VERSION, cli: join(__dirname, 'cli.js'), runtime: process.execPath },
      machine,
    );
  const around = { project: root, machine, start: startOf(machine) };
  const withFile =
    agents.length > 0 ? chosen : chosen.filter((agent) => agent.file(scope, root, machine) !== undefined);
  const done: Done[] = [];
  for (const agent of withFile)
    done.push(
      await change(agent, scope, dryRun === true, 'connected', () => connecting(agent, scope, around)),
    );
  return outcomeOf(done, dryRun === true, terminal);
}

/** `remove`: takes entries out again, those of all agents and both scopes unless some are named; JSON as that of `setup`. */
export async function remove(
  { root }: CliProject,
  { agents, scope, dryRun }: ConnectOptions,
  terminal: Terminal,
): Promise<Outcome> {
  const chosen = agents.length > 0 ? agents.map(agentOf) : connectableAgents;
  const around = { project: root, machine, start: startOf(machine) };
  const done: Done[] = [];
  for (const agent of chosen)
    for (const where of scope === undefined ? scopes : [scope]) {
      const connection = await connectionOf(agent, where, around);
      if (connection === undefined || (connection.state !== 'connected' && agents.length === 0)) continue;
      done.push(
        await change(agent, where, dryRun === true, 'removed', () => disconnecting(agent, where, around)),
      );
    }
  return outcomeOf(done, dryRun === true, terminal);
}

declare const HISTORY_STORE_VERSION: string;

const names = (): string => connectableAgents.map(({ id }) => id).join(', ');

function agentOf(name: string): ConnectableAgent {
  const agent = connectableAgents.find(({ id }) => id === name.toLowerCase());
  if (agent) return agent;
  throw new StoreError('invalid_argument', `There is no agent ${JSON.stringify(name)}. It takes ${names()}.`);
}

/** One file; what fails with it does not keep the others from being done. */
async function change(
  agent: ConnectableAgent,
  scope: Scope,
  dryRun: boolean,
  outcome: 'connected' | 'removed',
  plan: () => Promise<Change>,
): Promise<Done> {
  const base = { agent: agent.id, scope };
  try {
    const planned = await plan();
    const { path, before, after } = planned;
    if (before === after) return { ...base, path, outcome: 'unchanged' };
    if (!dryRun) await applyChange(planned, machine);
    const diff = createTwoFilesPatch(path, path, before ?? '', after ?? '', undefined, undefined, {
      context: 2,
    });
    return { ...base, path, outcome, diff: diff.split('\n').slice(1).join('\n') };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ...base, path: '', outcome: 'failed', reason: error.message };
  }
}

const labels: Readonly<Record<Done['outcome'], Text>> = {
  connected: ['connected', '已连接'],
  removed: ['taken out', '已移除'],
  unchanged: ['nothing to do', '无需更改'],
  failed: ['failed', '失败'],
};

function outcomeOf(done: readonly Done[], dryRun: boolean, { say, bold, dim }: Terminal): Outcome {
  const lines = done.map(({ agent, outcome, path, reason, diff }) => {
    const head = `${bold(agent)} ${say(labels[outcome])} ${dim(reason ?? path)}`;
    return dryRun && diff !== undefined ? `${head}\n${diff.trimEnd()}` : head;
  });
  const none = say(['Nothing to do.', '无需更改。']);
  const notes = dryRun ? [say(['Nothing was written (--dry-run).', '未写入任何内容（--dry-run）。'])] : [];
  return {
    json: { dryRun, agents: done },
    text: [...(lines.length > 0 ? lines : [none]), ...notes].join('\n'),
    failed: done.some(({ outcome }) => outcome === 'failed'),
  };
}
