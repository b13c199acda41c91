import type { HubHistory } from '../../src/team/localHistory.ts';
import { archivesOf } from './transcripts.ts';

/** All that two machines should have alike. */
export async function stateOf(history: HubHistory): Promise<object> {
  const { local } = history;
  const dialogs: Record<string, unknown> = {};
  for (const name of [...(await local.dialogs.names())].sort()) {
    const { messages } = await local.dialogs.window(name, 0, 10_000);
    const said = messages.map(({ role, text, ts }) => `${String(ts)} ${role} ${text}`);
    const contexts = (await local.contexts.list(name)).map(({ contextId }) => contextId).sort();
    const summaries = await Promise.all(
      contexts.map(async (id) => (await local.contexts.get(id)).context.summary),
    );
    const summary = await local.dialogs.summary(name);
    // One that was emptied may be in the trash of the other machine.
    if (said.length + contexts.length === 0 && summary === undefined) continue;
    dialogs[name] = { said, summary, contexts, summaries };
  }
  const memories = [...(await local.memories.list()), ...(await local.memories.list({ archived: true }))];
  return {
    dialogs,
    memories: memories.sort((a, b) => (a.hash < b.hash ? -1 : 1)),
    archives: await archivesOf(history),
  };
}
