import type { ExchangeObserver } from './hubKeeper.ts';
import type { SyncCounts } from './hubTypes.ts';
import { connect } from './openHub.ts';
import type { KeptHub, ProjectHub } from './projectHub.ts';

/** Opens a lasting connection. */
export async function openKept(
  hub: ProjectHub,
  events: { readonly notified: () => void; readonly ended: () => void },
): Promise<KeptHub> {
  const client = await connect(hub);
  return { hub, client, isListening: await client.listen(events), number: -1 };
}

/** Receives what is new in the hub and sends local changes, unless paused or the person may only read. */
export const exchange = (
  { hub: { project, settings }, client }: KeptHub,
  observer: ExchangeObserver,
): Promise<SyncCounts> =>
  client.exchange({
    ...observer,
    share: settings.paused ? undefined : settings.share,
    embeddings: project.embeddings,
  });

export const hasNews = async ({ client, number }: KeptHub): Promise<boolean> =>
  (await client.newest()) !== number;
