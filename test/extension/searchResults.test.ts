import assert from 'node:assert/strict';
import { commands, env } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { FilterButton } from '../../src/extension/search/filterButtons.ts';
import type { ResultsView } from '../../src/extension/search/resultsView.ts';
import type { SearchRow } from '../../src/extension/search/searchItems.ts';
import type { SearchPick } from '../../src/extension/search/searchPick.ts';
import { eventually, withEmptyHistory } from './workspace.ts';

const said = (text: string, more = {}) => ({ role: 'user' as const, text, ...more });

/** Saves a dialog with a summary and a memory, all of which hold the word `needle`. */
async function save({ services }: Internals): Promise<void> {
  const [project] = services.projects.all;
  assert.ok(project);
  const hay = Array.from({ length: 30 }, (_, n) => said(`hay ${n}`, { ts: 1_000 + n }));
  await project.dialogs.save('shop', [
    ...hay,
    said('the **needle** of gold', { ts: 5_000, meta: { agent: 'codex' } }),
    said('a second needle', { ts: 6_000, meta: { agent: 'claude' } }),
  ]);
  await project.dialogs.setSummary('shop', { decisions: ['Keep the needle'] }, 'replace');
  await project.memories.store({ content: 'Needles are in the left drawer' });
}

/** Shows what a query finds in the view. */
async function shown({ results }: Internals, query: string): Promise<ResultsView> {
  await results.show(query);
  const view = await results.view();
  await eventually(`results for ${query}`, () => !view.busy && view.query === query);
  return view;
}

const labelsOf = (view: ResultsView): string[] =>
  view.tree.results.map((node) => {
    const { label } = view.tree.getTreeItem(node);
    return typeof label === 'object' ? label.label : String(label);
  });

const details = ({ items }: SearchPick): string[] => items.flatMap(({ detail }) => detail ?? []);

/** The editor tells the list again what was typed into it, which may come after what is typed next. */
async function answered(pick: SearchPick, query: string): Promise<void> {
  await eventually(
    `the answer to ${query}`,
    () => pick.query.trim() === query && pick.answered === pick.query,
  );
}

const button = (pick: SearchPick, filter: string): FilterButton => {
  const found = pick.buttons.find((one): one is FilterButton => 'filter' in one && one.filter === filter);
  assert.ok(found, filter);
  return found;
};

/** Has a search say twice that sessions are still being read, the first of them with nothing but the best result. */
function readingOn({ services }: Internals): () => void {
  const [project] = services.projects.all;
  assert.ok(project);
  const { search } = project;
  let times = 0;
  const find: typeof search.find = async (request) => {
    const page = await search.find(request);
    times++;
    if (times > 2) return page;
    return { ...page, pending: 3 - times, ...(times === 1 && { hits: page.hits.slice(1) }) };
  };
  const reading = { ...search, find };
  Object.defineProperty(project, 'search', { configurable: true, get: () => reading });
  return () => void Reflect.deleteProperty(project, 'search');
}

const reference = (row: SearchRow | undefined): string | undefined =>
  row?.choice?.type === 'open' ? row.choice.finding.hit.reference : undefined;

