import type { SearchPage, SearchRequest } from '../../../src/find/search/types.ts';
import type { Workspace } from '../../../src/history/sessions/types.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Store, StoreOptions } from '../../../src/store/types.ts';
import { eventually } from '../../eventually.ts';
import { withMachine, type Machine } from './machine.ts';
import { TestClock } from './withStore.ts';

export interface SessionsFixture extends Machine {
  readonly workspace: Workspace;
  /** A store of the machine's project that knows of its sessions. */
  readonly open: (options?: StoreOptions) => Store;
}

export const withSessions = (test: (fixture: SessionsFixture) => Promise<void>) =>
  withMachine((machine) => {
    const { folder, places } = machine;
    const clock = new TestClock();
    const workspace = { folders: [folder], places };
    const open = (more = {}) => openStore(folder, { clock, workspace: () => workspace, ...more });
    return test({ ...machine, workspace, open });
  });

/** What is found once all sessions are read; a busy machine may take long for that, as long as it goes on. */
export async function settled(
  store: Store,
  query: string,
  more: Omit<SearchRequest, 'query'> = {},
): Promise<SearchPage> {
  for (let left = Infinity; ;) {
    const page = await eventually(`fewer than ${left} sessions are left to be read`, async () => {
      const found = await store.search.find({ query, ...more });
      return (isWhole(found) || (found.pending ?? left) < left) && found;
    });
    if (isWhole(page)) return page;
    left = page.pending ?? left;
  }
}

const isWhole = ({ pending, notes }: SearchPage): boolean => pending === undefined && notes.length === 0;
