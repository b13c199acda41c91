import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, window, workspace } from 'vscode';
import type { BriefPane } from '../../src/extension/brief/briefPane.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { BriefPaneContent, BriefPaneState } from '../../src/protocol/briefPane.ts';
import type { Brief, BriefRequest } from '../../src/insight/brief/types.ts';
import { openStore } from '../../src/store/store.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { beginAgain, eventually, historyFolder, holds, workspaceRoot } from './workspace.ts';

/** Another program of the same project, which gives briefs. */
const outside = () => openStore(workspaceRoot(), { language: 'en' });

const made = ({ services }: Internals, request: BriefRequest = {}): Promise<Brief> => {
  const places = { folders: [workspaceRoot()], places: services.sessionLists.places };
  return outside().brief.make(places, request);
};

async function decide(...decisions: readonly string[]): Promise<void> {
  const { dialogs } = outside();
  await dialogs.save('plan', [{ role: 'user', text: `${decisions.length} decisions` }]);
  await dialogs.setSummary('plan', { decisions: [...decisions] }, 'replace');
}

/** Opens the pane by its command, and gives what it was sent last. */
async function opened({ services }: Internals, argument?: object) {
  let last: BriefPaneContent | undefined;
  const listener = services.briefPanes.onDidOpen(({ page }) => page.onDidPost((content) => (last = content)));
  await commands.executeCommand('historyStore.showBrief', argument);
  listener.dispose();
  const [pane] = services.briefPanes.all;
  assert.ok(pane);
  await beginAgain(pane.page);
  const content = (): BriefPaneContent => {
    assert.ok(last);
    return last;
  };
  const state = (): BriefPaneState => {
    const shown = content();
    assert.ok(shown.type === 'state', JSON.stringify(shown));
    return shown;
  };
  await holds(() => void content());
  return { pane, state, content };
}

const shows = (state: () => BriefPaneState, text: string): Promise<void> =>
  holds(() => assert.ok(state().brief.text.includes(text), state().brief.text));

/** Decides of the statement with this text. */
function choose(pane: BriefPane, state: BriefPaneState, text: string, choice: string): void {
  const { brief, pins, never } = state;
  const found = [...brief.items, ...brief.left, ...pins, ...never].find((one) => one.text.includes(text));
  assert.ok(found, text);
  pane.page.receive({ type: 'choose', key: found.key, choice });
}

