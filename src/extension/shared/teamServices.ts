import type { SharedItem } from '../../history/shared/types.ts';
import type { Services } from '../base/commands.ts';
import type { DialogChoice } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import type { InFront, RowServices } from '../base/rowPlace.ts';
import type { RowSource } from '../base/rows.ts';
import type { Node } from '../tree/nodes.ts';
import type { ProjectTree } from '../tree/projectTree.ts';
import type { ShareDrafts } from './shareDrafts.ts';
import type { SharedLists } from './sharedLists.ts';
import type { TeamArrangement } from './teamNodes.ts';

/** The *Team* view, as used by its commands. */
interface TeamRows {
  readonly rows: RowSource<unknown>;
  /** Undefined before there is anything to show. */
  readonly tree: Promise<Pick<ProjectTree<Node>, 'showMore'>> | undefined;
  readonly arrangement: TeamArrangement;
  arrange(by: TeamArrangement): Promise<void>;
  see(project: Project, items: readonly SharedItem[]): void;
  seeAll(): Promise<void>;
}

/** What commands for sharing require. */
export interface TeamServices extends Services, DialogChoice, RowServices, InFront {
  readonly sharedLists: SharedLists;
  readonly shareDrafts: ShareDrafts;
  readonly teamView: TeamRows;
  /** Roots of projects whose large size was already reported. */
  readonly reportedLarge: Set<string>;
}
