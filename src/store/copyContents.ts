import type { DialogOverview } from '../history/dialogs/types.ts';
import type { HistoryCopy } from '../history/copies/types.ts';
import { openStore } from './store.ts';

/** What a copy has. */
export interface CopyContents {
  readonly dialogs: number;
  readonly messages: number;
  readonly archives: number;
  readonly memories: number;
  /** Time of the newest message or archive in milliseconds; undefined without any. */
  readonly newest: number | undefined;
}

/** Counts what a copy has. */
export async function contentsOf({ root }: Pick<HistoryCopy, 'root'>): Promise<CopyContents> {
  const store = openStore(root, { isReadOnly: () => true });
  const dialogs: DialogOverview[] = [];
  for (const { name } of await store.dialogs.list()) {
    const overview = await store.dialogs.overview(name);
    if (overview) dialogs.push(overview);
  }
  const { archives } = await store.archives.list();
  const memories = (await store.memories.list()).length;
  const times = [
    ...dialogs.map(({ lastTs }) => lastTs ?? -Infinity),
    ...archives.map(({ archived }) => Date.parse(archived)),
  ].filter((time) => Number.isFinite(time));
  return {
    dialogs: dialogs.length,
    messages: dialogs.reduce((sum, { messages }) => sum + messages, 0),
    archives: archives.length,
    memories,
    newest: times.length > 0 ? Math.max(...times) : undefined,
  };
}
