import { profiles } from '../agents/agents.ts';
import type { AgentProfile, AgentSetup } from '../agents/profile/agentProfile.ts';

/** A place where an agent is set up, with its id and name. */
export interface ConnectableAgent extends Omit<AgentSetup, 'name'> {
  readonly id: string;
  readonly label: string;
  readonly profile: AgentProfile;
}

/** All places where agents can be connected. Files and entries follow their documentation or their source code. */
export const connectableAgents: readonly ConnectableAgent[] = profiles.flatMap((profile) =>
  (profile.setups ?? []).map(({ name = profile.name, ...setup }) => ({
    id: profile.id,
    ...setup,
    label: name,
    profile,
  })),
);

/** Returns the place with an id, also one of an earlier version, in any case; undefined for other names. */
export function connectableAgentOf(name: string): ConnectableAgent | undefined {
  const id = name.toLowerCase();
  return (
    connectableAgents.find((agent) => agent.id === id) ??
    connectableAgents.find(({ aliases = [] }) => aliases.includes(id))
  );
}