describe('search results kept in a view', () => {
  afterEach(() => commands.executeCommand('historyStore.clearSearchResults'));

  it('are grouped, highlighted, and stepped through by commands', async () => {
    await withEmptyHistory(async (extension) => {
      await save(extension);
      const view = await shown(extension, 'needle');
      assert.deepEqual(view.tree.groups.map(({ label, results }) => [label, results.length]).toSorted(), [
        ['Memories', 1],
        ['shop', 3],
      ]);
      assert.deepEqual([view.heading.description, view.heading.message], ['needle · 4 results', '']);
      assert.ok(labelsOf(view).includes('the needle of gold'));
      const [first] = view.tree.results;
      assert.ok(first);
      const { label } = view.tree.getTreeItem(first);
      assert.ok(typeof label === 'object' && label.highlights?.length === 1);

      await commands.executeCommand('historyStore.previousSearchResult');
      await commands.executeCommand('historyStore.nextSearchResult');
      await eventually('the pane of the first result', () =>
        extension.services.panes.all.some(({ target }) => target.dialog === 'shop'),
      );
      await eventually('its row is selected', () => view.selection[0]?.id === first.id);
      await commands.executeCommand('historyStore.copySearchResult', first);
      assert.match(
        await env.clipboard.readText(),
        /^shop · .*\n {2}.*needle.*\n {2}history:\/\/dialogs\/shop\/\S+$/,
      );
      await commands.executeCommand('historyStore.copySearchResults');
      assert.equal((await env.clipboard.readText()).match(/history:/g)?.length, 4);
    });
  });

  it('report errors, follow a refresh, and disappear with the query when cleared', async () => {
    await withEmptyHistory(async (extension) => {
      await save(extension);
      const { memory } = extension;
      const view = await shown(extension, 'zebra xylophone');
      await eventually('that nothing is found', () => view.heading.message.startsWith('No results.'));
      assert.equal(view.tree.results.length, 0);
      await extension.services.projects.all[0]?.dialogs.save('zoo', [said('a zebra')]);
      await commands.executeCommand('historyStore.refreshSearchResults');
      await eventually('the new one', () => view.tree.results.length === 1);
      assert.equal(memory.get('search.kept'), 'zebra xylophone');
      await shown(extension, 'on:2026-02-30');
      await eventually('what is wrong', () => /Invalid search: .*on:2026-02-30/.test(view.heading.message));
      await commands.executeCommand('historyStore.clearSearchResults');
      assert.equal(memory.get('search.kept'), undefined);
      assert.deepEqual([view.query, view.tree.results.length, view.heading.description], ['', 0, '']);
    });
  });

  it('grow in the list while sessions are read, keeping the active row', async () => {
    await withEmptyHistory(async (extension) => {
      await save(extension);
      const restore = readingOn(extension);
      const pick = extension.openSearch({ query: 'needle' });
      try {
        await eventually('the first results', () => details(pick).length > 0);
        assert.ok(pick.busy);
        assert.ok(pick.items.some(({ label }) => label === 'Reading 2 more sessions…'));
        const found = (): number => pick.items.filter((row) => reference(row) !== undefined).length;
        const first = found();
        await eventually('a row', () => reference(pick.active) !== undefined);
        await commands.executeCommand('workbench.action.quickOpenSelectNext');
        const initial = pick.items.find((row) => reference(row) !== undefined);
        await eventually('the next row', () => reference(pick.active) !== reference(initial));
        const at = reference(pick.active);
        await answered(pick, 'needle');
        assert.equal(found(), first + 1);
        assert.ok(!pick.items.some(({ label }) => label.startsWith('Reading')));
        await eventually('the row one was at', () => reference(pick.active) === at);
      } finally {
        pick.dispose();
        restore();
      }
    });
  });

  it('come from the list, whose buttons toggle filters and which completes their values', async () => {
    await withEmptyHistory(async (extension) => {
      await save(extension);
      const pick = extension.openSearch({ query: 'needle' });
      await answered(pick, 'needle');
      const offered = (): string[] =>
        pick.items.flatMap(({ choice }) => (choice?.type === 'complete' ? [choice.query] : []));
      assert.equal(pick.buttons.length, 4);
      assert.equal(button(pick, 'source:').on, undefined);
      pick.pressButton(button(pick, 'source:'));
      await answered(pick, 'needle source:');
      assert.ok(offered().includes('needle source:memories '), offered().join());
      pick.pressButton(button(pick, 'source:'));
      await answered(pick, 'needle');
      pick.pressButton(button(pick, 'role:'));
      await answered(pick, 'needle role:');
      assert.deepEqual(offered().slice(0, 2), ['needle role:user ', 'needle role:assistant ']);
      assert.deepEqual(offered().slice(-2), ['needle agent:claude ', 'needle agent:codex ']);
      await eventually('the first value is the active row', () => pick.active?.choice?.type === 'complete');
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await answered(pick, 'needle role:user');
      assert.equal(button(pick, 'role:').toggle?.checked, true);
      pick.pressButton(button(pick, 'role:'));
      await answered(pick, 'needle');
      pick.dispose();

      const ofAgent = extension.openSearch({ query: 'needle agent:claude' });
      await answered(ofAgent, 'needle agent:claude');
      assert.equal(button(ofAgent, 'role:').on, 'agent:claude');
      assert.equal(ofAgent.items.filter(({ choice }) => choice?.type === 'open').length, 1);
      await commands.executeCommand('historyStore.keepSearchResults');
      const view = await extension.results.view();
      await eventually('the kept result', () => !view.busy && view.tree.results.length === 1);
      assert.equal(view.heading.description, 'needle agent:claude · 1 result');
    });
  });
});
