import { CancellationError, l10n, type CancellationToken } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import type { Services } from '../base/commands.ts';
import type { DialogTarget } from '../base/pick.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import type { SourceTarget } from '../sessions/types.ts';
import type { Hubs } from './hubs.ts';

/** What fetching requires. */
export interface FetchServices extends Services {
  readonly hubs: Hubs;
  readonly panes: PaneOpener<DialogTarget>;
  readonly sessionLists: WindowSessions;
  readonly sessionPanes: PaneOpener<SourceTarget>;
}

/** The error for fetching what this person sent. */
export const mine = (): StoreError =>
  new StoreError(
    'invalid_argument',
    l10n.t('You sent this yourself. What you sent comes to your other machines by itself.'),
  );

/** Returns a signal whose abort error is shown to no one. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new CancellationError());
  token.onCancellationRequested(stop);
  if (token.isCancellationRequested) stop();
  return controller.signal;
}
