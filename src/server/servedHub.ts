import { join } from 'node:path';
import { isoTime } from '../store/base/core.ts';
import { parseHubUrl } from '../store/hub/hubUrl.ts';
import { openHubCopy, type HubCopy } from '../store/hubCopy.ts';
import type { CallHandlers } from './base/requests.ts';
import type { Reply } from './base/reply.ts';
import { openHandlers, type HandlerOptions } from './callHandlers.ts';
import type { HubChoice } from './hubChoice.ts';
import { offersOfHub } from './hubTools.ts';

/** A project of a hub that requests are answered from. */
export interface ServedHub {
  readonly open: (options: HandlerOptions) => CallHandlers;
}

/** Looks whether the hub can be read, and begins to copy the project. Throws a `StoreError` where it cannot. */
export async function openServedHub(
  { url, project }: HubChoice,
  { log, closing }: Pick<HandlerOptions, 'log' | 'closing'>,
): Promise<ServedHub> {
  const copy = await openHubCopy({ address: parseHubUrl(url), project, log });
  closing.addEventListener('abort', () => void copy.close());
  return {
    open: (options) =>
      openHandlers(
        overCopy(options, copy),
        offersOfHub(() => notesOn(copy)),
      ),
  };
}

/** Nothing of this machine is read or kept besides. */
function overCopy({ machine, ...options }: HandlerOptions, copy: HubCopy): HandlerOptions {
  const { folder } = copy;
  const places = { ...machine.places, home: folder, env: { HISTORY_STATE_HOME: join(folder, 'state') } };
  return {
    ...options,
    ...{ base: folder, roots: [folder], ready: () => copy.current() },
    machine: { ...machine, places, keep: { ...machine.keep, keep: 'off' } },
  };
}

/** What a reply leaves out, which an agent has to know. */
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
