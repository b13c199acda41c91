import { transcripts } from '../agents/readTranscript.ts';
import { defined } from '../disk/base/core.ts';
import type { StoreContext } from '../disk/base/context.ts';
import { SessionFactsReader } from '../insight/brief/sessionFactsReader.ts';
import type { HookTranscript } from './findTranscript.ts';
import { sessionFromTranscript } from './sessionAt.ts';

/** Caches the facts of a session for its next brief, going on where they were read before. */
export async function cacheFacts(
  context: StoreContext,
  { transcript, folder }: HookTranscript,
): Promise<void> {
  const { path } = transcript;
  const agent = await transcripts.agentOf(path);
  const session = await sessionFromTranscript(path, '', agent);
  if (!session) return;
  const sessions = { read: () => transcripts.read({ agent, path }, context.secrets) };
  const reader = new SessionFactsReader(context, { sessions, reader: transcripts });
  await reader.of({ ...session, ...defined({ cwd: folder }) }, { isWhole: true, atOnce: false });
}
