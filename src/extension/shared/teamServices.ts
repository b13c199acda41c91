import type { DialogChoice } from '../base/pick.ts';
import type { InFront, RowServices } from '../base/rowPlace.ts';
import type { ShareDrafts } from './shareDrafts.ts';
import type { SharedLists } from './sharedLists.ts';
import type { TeamView } from './teamView.ts';

/** What the commands of sharing work with. */
export interface TeamServices extends DialogChoice, RowServices, InFront {
  readonly sharedLists: SharedLists;
  readonly shareDrafts: ShareDrafts;
  readonly teamView: TeamView;
  /** The roots of projects of which it was said that what is shared of them is large. */
  readonly largeTold: Set<string>;
}
