import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commands,
  TabInputWebview,
  ThemeColor,
  ThemeIcon,
  window,
  workspace,
  type Memento,
  type TreeItem,
} from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { archiveSession } from '../../src/extension/sessions/archiveCommands.ts';
import { SessionKeeping } from '../../src/extension/sessions/sessionKeeping.ts';
import type { SessionNode, SessionTreeNode } from '../../src/extension/sessions/sessionNodes.ts';
import { trashArchive } from '../../src/history/archive/archiveTrash.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { contextOf } from '../../src/disk/context.ts';
import { onOneDay } from '../sameDay.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { acceptPicksOf, eventually, historyFolder, holds, pause, workspaceRoot } from './workspace.ts';
import { inIndex } from '../inIndex.ts';

const day = 24 * 60 * 60 * 1_000;

const children = ({ services }: Internals, node?: SessionTreeNode): Promise<SessionTreeNode[]> =>
  services.sessionView.tree.getChildren(node);

const item = ({ services }: Internals, node: SessionTreeNode): TreeItem =>
  services.sessionView.tree.getTreeItem(node);

async function lines(extension: Internals, node?: SessionTreeNode): Promise<string[]> {
  const items = (await children(extension, node)).map((child) => item(extension, child));
  return items.map(
    ({ label, description }) => `${typeof label === 'string' ? label : ''} | ${String(description)}`,
  );
}

/** Every session in the tree, where there are few. */
async function sessions(extension: Internals): Promise<SessionNode[]> {
  return (await children(extension)).filter((node) => node.kind === 'session');
}

/** The session in the tree, once it is there and is the only one. */
const onlySession = (extension: Internals): Promise<SessionNode> =>
  eventually('one session in the tree', async () => {
    const [node, ...others] = await sessions(extension);
    return others.length === 0 && node;
  });

