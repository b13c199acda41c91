import assert from 'node:assert/strict';
import type { Project } from '../../../src/extension/base/project.ts';
import type { Projects } from '../../../src/extension/base/projects.ts';
import { LiveSearch, type HubFinder, type SearchOutcome } from '../../../src/extension/search/liveSearch.ts';
import type { SearchHit, SearchPage, SearchRequest } from '../../../src/find/search/types.ts';
import { eventually } from '../../eventually.ts';

/** A window with one project, whose search answers so. */
function projectsWith(find: (request: SearchRequest) => Promise<SearchPage>): Projects {
  const project: Pick<Project, 'name'> & { readonly search: { find: typeof find } } = {
    name: 'shop',
    search: { find },
  };
  const projects: unknown = { all: [project] };
  return projects as Projects; // a search needs nothing else of it
}

const searchOf = (projects: Projects, hubs?: HubFinder): LiveSearch => new LiveSearch(projects, 'en', hubs);

const page = (total: number, pending?: number): SearchPage => ({
  hits: [],
  total,
  notes: [],
  ...(pending !== undefined && { pending }),
});

const totals = (outcomes: readonly SearchOutcome[]): number[] =>
  outcomes.map((outcome) => (outcome.type === 'found' ? outcome.found.total : -1));

describe('a search that goes on', () => {
  it('tells what is found at once, and again until all sessions were read', async () => {
    const pages = [page(1, 2), page(2, 1), page(3)];
    const search = searchOf(projectsWith(() => Promise.resolve(pages.shift() ?? page(0))));
    const told: SearchOutcome[] = [];
    await search.look({ query: 'x', limit: 10 }, (outcome) => void told.push(outcome));
    assert.deepEqual(totals(told), [1, 2, 3]);
    assert.deepEqual(
      told.map((outcome) => outcome.type === 'found' && outcome.isFirst),
      [true, false, false],
    );
  });

  it('tells of as many related ones as it lists, though copies of one message count for each', async () => {
    const hit: SearchHit = {
      reference: 'history://dialogs/d/1',
      source: 'dialogs',
      name: 'd',
      title: 'd',
      role: 'user',
      ts: 1,
      position: 1,
      snippet: 'near',
      ranges: [],
      words: [],
      score: 1,
      related: true,
    };
    const found = { ...page(3), hits: [hit], related: 3 };
    const search = searchOf(projectsWith(() => Promise.resolve(found)));
    const told: SearchOutcome[] = [];
    await search.look({ query: 'x', limit: 10 }, (outcome) => void told.push(outcome));
    assert.deepEqual(
      told.map((outcome) => outcome.type === 'found' && outcome.found.related),
      [1],
    );
  });

  it('ends when something else is looked for, which alone is told', async () => {
    const waiting: (() => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const search = searchOf(
      projectsWith(({ query, signal }) => {
        signals.push(signal);
        if (query === 'new') return Promise.resolve(page(2));
        return new Promise((resolve) => waiting.push(() => resolve(page(1, 5))));
      }),
    );
    const told: string[] = [];
    const old = search.look({ query: 'old', limit: 10 }, () => void told.push('old'));
    await search.look({ query: 'new', limit: 10 }, () => void told.push('new'));
    waiting.forEach((answer) => answer());
    await old;
    assert.deepEqual(told, ['new']);
    assert.equal(signals[0]?.aborted, true);
  });

  it('is over when it is released, though sessions are still being read', async () => {
    let searches = 0;
    const search = searchOf(projectsWith(() => Promise.resolve(page(++searches, 1))));
    const looked = search.look({ query: 'x', limit: 10 }, () => undefined);
    await eventually('the first answer', () => searches === 1);
    search.dispose();
    await looked;
    assert.equal(searches, 1);
  });

  it('tells what fails', async () => {
    const search = searchOf(projectsWith(() => Promise.reject(new Error('no disk'))));
    const told: SearchOutcome[] = [];
    await search.look({ query: 'x', limit: 10 }, (outcome) => void told.push(outcome));
    assert.deepEqual(
      told.map(({ type }) => type),
      ['failed'],
    );
  });

  it('asks the hub alone where that is wanted, and only for what was typed to its end', async () => {
    const asked: string[] = [];
    const hubs: HubFinder = {
      find: ({ query }) => {
        asked.push(query);
        return Promise.resolve({ findings: [], total: 7, related: 0, more: false, notes: [], pending: 0 });
      },
    };
    const local: string[] = [];
    const projects = projectsWith(({ query }) => {
      local.push(query);
      return Promise.resolve(page(1));
    });
    const search = searchOf(projects, hubs);
    const told: SearchOutcome[] = [];
    const tell = (outcome: SearchOutcome): unknown => told.push(outcome);
    const typed = search.look({ query: 'ta source:hub', limit: 5 }, (outcome) => void tell(outcome));
    await search.look({ query: 'tax source:hub', limit: 5 }, (outcome) => void tell(outcome));
    await typed;
    await search.look({ query: 'tax source:hubs', limit: 5 }, (outcome) => void tell(outcome));
    assert.deepEqual([asked, local, totals(told)], [['tax source:hub'], ['tax source:hubs'], [7, 1]]);
  });
});
