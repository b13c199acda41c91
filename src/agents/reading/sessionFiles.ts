import type { Places } from '../profile/machine.ts';
import type { AgentTable, FoundTranscript, Roots } from './agent.ts';
import { isSealed } from './unread.ts';
import { transcriptFacts, type TranscriptFacts } from './transcriptFacts.ts';

/**
 * Finds the transcripts of a session by their paths or the ids in databases, without listing others; those of an agent
 * that tells where a session may be are also found outside the project.
 */
export async function transcriptsOfSession(
  session: string,
  agents: AgentTable,
  places: Places,
  roots: Roots,
): Promise<readonly TranscriptFacts[]> {
  const id = session.toLowerCase();
  const found: TranscriptFacts[] = [];
  for (const agent of agents) {
    const paths = (await agent.ofSession?.(places, id)) ?? [];
    found.push(...paths.flatMap((path) => transcriptFacts(path) ?? []));
    if (agent.ofSession) continue;
    // A place that cannot be read is said in lists; here it holds no session.
    for await (const one of agent.find(places, roots, () => undefined))
      if (!isSealed(agent, one)) found.push(...factsOf(one, id));
  }
  return found;
}

function factsOf({ path, cwd, stored }: FoundTranscript, id: string): readonly TranscriptFacts[] {
  if (stored === undefined) {
    const facts = path.toLowerCase().includes(id) ? transcriptFacts(path) : undefined;
    return facts ? [facts] : [];
  }
  if (stored.overview.sessionId.toLowerCase() !== id) return [];
  const { size, mtimeMs: activeAt } = stored;
  return [{ path, size, activeAt, holds: () => true, ...(cwd !== undefined && { folder: cwd }) }];
}
