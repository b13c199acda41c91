import assert from 'node:assert/strict';
import { countFiles, type FileCounts } from '../../fileCounts.ts';
import { many, user, withStore, type StoreFixture } from './withStore.ts';

/** A history: how many dialogs there are, and how many messages its first one has. */
interface Size {
  readonly dialogs: number;
  readonly messages: number;
}

/** As many messages fill a part of a dialog, so that each size has an open part of the same length. */
const ofAPart = 100;
const small: Size = { dialogs: 10, messages: 4 * ofAPart };
const longer: Size = { dialogs: 10, messages: 20 * ofAPart };
const wider: Size = { dialogs: 200, messages: 4 * ofAPart };

interface Work {
  /** What was done before, so that it is known; not counted. */
  readonly before?: (fixture: StoreFixture) => Promise<unknown>;
  readonly run: (fixture: StoreFixture) => Promise<unknown>;
  /** How many calls each dialog more may cost; default none. */
  readonly perDialog?: number;
  /** Lists the folders of all dialogs, at no cost for each. */
  readonly listsAll?: true;
  /** The same of each sealed part of the dialog more. */
  readonly perPart?: number;
}

const detail = { recentTurns: 6, includeSummary: true, includeMessages: true };
const workspace = (root: string) => ({
  folders: [root],
  places: { home: `${root}/home`, env: {}, platform: process.platform },
});
const finds = async ({ store }: StoreFixture, query: string): Promise<void> => {
  const { hits } = await store.search.find({ query });
  assert.ok(hits.length > 0, `${query} was not found`);
};

/** A process looks once whether each part is the one that the index of the dialog tells of, and twice at what is on the way. */
const looksAtParts = 3;

/** What is done all the time, and must cost the same in a history of any size. */
const works: Readonly<Record<string, Work>> = {
  'a save': {
    before: ({ store }) => store.dialogs.save('d1', [user('a message')]),
    run: ({ store }) => store.dialogs.save('d1', [user('one more')]),
  },
  'the first save of a process': {
    run: ({ open }) => open().dialogs.save('d0', [user('one more')]),
    perPart: looksAtParts,
  },
  'the newest messages': { run: ({ store }) => store.dialogs.detail('d0', detail) },
  'the newest messages in a new process': {
    run: ({ open }) => open().dialogs.detail('d0', detail),
    perPart: looksAtParts,
  },
  'what came since': { run: ({ store }) => store.dialogs.messagesSince('d0', { limit: 50 }) },
  'the first window of a pane': {
    run: async ({ open }) => {
      const { dialogs } = open();
      const { total } = await dialogs.window('d0', 0, 0);
      await dialogs.window('d0', Math.max(0, total - 50), 50);
    },
    perPart: looksAtParts,
  },
  'a search again': { before: (at) => finds(at, 'needle'), run: (at) => finds(at, 'needle') },
  'a search after a save': {
    before: async (at) => {
      await finds(at, 'needle');
      await at.store.dialogs.save('d1', [user('a haystack')]);
    },
    run: (at) => finds(at, 'haystack'),
  },
  // Looks at the summary of each dialog.
  'a brief': {
    run: ({ open, root }) => open().brief.make(workspace(root)),
    perDialog: 9,
    perPart: looksAtParts,
  },
  // Each is looked at once, and its files; none is opened.
  'the first search of a process': {
    before: async ({ open, clock }) => {
      clock.time = Date.now() + 60_000; // what changed a moment ago is listed again
      const { search } = open();
      await search.find({ query: 'role:user' });
      await search.keep();
    },
    run: ({ open }) => open().search.find({ query: 'role:user', limit: 1 }),
    perDialog: 7,
    perPart: 1,
  },
  'the list of dialogs again': {
    before: ({ store }) => store.dialogs.list(),
    run: ({ store }) => store.dialogs.list(),
    perDialog: 4,
  },
  // Names that were told for a while are followed by a look at all dialogs that nobody waits for: one that was asked
  // for just now comes first, so that it is not counted here, and no work comes after.
  'the names of dialogs in a new process': {
    before: async ({ store }) => {
      await store.dialogs.list();
      await store.dialogs.names();
    },
    run: ({ open }) => open().dialogs.names(),
    listsAll: true,
  },
};

