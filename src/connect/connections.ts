import { defined, errorMessage } from '../disk/base/core.ts';
import fs from 'node:fs';
import type { ConnectableAgent } from './agents.ts';
import { ConfigDrafts } from './drafts.ts';
import type { AgentMachine, Around, Scope } from '../agents/profile/machine.ts';
import { choiceIn, contains, isOfFile, isOurs, type Value } from '../agents/profile/parts.ts';
import { anyRules, formerPartsOf, partsOf, wantedFor, type PlacedPart } from './plan.ts';
import type { Connection, ConnectionState, PartConnection, PartState } from './connectionState.ts';

/** Whether an agent is used on a machine. */
export const isPresent = (agent: ConnectableAgent, machine: AgentMachine): boolean =>
  fs.existsSync(agent.folder(machine));

/** State of an agent in a scope; undefined if it has no server file for that scope. Only reads. */
export async function connectionOf(
  agent: ConnectableAgent,
  scope: Scope,
  around: Around,
): Promise<Connection | undefined> {
  const placed = partsOf([agent], [scope], around);
  const server = placed.find(({ part }) => part.kind === 'server');
  if (!server) return undefined;
  const parts: PartConnection[] = [];
  for (const one of placed) parts.push(await partConnection(one, around));
  for (const one of formerPartsOf([agent], [scope], around)) {
    const left = await partConnection(one, around);
    if (isOurs(left.value)) parts.push({ ...left, state: 'outdated' });
  }
  const counted = parts.filter(({ kind }) => kind !== 'rules');
  const reason = counted.find((part) => part.reason !== undefined)?.reason;
  return {
    agent,
    scope,
    path: server.path,
    parts,
    state: stateOf(counted.map(({ state }) => state)),
    ...defined({ reason }),
  };
}

function stateOf(states: readonly PartState[]): ConnectionState {
  if (states.includes('unreadable')) return 'unreadable';
  if (states.includes('other')) return 'other';
  if (states.every((state) => state === 'connected')) return 'connected';
  return states.every((state) => state === 'absent') ? 'absent' : 'partly';
}

async function partConnection({ part, path, scope }: PlacedPart, around: Around): Promise<PartConnection> {
  const base = { kind: part.kind, path };
  try {
    const { itemIn } = await import('./formats.ts');
    const { text } = await (await ConfigDrafts.open(around.machine)).at(path, part.format);
    const rules = choiceIn(text) ?? anyRules;
    const wanted = await wantedFor({ part, scope, around }, { rules, text });
    const values = part.values(wanted).filter((value) => !isOfFile(value));
    const found = values.map((value) => itemIn(part.format, text, value));
    const states = values.map((value, index) => stateAt(value, found[index]));
    return { ...base, state: partState(states), ...(found[0] !== undefined && { value: found[0] }) };
  } catch (error) {
    return { ...base, state: 'unreadable', reason: errorMessage(error) };
  }
}

function stateAt({ value }: Value, found: unknown): PartState {
  if (found === undefined) return 'absent';
  if (contains(found, value)) return 'connected';
  return isOurs(found) ? 'outdated' : 'other';
}

function partState(states: readonly PartState[]): PartState {
  const [first = 'absent'] = states;
  if (states.includes('other')) return 'other';
  return states.every((state) => state === first) ? first : 'outdated';
}
