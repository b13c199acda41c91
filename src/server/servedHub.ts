import { join } from 'node:path';
import { isoTime } from '../disk/base/core.ts';
import type { CallHandlers } from './base/requests.ts';
import type { Reply } from './base/reply.ts';
import { openHandlers, type HandlerOptions } from './callHandlers.ts';
import type { HubChoice } from './hubChoice.ts';
import { offersOfHub } from './hubTools.ts';
import { systemClock } from '../disk/base/context.ts';
import { copyHub, type HubCopy } from '../team/copyHub.ts';
import { openHubHistory } from '../store/hubHistory.ts';

/** A project of a hub to answer requests from. */
export interface ServedHub {
  readonly open: (options: HandlerOptions) => CallHandlers;
}

/** Connects to the hub and starts to copy the project. Throws a `StoreError` where it cannot be read. */
export async function openServedHub(
  { url, project }: HubChoice,
  { log, closing }: Pick<HandlerOptions, 'log' | 'closing'>,
): Promise<ServedHub> {
  // The hub's content was masked before it was sent, and is masked again when read.
  const open = (folder: string) =>
    openHubHistory(folder, { log, clock: systemClock, secrets: () => 'keep' }).local;
  const copy = await copyHub({ url, project, log, open });
  closing.addEventListener('abort', () => void copy.close());
  return {
    open: (options) =>
      openHandlers(
        withCopy(options, copy),
        offersOfHub(() => notesOn(copy)),
      ),
  };
}

/** Redirects everything to the copy, so that nothing of this machine is read or kept. */
function withCopy({ machine, ...options }: HandlerOptions, copy: HubCopy): HandlerOptions {
  const { folder } = copy;
  const places = { ...machine.places, home: folder, env: { HISTORY_STATE_HOME: join(folder, 'state') } };
  return {
    ...options,
    base: folder,
    roots: [folder],
    ready: () => copy.current(),
    machine: { ...machine, places, keep: { ...machine.keep, keep: 'off' } },
  };
}

/** Notes for agents about what a reply lacks. */
function notesOn(copy: HubCopy): Reply {
  const { copied, newest, problem } = copy.state();
  const missing =
    newest > copied ? `${newest - copied} of ${newest} changes in the hub are not here yet` : '';
  if (problem)
    return [
      `The hub has not answered since ${isoTime(problem.since)}; this is what was known of it then${missing && `, and ${missing}`}. ${problem.error.message}`,
    ];
  return missing === '' ? [] : [`${missing}: call again for the rest.`];
}
