import assert from 'node:assert/strict';
import fs from 'node:fs';
import { commands, env, TabInputWebview, window } from 'vscode';
import { openPane, panes, texts, watchStates, withSessions, writeSession } from './sessionWorkspace.ts';
import { beginAgain, eventually, holds, workspaceRoot } from './workspace.ts';

/** Titles of the tabs that are session panes. */
const tabs = (): string[] =>
  window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('historyStore.session'),
    )
    .map(({ label }) => label);

describe('the session pane', () => {
  it('shows a session and follows its growth, in one pane for all sessions', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('checkout');
      const { pane, state } = await openPane(extension, path);
      const first = await state('the session', ({ header }) => !header.reading);
      assert.deepEqual(texts(first), ['Why is checkout slow?', 'checkout waits.']);
      const { header, resource } = first;
      assert.deepEqual(resource, { folder: workspaceRoot(), kind: 'session', id: path });
      assert.deepEqual([header.title, header.agent], ['Why is checkout slow?', 'Claude Code']);
      assert.deepEqual([header.models, header.branch, header.file], [['claude-opus'], 'main', path]);
      assert.deepEqual([header.messages, header.archived, header.editable], [2, 'no', true]);
      await holds(() => {
        assert.deepEqual(tabs(), ['Why is checkout slow?']);
      });

      writeSession('checkout', { more: ['And now?'] });
      const grown = await state('what was said later', ({ window: { total } }) => total === 3);
      assert.equal(texts(grown).at(-1), 'And now?');

      const other = writeSession('cart');
      await commands.executeCommand('historyStore.openSession', { folder: workspaceRoot(), path: other });
      await state('the other session', (each) => each.resource.id === other && !each.header.reading);
      assert.equal(panes(extension).length, 1);
      await holds(() => {
        assert.deepEqual(tabs(), ['Why is cart slow?']);
      });
      await commands.executeCommand('historyStore.openSessionInNewPane', { folder: workspaceRoot(), path });
      assert.equal(panes(extension).length, 2);
      pane.dispose();
    });
  });

  it('goes to the message a link names by id, time or number', async () => {
    await withSessions(async (extension) => {
      const more = Array.from({ length: 150 }, (_, n) => `question ${n}`);
      const path = writeSession('checkout', { more });
      const { state } = await openPane(extension, path);
      await state('the session', ({ header }) => !header.reading);
      const { search } = extension.services.projects.all[0]!;
      const hit = await eventually(
        'sessions are read for the search',
        async () => (await search.find({ query: '"question 20"' })).hits[0],
      );
      assert.match(hit.reference, /^history:\/\/sessions\//);
      await commands.executeCommand('historyStore.openReference', hit.reference);
      const shown = await state('the message to scroll to', ({ reveal }) => reveal === hit.position);
      assert.ok(texts(shown).includes('question 20'));
      const byTime = `history://sessions/${encodeURIComponent(hit.name)}/${hit.ts - 1}`;
      await commands.executeCommand('historyStore.openReference', byTime);
      await state('the one before it', ({ reveal }) => reveal === hit.position - 1);
      const asInBriefs = `history://sessions/${encodeURIComponent(hit.name.slice(0, 8))}/${hit.position - 9}`;
      await commands.executeCommand('historyStore.openReference', asInBriefs);
      await state('the one of that number', ({ reveal }) => reveal === hit.position - 10);
    });
  });

  it('searches, reads windows, copies whole messages, and opens them', async () => {
    await withSessions(async (extension) => {
      const long = `needle ${'x'.repeat(30_000)}`;
      const path = writeSession('find', { more: ['one', long, 'two'] });
      const { pane, state } = await openPane(extension, path);
      await state('the session', ({ window: { total } }) => total === 5);
      pane.page.receive({ type: 'find', query: 'NEEDLE' });
      const found = await state('matches', ({ find }) => find?.query === 'NEEDLE');
      assert.deepEqual(found.find?.matches, [3]);
      pane.page.receive({ type: 'window', offset: 1, limit: 2 });
      const window_ = await state('the window', ({ window: { offset } }) => offset === 1);
      assert.deepEqual(texts(window_), ['find waits.', 'one']);
      assert.equal(found.window.messages[3]?.cutChars, long.length - 20_000);
      pane.page.receive({ type: 'copyMessage', position: 3 });
      await eventually('the copy', async () => (await env.clipboard.readText()) === long);
      pane.page.receive({ type: 'openMessage', position: 3 });
      await eventually('the editor', () =>
        window.activeTextEditor?.document.getText().includes(`needle ${'x'.repeat(30_000)}`),
      );
      pane.page.receive({ type: 'command', command: 'copyPath' });
      await eventually('the path', async () => (await env.clipboard.readText()) === path);
    });
  });

  it('shows that a session is archived, and its archive in the same way', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('archive');
      const { pane, state } = await openPane(extension, path);
      await state('the session', ({ header }) => !header.reading);
      pane.page.receive({ type: 'command', command: 'archiveSession' });
      await state('that it is archived', ({ header }) => header.archived === 'wholly');
      const [project] = extension.services.projects.all;
      const [archive] = (await project?.archives.list())?.archives ?? [];
      assert.ok(archive);
      const named = { folder: workspaceRoot(), name: archive.name };
      await commands.executeCommand('historyStore.openArchive', named);
      const shown = await state(
        'the archive',
        (each) => each.resource.kind === 'archive' && !each.header.reading,
      );
      assert.deepEqual(texts(shown), ['Why is archive slow?', 'archive waits.']);
      assert.deepEqual([shown.header.part, shown.header.file], [1, archive.path]);
    });
  });

  it('keeps showing what was read after the agent deletes the transcript', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('gone');
      const { state } = await openPane(extension, path);
      await state('the session', ({ header }) => !header.reading);
      fs.rmSync(path);
      const left = await state('that it is gone', ({ gone }) => gone === 'missing');
      assert.equal(left.header.editable, false);
      assert.equal(texts(left).length, 2);
    });
  });

  it('shows no session for a file that is not a transcript', async () => {
    await withSessions(async (extension) => {
      const [project] = extension.services.projects.all;
      assert.ok(project);
      extension.services.sessionPanes.open({ project, kind: 'session', id: '/etc/hostname' });
      const [pane] = panes(extension);
      assert.ok(pane);
      const state = watchStates(pane);
      await beginAgain(pane.page);
      const shown = await state('why not', ({ header }) => header.problem !== undefined);
      assert.equal(shown.header.problem, 'This session no longer exists.');
      assert.deepEqual(shown.window.messages, []);
    });
  });
});
