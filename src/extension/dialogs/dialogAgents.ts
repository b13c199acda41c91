import type { DialogStore } from '../../store/dialogs/types.ts';

/** So many of the newest messages say who writes in a dialog. */
const looked = 50;

/** The agents that wrote the newest messages of a dialog, by what the messages say of it. */
export async function agentsOf(dialogs: DialogStore, name: string): Promise<readonly string[]> {
  const { total } = await dialogs.window(name, 0, 0);
  const { messages } = await dialogs.window(name, Math.max(0, total - looked), looked);
  const agents = messages.map(({ meta }) => meta?.agent).filter((agent) => typeof agent === 'string');
  return [...new Set(agents)];
}