describe('the pane of briefs', () => {
  it('shows the same text as other programs per purpose and session, within the configured budget', async () => {
    await withSessions(async (extension) => {
      writeSession('tree', { more: ['And prune it.'] });
      const older = writeSession('cache', { ageMs: 60_000, more: ['Then empty the cache.'] });
      await decide('Tax is rounded once');
      const { pane, state } = await opened(extension);
      await shows(state, 'Tax is rounded once');
      assert.equal(state().brief.text, (await made(extension)).text);
      assert.match(state().brief.text, /And prune it/);

      await commands.executeCommand('historyStore.showBrief', { folder: workspaceRoot(), path: older });
      await shows(state, 'Then empty the cache.');
      const session = 'cache-0000-4000-8000-000000000000';
      const after = await made(extension, { purpose: 'afterCompaction', session });
      assert.equal(state().brief.text, after.text);
      assert.deepEqual(state().resource, { folder: workspaceRoot(), purpose: 'afterCompaction', session });
      assert.equal(state().session, 'Why is cache slow?');

      pane.page.receive({ type: 'purpose', purpose: 'handOver' });
      await shows(state, 'Handed over');
      assert.equal(state().brief.text, (await made(extension, { purpose: 'handOver' })).text);

      const settings = workspace.getConfiguration('historyStore');
      try {
        await settings.update('briefTokens', 300);
        await holds(() => assert.equal(state().maxTokens, 300));
        const small = await made(extension, { purpose: 'handOver' });
        assert.ok(small.tokens <= 300);
        await holds(() => assert.equal(state().brief.text, small.text));
      } finally {
        await settings.update('briefTokens', undefined);
      }

      const file = join(historyFolder(), 'settings.json');
      fs.writeFileSync(file, '{"brief":"always","briefTokens":500}');
      await holds(() => assert.deepEqual([state().mode, state().maxTokens], ['always', 500]));
    });
  });

  it('pins and excludes statements for all programs until that is undone', async () => {
    await withSessions(async (extension) => {
      await decide('Tax is rounded once', 'Prices are in cents');
      const { pane, state } = await opened(extension);
      await shows(state, 'Prices are in cents');

      choose(pane, state(), 'Prices', 'pinned');
      await holds(() => assert.equal(state().pins.length, 1));
      await decide('Orders are immutable');
      await shows(state, 'Orders are immutable');
      const given = await made(extension);
      assert.equal(given.items[0]?.whole, 'Prices are in cents');
      assert.equal(state().brief.text, given.text);
      assert.deepEqual(
        state().pins.map((pin) => [pin.text, pin.state]),
        [['Prices are in cents', 'told']],
      );
      choose(pane, state(), 'Prices', 'none');
      await holds(() => assert.equal(state().pins.length, 0));
      assert.ok(!(await made(extension)).text.includes('cents'));

      choose(pane, state(), 'Orders', 'never');
      await holds(() => assert.equal(state().never.length, 1));
      assert.ok(!(await made(extension)).text.includes('Orders'));
      choose(pane, state(), 'Orders', 'none');
      await shows(state, 'Orders are immutable');
      assert.ok((await made(extension)).text.includes('Orders'));
    });
  });

  it('follows history, sessions and other programs, and shows what was given to which agent', async () => {
    await withSessions(async (extension) => {
      await decide('Tax is rounded once');
      const { pane, state } = await opened(extension);
      await shows(state, 'Tax is rounded once');
      writeSession('late', { more: ['Here I am.'] });
      await shows(state, 'Here I am.');

      const brief = await made(extension);
      await outside().brief.noteGiven(brief, { by: 'hook', agent: 'Claude Code', session: 'x' });
      await holds(() => assert.equal(state().given.length, 1));
      const [first] = state().given;
      assert.deepEqual([first?.agent, first?.by, first?.tokens], ['Claude Code', 'hook', brief.tokens]);
      await decide('Orders are immutable');
      await shows(state, 'Orders are immutable');
      pane.page.receive({ type: 'showGiven', id: first?.id });
      await holds(() => assert.equal(state().shown?.text, brief.text));
      assert.deepEqual(
        state().shown?.references,
        brief.items.map(({ reference }) => reference),
      );
      pane.page.receive({ type: 'showGiven' });
      await holds(() => assert.equal(state().shown, undefined));
    });
  });

  it('opens the source of a statement, and ignores choices for statements it was not sent', async () => {
    await withSessions(async (extension) => {
      writeSession('tree', { more: ['And prune it.'] });
      const { pane, state } = await opened(extension);
      await shows(state, 'And prune it.');
      const request = state().brief.items.find(({ text }) => text.includes('And prune it.'));
      assert.ok(request);
      pane.page.receive({ type: 'choose', key: 'history://sessions/other#1', choice: 'never' });
      pane.page.receive({ type: 'openLink', href: request.reference });
      await eventually('the session is open', () => extension.services.sessionPanes.all.length === 1);
      await holds(() => assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, 'Why is tree slow?'));
      assert.ok(!fs.existsSync(join(historyFolder(), 'brief.json')));
    });
  });

  it('reports a damaged list of exclusions, and shows briefs again after its repair', async () => {
    await withSessions(async (extension) => {
      await decide('Tax is rounded once');
      const { content, state } = await opened(extension);
      await shows(state, 'Tax is rounded once');
      const file = join(historyFolder(), 'brief.json');
      fs.writeFileSync(file, '{');
      await holds(() => {
        const shown = content();
        assert.ok(shown.type === 'failure');
        assert.match(shown.reason, /brief\.json is damaged/);
      });
      fs.rmSync(file);
      await holds(() => assert.equal(content().type, 'state'));
    });
  });
});
