import type { SharedItem } from '../../store/shared/types.ts';
import type { DialogChoice } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import type { InFront, RowServices } from '../base/rowPlace.ts';
import type { RowSource } from '../base/rows.ts';
import type { Node } from '../tree/nodes.ts';
import type { ProjectTree } from '../tree/projectTree.ts';
import type { ShareDrafts } from './shareDrafts.ts';
import type { SharedLists } from './sharedLists.ts';
import type { TeamArrangement } from './teamNodes.ts';

/** The view *Team*, as its commands use it. */
interface TeamRows {
  readonly rows: RowSource<unknown>;
  /** Undefined before there is anything to show. */
  readonly tree: Promise<Pick<ProjectTree<Node>, 'showMore'>> | undefined;
  arrange(by: TeamArrangement): Promise<void>;
  see(project: Project, items: readonly SharedItem[]): void;
  seeAll(): Promise<void>;
}

/** What the commands of sharing work with. */
export interface TeamServices extends DialogChoice, RowServices, InFront {
  readonly sharedLists: SharedLists;
  readonly shareDrafts: ShareDrafts;
  readonly teamView: TeamRows;
  /** The roots of projects of which it was said that what is shared of them is large. */
  readonly largeTold: Set<string>;
}
