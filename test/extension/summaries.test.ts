import assert from 'node:assert/strict';
import {
  CancellationTokenSource,
  commands,
  env,
  LanguageModelError,
  TabInputTextDiff,
  window,
  workspace,
  type CancellationToken,
  type Progress,
  type ProgressOptions,
} from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { onOneDay } from '../sameDay.ts';
import { fenced, modelNamed, withModels } from './model.ts';
import {
  acceptPicksOf,
  beginAgain,
  eventually,
  holds,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

const dialog = 'release plan';
const argument = () => ({ folder: workspaceRoot(), dialog });
const whole = { recentTurns: 1_000, includeSummary: true, includeMessages: true };
const secret = `ghp_${'a1B2'.repeat(9)}`;

function dialogsOf({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project.dialogs;
}

/** Twenty messages, a summary, and a secret that came there before secrets were masked. */
async function makeDialog(extension: Internals): Promise<void> {
  const dialogs = dialogsOf(extension);
  const entries = Array.from({ length: 20 }, (_, n) => ({
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: `message ${n + 1}`,
  }));
  await dialogs.save(dialog, [{ role: 'user', text: `The token is ${secret}` }, ...entries.slice(1)]);
  await dialogs.setSummary(
    dialog,
    { decisions: [{ id: 'd1', value: 'Ship in May' }], TODO: ['Call Ann'] },
    'replace',
  );
}

const right = {
  entries: [
    { section: 'decisions', text: 'Ship in June', messages: [3], replaces: ['E1'] },
    { section: 'facts', text: 'All was said', messages: [2, 5] },
  ],
  remove: [{ entry: 'E2', because: 'She was called.', messages: [4] }],
  essential: [2, 7],
};

const day = (): string => new Date().toISOString().slice(0, 10);
const summaryThen = () => ({
  decisions: [{ id: 'd1', value: 'Ship in June', date: day() }],
  TODO: [],
  facts: [{ value: 'All was said', date: day() }],
});

const compact = (): Promise<void> =>
  acceptPicksOf(commands.executeCommand('historyStore.compactDialog', argument()));

const diffs = () =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputTextDiff && input.modified.scheme === 'history-summary');

/** What the open comparison shows. */
async function shown(): Promise<{ before: string; after: string }> {
  const input = await eventually('a comparison is open', () => diffs()[0]?.input);
  assert.ok(input instanceof TabInputTextDiff);
  const [before, after] = await Promise.all(
    [input.original, input.modified].map(async (uri) => (await workspace.openTextDocument(uri)).getText()),
  );
  return { before: before ?? '', after: after ?? '' };
}

/** What notices say while something goes on, instead of showing them; a button is pressed by its label. */
async function withNotices(body: (notices: string[]) => Promise<void>, press = ''): Promise<void> {
  const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
  const before = names.map((name): unknown => Reflect.get(window, name));
  const notices: string[] = [];
  for (const name of names)
    Reflect.set(window, name, (text: string, ...labels: readonly string[]) => {
      notices.push([text, ...labels].join(' | '));
      return Promise.resolve(labels.find((label) => label === press));
    });
  try {
    await body(notices);
  } finally {
    names.forEach((name, n) => Reflect.set(window, name, before[n]));
  }
}

const noticeWith = (notices: readonly string[], text: RegExp): Promise<string> =>
  eventually(`a notice with ${String(text)}`, () => notices.find((notice) => text.test(notice)));

type Work = (progress: Progress<unknown>, token: CancellationToken) => Thenable<unknown>;

const withDialog = (body: (extension: Internals) => Promise<void>): Promise<void> =>
  withEmptyHistory(async (extension) => {
    await makeDialog(extension);
    await body(extension);
  });

describe('compacting a dialog with a model of the editor', () => {
  it('shows the proposal first, applies it in one step, and undoes it in one', () =>
    onOneDay(() =>
      withDialog(async (extension) => {
        const dialogs = dialogsOf(extension);
        const before = await dialogs.detail(dialog, whole);
        await withModels(
          [modelNamed('Ann'), modelNamed('Bob')],
          () => fenced(right),
          async (model) => {
            await withNotices(async (notices) => {
              await compact();
              assert.match(
                await noticeWith(notices, /^Compact /),
                /12 messages go to a backup, 8 messages stay\. \| Accept \| Discard$/,
              );
              const { before: left, after } = await shown();
              assert.match(left, /## Decisions\n\n- d1: Ship in May\n/);
              assert.match(after, new RegExp(`## Decisions\\n\\n- d1: Ship in June \\(${day()}\\)\\n`));
              assert.match(after, /## Messages \(8 messages\)\n\n- 2 · .* · Assistant: message 2\n- 7 · /);
              assert.deepEqual(await dialogs.detail(dialog, whole), before, 'nothing was written');
              assert.equal(JSON.stringify(model.asked).includes(secret), false, 'the secret was sent');
              await commands.executeCommand('historyStore.acceptSummary');
              assert.deepEqual(diffs(), []);
              const after2 = await dialogs.detail(dialog, whole);
              assert.deepEqual(after2.summary, summaryThen());
              const kept = [1, 6, 14, 15, 16, 17, 18, 19].map((n) => before.messages?.[n]);
              assert.deepEqual(after2.messages, kept);
            });
            // The model is remembered.
            await withNotices(async (notices) => {
              await commands.executeCommand('historyStore.compactDialog', argument());
              await noticeWith(notices, /nothing to compact|Compact /);
            });
          },
        );
        const [backup] = await dialogs.backups(dialog);
        assert.ok(backup);
        await dialogs.restoreBackup(dialog, backup.id);
        const back = await dialogs.detail(dialog, whole);
        assert.deepEqual([back.messages, back.summary], [before.messages, before.summary]);
      }),
    ));

  it('is undone from the notification, including what was saved since', () =>
    withDialog(async (extension) => {
      const dialogs = dialogsOf(extension);
      const before = await dialogs.detail(dialog, whole);
      await withModels(
        [modelNamed('Ann')],
        () => fenced(right),
        async () => {
          let undo = (): void => undefined;
          const show = window.showInformationMessage;
          Reflect.set(window, 'showInformationMessage', (_: string, ...labels: readonly string[]) =>
            labels.includes('Undo')
              ? new Promise((resolve) => (undo = () => resolve('Undo')))
              : Promise.resolve(undefined),
          );
          try {
            await compact();
            await commands.executeCommand('historyStore.acceptSummary');
          } finally {
            Reflect.set(window, 'showInformationMessage', show);
          }
          assert.equal((await dialogs.detail(dialog, whole)).messages?.length, 8);
          await dialogs.save(dialog, [{ role: 'user', text: 'later' }]);
          undo();
          const back = await eventually('everything is back', async () => {
            const now = await dialogs.detail(dialog, whole);
            return now.messages?.length === 21 ? now : undefined;
          });
          assert.deepEqual(back.messages?.slice(0, 20), before.messages);
          assert.deepEqual([back.messages?.[20]?.text, back.summary], ['later', before.summary]);
        },
      );
    }));

  it('asks once more after a malformed answer and shows the valid one', () =>
    withDialog(async () => {
      const answers = ['Here you are: {"entries"', fenced(right)];
      await withModels(
        [modelNamed('Ann')],
        () => answers.shift() ?? '',
        async (model) => {
          await withNotices(async () => {
            await compact();
            assert.match((await shown()).after, /Ship in June/);
            assert.deepEqual(
              model.asked.map(({ length }) => length),
              [1, 3],
            );
          });
        },
      );
    }));

  /** What is told where there is no proposal; the dialog stays as it is. */
  async function told(answer: () => string): Promise<string> {
    const found: string[] = [];
    await withDialog(async (extension) => {
      const before = await dialogsOf(extension).detail(dialog, whole);
      await withModels([modelNamed('Ann')], answer, () =>
        withNotices(async (notices) => {
          await compact();
          found.push(...notices);
        }),
      );
      assert.deepEqual(diffs(), []);
      assert.deepEqual(await dialogsOf(extension).detail(dialog, whole), before);
      assert.deepEqual(await dialogsOf(extension).backups(dialog), []);
    });
    assert.equal(found.length, 1, found.join('\n'));
    return found[0] ?? '';
  }

  it('stores nothing after two malformed answers', async () => {
    const wrong = { ...right, essential: [99] };
    assert.match(
      await told(() => fenced(wrong)),
      /“Ann” gave no usable summary, also when asked again: essential names the message 99; there are 1 to 20\. Nothing was changed\. \| Choose Another Model$/,
    );
  });

  it('reports the refusal of a model', async () => {
    assert.match(await told(() => 'Sorry, no.'), /gave no usable summary.*: Sorry, no\./);
    const blocked = (): string => {
      throw LanguageModelError.Blocked('off topic');
    };
    assert.match(await told(blocked), /“Ann” refused the request: off topic\. Nothing was changed/);
    const quota = (): string => {
      throw LanguageModelError.Blocked('You have exceeded your quota');
    };
    assert.match(await told(quota), /The quota of “Ann” is used up for now/);
    const permission = (): string => {
      throw LanguageModelError.NoPermissions('no');
    };
    assert.match(await told(permission), /History may not use “Ann”\. Allow it/);
    const missing = (): string => {
      throw LanguageModelError.NotFound('gone');
    };
    assert.match(await told(missing), /“Ann” is not there any more/);
    const broken = (): string => {
      throw new Error('connection reset');
    };
    assert.match(await told(broken), /“Ann” failed: .*connection reset/);
  });

  it('ends at once when cancelled, even if the model continues', () =>
    withDialog(async (extension) => {
      const before = await dialogsOf(extension).detail(dialog, whole);
      const never = () => new Promise<string>(() => undefined);
      const cancel = new CancellationTokenSource();
      const show = window.withProgress;
      // As its button does.
      Reflect.set(window, 'withProgress', (options: ProgressOptions, work: Work) =>
        show.call(window, options, (progress) => work(progress, cancel.token)),
      );
      await withModels([modelNamed('Ann')], never, async (model) => {
        await withNotices(async (notices) => {
          const ended = compact();
          await eventually('the model was asked', () => model.asked.length > 0);
          cancel.cancel();
          await ended;
          assert.deepEqual(notices, []);
        });
      }).finally(() => Reflect.set(window, 'withProgress', show));
      assert.deepEqual(diffs(), []);
      assert.deepEqual(await dialogsOf(extension).detail(dialog, whole), before);
    }));

  it('overwrites no messages that arrived meanwhile, but can keep them', () =>
    withDialog(async (extension) => {
      const dialogs = dialogsOf(extension);
      await withModels(
        [modelNamed('Ann')],
        () => fenced(right),
        async () => {
          await withNotices(async (notices) => {
            await compact();
            await dialogs.save(dialog, [{ role: 'user', text: 'meanwhile' }]);
            const before = await dialogs.detail(dialog, whole);
            await commands.executeCommand('historyStore.acceptSummary');
            const notice = await noticeWith(notices, /meanwhile/);
            assert.match(
              notice,
              /got 1 message meanwhile\. Nothing was written\. \| Keep Them and Accept \| Compact Again$/,
            );
            await holds(async () => assert.deepEqual(await dialogs.detail(dialog, whole), before));
          });
          await withNotices(async () => {
            await compact();
            await dialogs.save(dialog, [{ role: 'user', text: 'and then' }]);
            await commands.executeCommand('historyStore.acceptSummary');
            const texts = await eventually('it is compacted', async () => {
              const { messages = [] } = await dialogs.detail(dialog, whole);
              return messages.length < 20 && messages.map(({ text }) => text);
            });
            assert.deepEqual(texts.slice(-2), ['meanwhile', 'and then']);
          }, 'Keep Them and Accept');
        },
      );
    }));

  it('writes nothing when the summary was changed meanwhile', () =>
    withDialog(async (extension) => {
      const dialogs = dialogsOf(extension);
      await withModels(
        [modelNamed('Ann')],
        () => fenced(right),
        () =>
          withNotices(async (notices) => {
            await compact();
            await dialogs.setSummary(dialog, { facts: ['newer'] }, 'merge');
            const before = await dialogs.detail(dialog, whole);
            await commands.executeCommand('historyStore.acceptSummary');
            assert.match(await noticeWith(notices, /was changed meanwhile/), /Compact Again$/);
            assert.deepEqual(await dialogs.detail(dialog, whole), before);
          }),
      );
    }));

  it('is discarded by its command or by closing the comparison', () =>
    withDialog(async (extension) => {
      const dialogs = dialogsOf(extension);
      const before = await dialogs.detail(dialog, whole);
      const discarded = async (close: string, notices: string[]): Promise<void> => {
        await compact();
        await shown();
        const { input } = diffs()[0] ?? {};
        assert.ok(input instanceof TabInputTextDiff);
        await commands.executeCommand(close);
        await eventually('the comparison is closed', () => diffs().length === 0);
        await commands.executeCommand('historyStore.acceptSummary', input.modified);
        await noticeWith(notices.splice(0), /was accepted or discarded before/);
        assert.deepEqual(await dialogs.detail(dialog, whole), before);
        // As after a reload.
        const other = input.modified.with({ path: '/other.md' });
        assert.match((await workspace.openTextDocument(other)).getText(), /^This proposal was not kept\./);
      };
      await withModels(
        [modelNamed('Ann')],
        () => fenced(right),
        () =>
          withNotices(async (notices) => {
            await discarded('historyStore.discardSummary', notices);
            await discarded('workbench.action.closeActiveEditor', notices);
          }),
      );
    }));

  it('explains the alternative without a model and copies the prompt', () =>
    withDialog(async () => {
      await withModels(
        [],
        () => '',
        () =>
          withNotices(async (notices) => {
            await compact();
            const notice = await noticeWith(notices, /no language model/);
            assert.match(
              notice,
              /Ask your agent to compact the dialog: its prompt \/compact.* \| Copy Prompt$/,
            );
            const copied = await eventually('the prompt is copied', async () => {
              const text = await env.clipboard.readText();
              return text.includes('/compact') && text;
            });
            assert.match(copied, /"release plan".*history_clear.*history_set_summary.*history_save/);
          }, 'Copy Prompt'),
      );
    }));
});

describe('summarizing a context with a model of the editor', () => {
  it('shows the proposal, stores it, and undoes it', () =>
    onOneDay(() =>
      withDialog(async (extension) => {
        const [project] = extension.services.projects.all;
        assert.ok(project);
        const { archivedContextId: contextId = '' } = await project.contexts.startNew(dialog, {
          title: 'next',
        });
        const summary = async () => (await project.contexts.get(contextId)).context.summary;
        const answer = { entries: right.entries.slice(1), remove: [] };
        const run = () =>
          acceptPicksOf(
            commands.executeCommand('historyStore.summarizeContext', { ...argument(), contextId }),
          );
        await withModels(
          [modelNamed('Ann')],
          () => fenced(answer),
          async () => {
            await withNotices(async () => {
              await run();
              assert.equal((await shown()).after, `**Facts**\n\n- All was said (${day()})`);
              assert.equal(await summary(), undefined);
              await commands.executeCommand('historyStore.acceptSummary');
              await eventually('it is stored, and taken back', async () => (await summary()) === '');
            }, 'Undo');
          },
        );
      }),
    ));
});

describe('summarizing a session with a model of the editor', () => {
  it('keeps the summary in the history, shows it in the pane, and overwrites no other one', () =>
    onOneDay(() =>
      withEmptyHistory(async (extension) => {
        const [project] = extension.services.projects.all;
        assert.ok(project);
        const { path, sessionId } = await project.sessions.record(undefined, [
          { type: 'user', content: `Is it green? The token is ${secret}` },
          { type: 'assistant', content: 'It is.' },
        ]);
        const session = { source: 'history', sessionId } as const;
        const answer = { entries: [{ section: 'facts', text: 'It is green', messages: [2] }], remove: [] };
        const target = { folder: workspaceRoot(), path };
        await withModels(
          [modelNamed('Ann')],
          () => fenced(answer),
          async (model) => {
            await withNotices(async () => {
              await acceptPicksOf(commands.executeCommand('historyStore.summarizeSession', target));
              assert.equal((await shown()).after, `**Facts**\n\n- It is green (${day()})`);
              assert.equal(JSON.stringify(model.asked).includes(secret), false, 'the secret was sent');
              assert.equal(await project.sessions.summary(session), undefined);
              await commands.executeCommand('historyStore.acceptSummary');
            });
            assert.deepEqual((await project.sessions.summary(session))?.summary, {
              facts: [{ value: 'It is green', date: day() }],
            });
            const { sessionPanes } = extension.services;
            const posted: unknown[] = [];
            await commands.executeCommand('historyStore.openSession', target);
            const pane = await eventually('the pane is open', () => sessionPanes.all[0]);
            pane.page.onDidPost((state) => posted.push(state.header.summary));
            await beginAgain(pane.page);
            await eventually('the pane shows it', () =>
              posted.some((text) => String(text).includes('It is green')),
            );
            await withNotices(async () => {
              await acceptPicksOf(commands.executeCommand('historyStore.summarizeSession', target));
              await project.sessions.setSummary(session, { facts: ['another'] });
              await commands.executeCommand('historyStore.acceptSummary');
              assert.deepEqual((await project.sessions.summary(session))?.summary, { facts: ['another'] });
            });
          },
        );
      }),
    ));
});
