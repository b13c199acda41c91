import type { AgentTable } from './shared/agent.ts';

/** Loads what finds and reads the transcripts of all agents: few programs need it when they start. */
export const loadAgents = async (): Promise<AgentTable> => (await import('./agents.ts')).agentTranscripts;
