import type { AgentTable } from './reading/agent.ts';

/** Loads the readers of all agents' transcripts, which few programs need at startup. */
export const loadAgents = async (): Promise<AgentTable> =>
  (await import('./transcripts.ts')).agentTranscripts;