async function fill({ store }: StoreFixture, { dialogs, messages }: Size): Promise<void> {
  for (let from = 0; from < messages; from += ofAPart)
    await store.dialogs.save('d0', many(ofAPart, 600, from));
  for (let n = 1; n < dialogs; n++) await store.dialogs.save(`d${n}`, [user(`needle ${n}`)]);
}

const hour = 60 * 60_000;

/**
 * Time stands still an hour later, for all works of a history: what is trusted for a while is looked at once, and what
 * is to be done later, as the index that is written a second after a search, is never done in the midst of a work.
 */
async function whileTimeStandsStill(run: () => Promise<void>): Promise<void> {
  const { setTimeout } = globalThis;
  const time = performance.now() + hour;
  performance.now = () => time;
  globalThis.setTimeout = Object.assign((work: () => void) => setTimeout(work, hour), setTimeout);
  try {
    await run();
  } finally {
    Reflect.deleteProperty(performance, 'now');
    globalThis.setTimeout = setTimeout;
  }
}

type Counts = Record<string, FileCounts>;

async function countsOf(size: Size): Promise<Counts> {
  const counts: Counts = {};
  await withStore(async (fixture) => {
    await fill(fixture, size);
    await whileTimeStandsStill(async () => {
      for (const [name, { before, run }] of Object.entries(works)) {
        await before?.(fixture);
        counts[name] = await countFiles(fixture.root, () => run(fixture));
      }
    });
  });
  return counts;
}

/** What is read of a dialog is its open part, which may have any length up to 64 KiB, and the one before it. Bytes. */
const twoParts = 131_072;

/** What was written a moment ago is looked at once more than what is older. Calls. */
const ofYoungFiles = 8;

interface Allowed {
  readonly calls: number;
  /** Of files in folders that are listed. */
  readonly names: number;
}

function assertNoMore(more: FileCounts, less: FileCounts, allowed: Allowed): void {
  const why = (): string => `more than ${less.total} calls, as were:\n${more.told.join('\n')}`;
  assert.ok(more.total <= less.total + allowed.calls + ofYoungFiles, `${more.total} calls, ${why()}`);
  assert.ok(more.names <= less.names + allowed.names, `${more.names} and ${less.names} names, ${why()}`);
  for (const bytes of ['bytesRead', 'bytesWritten'] as const)
    assert.ok(more[bytes] <= less[bytes] + twoParts, `${more[bytes]} and ${less[bytes]} ${bytes}, ${why()}`);
}

describe('what is asked of the disk', () => {
  const counts: Record<'small' | 'longer' | 'wider', Counts> = { small: {}, longer: {}, wider: {} };
  before(async () => {
    counts.small = await countsOf(small);
    counts.longer = await countsOf(longer);
    counts.wider = await countsOf(wider);
  });

  for (const [name, { perDialog = 0, perPart = 0, listsAll }] of Object.entries(works)) {
    const of = (size: keyof typeof counts): FileCounts => {
      const found = counts[size][name];
      assert.ok(found && found.total > 0, 'nothing was counted');
      return found;
    };
    const parts = (longer.messages - small.messages) / ofAPart;
    it(`by ${name}: ${perPart === 0 ? 'no more' : `up to ${perPart} calls a part more`} in a longer dialog`, () =>
      assertNoMore(of('longer'), of('small'), { calls: perPart * parts, names: parts }));
    const dialogs = wider.dialogs - small.dialogs;
    it(`by ${name}: ${perDialog === 0 ? 'no more' : `up to ${perDialog} calls each more`} with more dialogs`, () =>
      assertNoMore(of('wider'), of('small'), {
        calls: perDialog * dialogs,
        names: perDialog > 0 || listsAll ? 2 * dialogs : 0,
      }));
  }
});
