import assert from 'node:assert/strict';
import { commands, QuickPickItemKind } from 'vscode';
import { withMarks } from '../../src/extension/search/searchItems.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { SearchPick } from '../../src/extension/search/searchPick.ts';
import { eventually, withEmptyHistory, workspaceRoot } from './workspace.ts';

const said = (text: string, more = {}) => ({ role: 'user' as const, text, ...more });

function onlyProject({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

/** Opens the list with a query and closes it after `use`. */
async function withPick(
  { openSearch }: Internals,
  query: string,
  use: (pick: SearchPick) => Promise<void>,
): Promise<void> {
  const pick = openSearch({ query });
  try {
    await eventually('the answer', () => !pick.busy);
    await use(pick);
  } finally {
    pick.dispose();
  }
}

/** Saves 10,000 messages. */
async function saveMany(extension: Internals): Promise<void> {
  const { dialogs } = onlyProject(extension);
  const words = ['login', 'invoice', 'rounding', 'deploy', 'schema', 'cache', 'retry', '对账', '退款'];
  for (let batch = 0; batch < 10; batch++) {
    const pair = (n: number) => `${words[n % 9] ?? ''} ${words[(n * 7 + batch) % 9] ?? ''}`;
    const texts = Array.from(
      { length: 1_000 },
      (_, n) => `${pair(n)} about part ${n} ${'of it '.repeat(20)}`,
    );
    await dialogs.save(
      `dialog ${batch}`,
      texts.map((text) => said(text)),
    );
  }
}

/** Headings in brackets, results by their titles. */
const rows = ({ items }: SearchPick): string[] =>
  items.map(({ kind, label }) => (kind === QuickPickItemKind.Separator ? `[${label}]` : label));

/** Reports whether a row is a result, and not a note on the query. */
const isResult = (row: SearchPick['active']): boolean => row?.choice?.type === 'open';

const details = ({ items }: SearchPick): string[] => items.flatMap(({ detail }) => detail ?? []);

describe('searching in the editor', () => {
  it('restores the previous dialog when the list is cancelled, and keeps an accepted one', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save('read', [said('something else')]);
      await dialogs.save('first', [said('the invoice')]);
      await dialogs.save('second', [said('an invoice is paid')]);
      const { panes } = extension.services;
      const shown = (): readonly string[] => panes.all.map(({ target }) => target.dialog);
      const browse = (isPreviewed: () => boolean, end?: (pick: SearchPick) => Promise<unknown>) =>
        withPick(extension, 'invoice source:dialogs', async (pick) => {
          await eventually('a preview', async () => {
            // It opens for a result where the selection rests, other than the first, which is selected by itself.
            const [first] = pick.items.filter(isResult);
            if (!isResult(pick.active) || pick.active === first)
              await commands.executeCommand('quickInput.next');
            return isPreviewed();
          });
          await end?.(pick);
        });
      const previewed = (): boolean => ['first', 'second'].includes(shown().join());
      await browse(previewed);
      await eventually('the pane is closed', () => shown().length === 0);

      await commands.executeCommand('historyStore.openDialog', { folder: workspaceRoot(), dialog: 'read' });
      await browse(previewed);
      await eventually('the dialog is back', () => shown().join() === 'read');
      // The editor says later that a row was accepted, which ends the list.
      const accept = (pick: SearchPick) =>
        eventually('the row is accepted', async () => {
          await commands.executeCommand(isResult(pick.active) ? 'quickInput.accept' : 'quickInput.next');
          return Reflect.get(pick, 'disposed') === true;
        });
      await browse(previewed, accept);
      assert.ok(previewed(), shown().join());
    });
  });

  it('groups results by source and marks the matches', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, contexts } = onlyProject(extension);
      await dialogs.save('shop', [said('The invoices are rounded once'), said('nothing of that')]);
      await contexts.startNew('shop', { title: 'next' });
      await dialogs.save('other', [said('rounding of an invoice, $(trash) it')]);
      await withPick(extension, 'invoice rounding', (pick) => {
        assert.deepEqual(rows(pick).slice(0, 2), ['[Dialogs]', 'other']);
        assert.ok(details(pick).includes('The ‹invoices› are ‹rounded› once'));
        assert.ok(details(pick).some((text) => text.includes('‹rounding› of an ‹invoice›, \\$(trash) it')));
        return Promise.resolve();
      });
      await withPick(extension, 'invoices source:contexts', (pick) => {
        assert.ok(rows(pick).every((row) => row !== '[Dialogs]'));
        return Promise.resolve();
      });
    });
  });

  it('lists results related only in meaning last and counts them separately', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, memories } = onlyProject(extension);
      await dialogs.save('gateway', [said('The OAuth token of the tenant expired again')]);
      await memories.store({ content: 'The login page is blue', type: 'decision' });
      await withPick(extension, 'login', (pick) => {
        const related = rows(pick).indexOf('[Related in meaning (≈)]');
        assert.deepEqual(rows(pick).slice(related + 1, -2), ['gateway']); // before the row that keeps all
        assert.equal(rows(pick)[0], '[Memories]');
        const found = pick.items.find(({ label }) => label === 'The login page is blue');
        assert.match(found?.description ?? '', /^Decision · /);
        assert.equal(pick.title, 'Search History: 1 found · ≈ 1 related');
        return Promise.resolve();
      });
    });
  });

  it('finds Chinese words', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save('对账', [said('我们决定用幂等键防止重复扣款'), said('今天天气很好')]);
      await withPick(extension, '重复扣款', (pick) => {
        assert.deepEqual(rows(pick).slice(0, 2), ['[Dialogs]', '对账']);
        assert.equal(details(pick)[0], '我们决定用幂等键防止重复扣款');
        return Promise.resolve();
      });
    });
  });

  it('explains in the list an empty history and an invalid filter', async () => {
    await withEmptyHistory(async (extension) => {
      await withPick(extension, 'x', (pick) => {
        assert.deepEqual(rows(pick), ['Nothing to search yet']);
        return Promise.resolve();
      });
      await onlyProject(extension).dialogs.save('shop', [said('hello')]);
      await withPick(extension, 'zebra', (pick) => {
        assert.deepEqual(rows(pick), ['Nothing found for zebra', 'Looked into: 1 dialog.']);
        return Promise.resolve();
      });
      await withPick(extension, 'on:2026-02-30', (pick) => {
        assert.deepEqual(rows(pick), ['Invalid search']);
        assert.match(details(pick)[0] ?? '', /on:2026-02-30/);
        return Promise.resolve();
      });
      await withPick(extension, '?', (pick) => {
        assert.ok(rows(pick).includes('"exact phrase"'));
        return Promise.resolve();
      });
    });
  });

  it('opens the message, turn or archive a reference names', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, contexts } = onlyProject(extension);
      const { panes, contextPanes } = extension.services;
      await dialogs.save('a b', [
        ...Array.from({ length: 300 }, (_, n) => said(`hay ${n}`, { ts: 1_000 + n })),
        said('needle', { id: 'm1', ts: 5_000 }),
        { role: 'assistant', text: 'done', ts: 6_000 },
      ]);
      const open = (reference: string) => commands.executeCommand('historyStore.openReference', reference);
      await open('history://dialogs/a%20b/m1');
      assert.deepEqual(
        panes.all.map(({ target }) => target.dialog),
        ['a b'],
      );
      const { archivedContextId = '' } = await contexts.startNew('a b', { title: 'next' });
      await commands.executeCommand('historyStore.openReference', {
        folder: workspaceRoot(),
        reference: `history://contexts/${archivedContextId}/5000`,
      });
      assert.deepEqual(
        contextPanes.all.map(({ target }) => target.contextId),
        [archivedContextId],
      );
      const stored = await onlyProject(extension).memories.store({ content: 'Deploys run on Tuesdays' });
      await open(`history://memories/note/${stored.memory.hash}`);
      assert.deepEqual(
        extension.services.memoryPanes.all.map(({ target }) => target.hash),
        [stored.memory.hash],
      );
    });
  });

  it('answers among 10,000 messages', () =>
    withEmptyHistory(async (extension) => {
      await saveMany(extension);
      for (const query of ['invoice', '退款 retry'])
        await withPick(extension, query, (pick) => {
          assert.ok(rows(pick).length >= 50);
          return Promise.resolve();
        });
    }));

  it('opens by command with a given query', async () => {
    await withEmptyHistory(async (extension) => {
      await onlyProject(extension).dialogs.save('shop', [said('a needle')]);
      const ended = commands.executeCommand('historyStore.search', { query: 'needle' });
      await ended;
      await eventually('the pane of the result', async () => {
        await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return extension.services.panes.all.some(({ target }) => target.dialog === 'shop');
      });
    });
  });

  it('adds marks only where the editor highlights nothing', () => {
    assert.equal(withMarks('The login fails', [[4, 9]], 'login'), 'The login fails');
    assert.equal(withMarks('The logins fail', [[4, 10]], 'login fails'), 'The ‹logins› fail');
    assert.equal(withMarks('a b', [], 'x'), 'a b');
  });
});
