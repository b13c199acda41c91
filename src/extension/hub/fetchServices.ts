import type { Services } from '../base/commands.ts';
import type { DialogTarget } from '../base/pick.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import type { SourceTarget } from '../sessions/types.ts';
import type { Hubs } from './hubs.ts';

/** What fetching works with. */
export interface FetchServices extends Services {
  readonly hubs: Hubs;
  readonly panes: PaneOpener<DialogTarget>;
  readonly sessionLists: WindowSessions;
  readonly sessionPanes: PaneOpener<SourceTarget>;
}