function onlyProject({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

/** Titles of the Markdown previews that are open. */
const previews = (): string[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputWebview && input.viewType.includes('markdown.preview'))
    .map(({ label }) => label);

describe('sessions', () => {
  it('appear in the tree with their file, without creating a history', () =>
    onOneDay(async () =>
      withSessions(async (extension) => {
        await commands.executeCommand('historyStore.sessions.focus');
        await holds(async () => {
          assert.deepEqual(await children(extension), []);
        });
        const path = await eventually('the session', async () => {
          const written = writeSession('checkout'); // again, because the editor takes a while to begin watching
          await pause(500);
          return (await sessions(extension)).length === 1 && written;
        });
        assert.match((await lines(extension)).join(), /^Why is checkout slow\? \| (now|\dm)$/);
        const [node] = await sessions(extension);
        assert.ok(node);
        assert.equal(item(extension, node).label, 'Why is checkout slow?');
        assert.equal(item(extension, node).contextValue, 'session');
        const { tooltip } = await extension.services.sessionView.tree.resolveTreeItem(
          item(extension, node),
          node,
        );
        const text = typeof tooltip === 'object' ? tooltip.value : '';
        for (const fact of [
          'Claude',
          workspaceRoot().split('/').at(-1)?.slice(0, 7),
          'main',
          'checkout-0000',
        ])
          assert.ok(
            text
              .replaceAll('\\', '')
              .replaceAll('&nbsp;', ' ')
              .includes(fact ?? '-'),
            `${fact}: ${text}`,
          );

        fs.rmSync(path);
        await eventually('it is gone', async () => (await children(extension)).length === 0);
        assert.equal(fs.existsSync(historyFolder()), false);
      }),
    ));

  it('warn before their agent deletes them, until they are archived', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('old', { ageMs: 27.5 * day });
      writeSession('new');
      const shown = async () =>
        (await sessions(extension)).map((node) => {
          const { description, iconPath } = item(extension, node);
          const age = String(description).replace(/^\d+m$/, 'now'); // on a busy machine
          const icon = iconPath instanceof ThemeIcon ? iconPath : undefined;
          return [age, icon?.id, icon?.color instanceof ThemeColor];
        });
      await holds(async () => {
        assert.deepEqual(await shown(), [
          ['now', 'sparkle', false],
          ['27d · will be deleted in 2 days', 'sparkle', true],
        ]);
      });
      await commands.executeCommand('historyStore.archiveSession', { folder: workspaceRoot(), path });
      await holds(async () => {
        assert.deepEqual(await shown(), [
          ['now', 'sparkle', false],
          ['27d · kept', 'sparkle', false],
        ]);
      });
    });
  });

  it('are archived in parts that open as Markdown', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('cart');
      const argument = { folder: workspaceRoot(), path };
      await commands.executeCommand('historyStore.archiveSession', argument);
      writeSession('cart', { more: ['And now?'] });
      const node = await onlySession(extension);
      extension.services.sessionLists.refresh();
      await holds(async () => {
        const shown = await sessions(extension);
        assert.match(shown.map((each) => String(item(extension, each).description)).join(), /kept$/);
      });
      await commands.executeCommand('historyStore.archiveSession', node);
      await commands.executeCommand('historyStore.archiveSession', node); // nothing new
      const { archives } = await onlyProject(extension).archives.list();
      assert.deepEqual(
        archives.map(({ part, previous }) => [part, previous]),
        [
          [2, archives[1]?.name],
          [1, undefined],
        ],
      );
      const project = onlyProject(extension);
      const second = { folder: project.root, name: archives[0]?.name };
      await commands.executeCommand('historyStore.openArchiveMarkdown', second);
      await holds(() => {
        assert.match(previews().join(), /^[^,]*why-is-cart-slow[^,]*$/i);
      });
      await commands.executeCommand('historyStore.openArchiveSource', second);
      await holds(() => {
        assert.match(window.activeTextEditor?.document.getText() ?? '', /And now\?/);
      });
    });
  });

  it('return from the trash with their archives, also in place of existing ones', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('trash');
      const [project] = extension.services.projects.all;
      assert.ok(project);
      await commands.executeCommand('historyStore.archiveSession', { folder: workspaceRoot(), path });
      const listed = async () => (await project.archives.list()).archives;
      const [archive] = await eventually(
        'it is archived',
        async () => (await listed()).length > 0 && listed(),
      );
      assert.ok(archive);
      await trashArchive(contextOf(workspaceRoot(), {}), archive, []);
      const trash = await eventually('the trash', async () =>
        (await children(extension)).find((node) => node.kind === 'archiveTrash'),
      );
      assert.deepEqual(await lines(extension, trash), [`${archive.name} | now`]);
      const [row] = await children(extension, trash);
      await commands.executeCommand('historyStore.restoreArchive', row);
      assert.deepEqual(
        (await listed()).map(({ name }) => name),
        [archive.name],
      );
      const text = fs.readFileSync(archive.path, 'utf8');
      fs.rmSync(archive.path); // what was restored is the same file as that in the trash
      fs.writeFileSync(archive.path, `${text}\nchanged`);
      await commands.executeCommand('historyStore.restoreArchive', row);
      assert.doesNotMatch(fs.readFileSync(archive.path, 'utf8'), /changed/);
      await holds(async () =>
        assert.deepEqual(await lines(extension, trash), Array(2).fill(`${archive.name} | now`)),
      );
    });
  });

  it('are all kept until that is stopped, and failures are shown', async () => {
    await withSessions(async (extension) => {
      for (const name of ['one', 'two', 'three']) writeSession(name);
      const project = onlyProject(extension);
      const count = async () => (await project.archives.list()).archives.length;
      const shown = await eventually('the sessions', async () => {
        const nodes = await sessions(extension);
        return nodes.length === 3 && nodes;
      });
      const stop = new AbortController();
      const onEach = ({ done }: { readonly done: number }): void => {
        if (done === 1) stop.abort();
      };
      const { sessionKeeping } = extension.services;
      const { kept, left, failed } = await sessionKeeping.keepAll([project], stop.signal, onEach);
      assert.deepEqual([kept, left, failed], [1, 2, 0]);
      assert.equal(await count(), 1);

      await commands.executeCommand('historyStore.keepAllSessions');
      assert.equal(await count(), 3);
      await commands.executeCommand('historyStore.keepAllSessions');
      assert.equal(await count(), 3);

      const [first] = shown;
      assert.ok(first);
      fs.rmSync(first.info.path);
      await assert.rejects(archiveSession({ project, info: first.info }), { code: 'not_found' });
      await eventually('the failure in the tree', async () =>
        (await lines(extension)).some((line) => line.startsWith('Could not be kept | ')),
      );
    });
  });

  it('are kept automatically before their agent deletes them', async () => {
    await withSessions(async (extension) => {
      writeSession('old', { ageMs: 27.5 * day });
      writeSession('new');
      const { sessionKeeping } = extension.services;
      const settings = workspace.getConfiguration('historyStore');
      await sessionKeeping.keepDue({ every: 0 });
      assert.equal(fs.existsSync(historyFolder()), false); // these tests keep nothing by themselves
      await settings.update('keep', 'beforeDeletion');
      try {
        await sessionKeeping.keepDue({ every: 0 });
        const { archives } = await onlyProject(extension).archives.list();
        assert.deepEqual(
          archives.map(({ title, event }) => [title, event]),
          [['Why is old slow?', 'keep']],
        );
        await holds(async () => {
          const [, old] = await sessions(extension);
          assert.ok(old);
          const { accessibilityInformation, description } = item(extension, old);
          assert.equal(description, '27d · kept');
          assert.equal(accessibilityInformation?.label, 'Why is old slow?, 27 days ago, kept');
        });
      } finally {
        await settings.update('keep', undefined);
      }
    });
  });

  it('are kept when a window closes, and reaching the limit is reported once', async () => {
    await withSessions(async (extension) => {
      const { projects } = extension.services;
      const settings = workspace.getConfiguration('historyStore');
      const said: string[] = [];
      const own = window.showWarningMessage;
      Reflect.set(window, 'showWarningMessage', (text: string) => {
        said.push(text);
        return Promise.resolve(undefined);
      });
      const kept = new Map<string, unknown>();
      const memento = {
        keys: () => [...kept.keys()],
        get: (key: string) => kept.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
      } as Memento;
      await settings.update('keep', 'beforeDeletion');
      await settings.update('keepMaxMegabytes', 0);
      try {
        for (const [n, name] of ['one', 'two'].entries()) {
          writeSession(name, { ageMs: 27.5 * day });
          fs.rmSync(join(historyFolder(), '.index'), { recursive: true, force: true }); // no sweep was not long ago
          const closing = new SessionKeeping({ projects, log: silentLog, memento });
          await closing.close();
          closing.dispose();
          const { archives } = await onlyProject(extension).archives.list();
          assert.deepEqual([archives.length, archives[0]?.raw], [n + 1, undefined]);
        }
        assert.equal(said.length, 1);
        assert.match(
          said[0] ?? '',
          /^Kept sessions reached their limit of 0 MB\. .*`historyStore\.keepMaxMegabytes`/,
        );
      } finally {
        Reflect.set(window, 'showWarningMessage', own);
        await settings.update('keep', undefined);
        await settings.update('keepMaxMegabytes', undefined);
      }
    });
  });

  it('open as Markdown, including later messages when opened again', async () => {
    await withSessions(async (extension) => {
      writeSession('search');
      const node = await onlySession(extension);
      await commands.executeCommand('historyStore.openSessionMarkdown', node);
      await eventually('the preview', () => previews().length === 1);
      const text = (): string =>
        workspace.textDocuments
          .find(({ uri }) => uri.scheme === 'history-session' && uri.path.includes('search'))
          ?.getText() ?? '';
      const whole = /^# Why is search slow\?[^]*## User[^]*Why is search slow\?[^]*search waits\./;
      await eventually('the session', () => whole.test(text()));
      writeSession('search', { more: ['Is it the index?'] });
      await commands.executeCommand('historyStore.openSessionMarkdown', node);
      await eventually('what was said later', () => text().includes('Is it the index?'));
    });
  });

  it('show the shape of what is not understood as a document that is not saved, or say that all is', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('strange');
      const argument = { folder: workspaceRoot(), path };
      const own = window.showInformationMessage;
      const said: string[] = [];
      Reflect.set(window, 'showInformationMessage', (text: string) => Promise.resolve(void said.push(text)));
      try {
        await commands.executeCommand('historyStore.sampleSession', argument);
        assert.deepEqual(said, ['Every record of “Why is strange slow?” is understood.']);
      } finally {
        Reflect.set(window, 'showInformationMessage', own);
      }
      fs.appendFileSync(path, `${JSON.stringify({ type: 'falcon', falconOwner: 'Ann Smith' })}\n`);
      const place = { agent: 'claude', path, reason: 'unknown' } as const;
      const node = { kind: 'unreadPlace', id: path, project: onlyProject(extension), place } as const;
      assert.equal(item(extension, node).contextValue, 'unreadPlace form');
      for (const called of [argument, node]) {
        await commands.executeCommand('historyStore.sampleSession', called);
        const { document } = window.activeTextEditor ?? {};
        assert.deepEqual([document?.isUntitled, document?.languageId], [true, 'markdown']);
        assert.match(document?.getText() ?? '', /"type": "<text 6>",\n\s+"falconOwner": "<text 9>"/);
        assert.doesNotMatch(document?.getText() ?? '', /Ann|strange/);
        await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });
  });

  it('are imported into a dialog, and the second time only new messages', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('import');
      const argument = { folder: workspaceRoot(), path };
      const { dialogs } = onlyProject(extension);
      const importNow = () => acceptPicksOf(commands.executeCommand('historyStore.importSession', argument));
      const texts = async () =>
        (await dialogs.window('Why is import slow?', 0, 100)).messages.map(
          ({ role, text }) => `${role}: ${text}`,
        );
      const said = ['user: Why is import slow?', 'assistant: import waits.'];
      await importNow();
      assert.deepEqual(await texts(), said);
      await importNow();
      assert.deepEqual(await texts(), said);
      writeSession('import', { more: ['And after the fix?'] });
      await importNow();
      assert.deepEqual(await texts(), [...said, 'user: And after the fix?']);
      assert.deepEqual(
        (await dialogs.list()).map(({ name }) => name),
        ['Why is import slow?'],
      );
      const [question, answer] = (await dialogs.window('Why is import slow?', 0, 100)).messages;
      assert.equal(question?.meta?.agent, undefined); // the pane names authors after it
      assert.equal(answer?.meta?.agent, 'claude');
      assert.equal(answer.meta.model, 'claude-opus');
    });
  });

  it('are cached in an existing history, so that a list reads only what changed', async () => {
    await withSessions(async (extension) => {
      await onlyProject(extension).dialogs.create('a history');
      writeSession('cached');
      extension.services.sessionLists.refresh();
      await onlySession(extension);
      await holds(() => {
        const cache = fs.readFileSync(inIndex(historyFolder(), 'transcripts'), 'utf8');
        assert.match(cache, /Why is cached slow\?/);
      });
    });
  });

  it('are those of the window when a setting keeps the history elsewhere', async () => {
    await withSessions(async (extension) => {
      writeSession('here');
      const root = fs.mkdtempSync(join(tmpdir(), 'history-root-'));
      const settings = workspace.getConfiguration('historyStore');
      await settings.update('root', root);
      try {
        await eventually('the project of the setting', () => extension.services.projects.find(root));
        const node = await onlySession(extension);
        assert.equal(node.info.title, 'Why is here slow?');
        await commands.executeCommand('historyStore.archiveSession', node);
        assert.equal((await onlyProject(extension).archives.list()).archives.length, 1);
        assert.ok(fs.existsSync(join(root, '.chat-history', '.conversations')));
      } finally {
        await settings.update('root', undefined);
        await eventually('the project of the workspace', () =>
          extension.services.projects.find(workspaceRoot()),
        );
        fs.rmSync(join(workspaceRoot(), '.vscode'), { recursive: true, force: true });
        fs.rmSync(root, { recursive: true, force: true });
      }
    });
  });
});
