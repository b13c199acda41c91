import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commands, TabInputWebview, window, workspace } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { sharedUri } from '../../src/extension/shared/sharedDocuments.ts';
import type { Gone } from '../../src/protocol/paneMessages.ts';
import { systemClock } from '../../src/disk/base/context.ts';
import { Trash } from '../../src/disk/files/trash.ts';
import { openStore } from '../../src/store/store.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { beginAgain, eventually, historyFolder, workspaceRoot } from './workspace.ts';

const dialog = 'plan';
const outside = () => openStore(workspaceRoot(), { language: 'en' });
const named = (fields: object) => ({ folder: workspaceRoot(), ...fields });

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
    cwd: workspaceRoot(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Something that was made and can be deleted. */
interface Made {
  readonly open: readonly [command: string, argument: object];
  /** Its file. */
  readonly file: string;
  /** Deletes it as a person does here; absent where nobody can. */
  readonly here?: readonly [command: string, argument: object];
  /** Deletes it as another process does. */
  readonly elsewhere: () => Promise<unknown>;
}

interface Kind {
  readonly panes: 'contextPanes' | 'sessionPanes' | 'memoryPanes';
  /** Title of its tab. */
  readonly title: string;
  readonly make: () => Promise<Made>;
}

/** Keeps a session, whose transcript its agent may delete then. */
async function keep() {
  const path = writeSession('kept');
  await commands.executeCommand('historyStore.archiveSession', named({ path }));
  const archive = await eventually(
    'the kept copy',
    async () => (await outside().archives.list()).archives[0],
  );
  const elsewhere = async (): Promise<void> => {
    const about = { kind: 'archive', fields: { name: archive.name, raw: null } };
    const trash = new Trash(historyFolder(), systemClock);
    await trash.putFiles(about, { 'archive.md': archive.path }, dirname(archive.path));
    await fs.promises.rm(archive.path);
  };
  return { path, archive, elsewhere };
}

const kinds: Readonly<Record<string, Kind>> = {
  snapshot: {
    panes: 'contextPanes',
    title: 'Round once',
    make: async () => {
      const { dialogs, contexts } = outside();
      await dialogs.save(dialog, [{ role: 'user', text: 'Round once' }]);
      await dialogs.save(dialog, [{ role: 'assistant', text: 'Done' }]);
      await contexts.startNew(dialog, { title: 'Next' });
      const [info] = await contexts.list(dialog);
      assert.ok(info);
      const { contextId } = info;
      const argument = named({ dialog, contextId });
      return {
        open: ['historyStore.openContext', argument],
        file: join(historyFolder(), dialog, 'contexts/archive', `${contextId}.json`),
        here: ['historyStore.deleteContext', argument],
        elsewhere: () => outside().contexts.remove(contextId),
      };
    },
  },
  memory: {
    panes: 'memoryPanes',
    title: 'Round once',
    make: async () => {
      const { memories } = outside();
      const { hash } = (await memories.store({ content: 'Round once' })).memory;
      return {
        open: ['historyStore.openMemory', named({ hash })],
        file: memories.file,
        here: ['historyStore.forgetMemory', named({ hash })],
        elsewhere: () => outside().memories.remove(hash),
      };
    },
  },
  recording: {
    panes: 'sessionPanes',
    title: 'Round once',
    make: async () => {
      const { path } = await outside().sessions.record(undefined, [{ type: 'user', content: 'Round once' }]);
      return {
        open: ['historyStore.openSession', named({ path })],
        file: path,
        here: ['historyStore.deleteRecording', named({ path })],
        elsewhere: () => outside().sessions.remove({ source: 'history', path }),
      };
    },
  },
  'kept copy of a session': {
    panes: 'sessionPanes',
    title: 'Why is kept slow?',
    make: async () => {
      const { archive, elsewhere } = await keep();
      return {
        open: ['historyStore.openArchive', named({ name: archive.name })],
        file: archive.path,
        elsewhere,
      };
    },
  },
  'session of which only the kept copy is left': {
    panes: 'sessionPanes',
    title: 'Why is kept slow?',
    make: async () => {
      const { path, archive, elsewhere } = await keep();
      fs.rmSync(path);
      return {
        open: ['historyStore.openSession', named({ path: archive.path })],
        file: archive.path,
        elsewhere,
      };
    },
  },
};

/** How it is deleted, what its pane says then, and what brings it back. */
type Way = (made: Made) => Promise<{ readonly gone: Gone; readonly back?: () => unknown }>;

const ways: Readonly<Record<string, Way>> = {
  here: ({ here }) => {
    assert.ok(here);
    void commands.executeCommand(...here); // it ends with its notice
    return Promise.resolve({ gone: 'trashed' });
  },
  'in another window': async ({ elsewhere }) => {
    await elsewhere();
    return { gone: 'trashed' };
  },
  'by hand': async ({ file }) => {
    const aside = join(workspaceRoot(), basename(file));
    await fs.promises.rename(file, aside);
    return { gone: 'missing', back: () => fs.promises.rename(aside, file) };
  },
  'by git': async ({ file }) => {
    git('init', '--quiet', '--initial-branch=main');
    git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
    git('checkout', '--quiet', '-b', 'with');
    git('add', '--force', file);
    git('commit', '--quiet', '--message', 'Keep');
    git('checkout', '--quiet', 'main');
    assert.equal(fs.existsSync(file), false);
    return Promise.resolve({ gone: 'missing', back: () => git('checkout', '--quiet', 'with') });
  },
};

interface Shown {
  readonly type: string;
  readonly gone?: Gone;
  readonly editable?: boolean;
  readonly header?: { readonly editable: boolean; readonly reading?: boolean };
}

const tabs = (): readonly string[] =>
  window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof TabInputWebview)
    .map(({ label }) => label);

/** Opens it, and gives what waits for its last state. */
async function opened({ services }: Internals, panes: Kind['panes'], [command, argument]: Made['open']) {
  await commands.executeCommand(command, argument);
  const pane = await eventually('the pane', () => services[panes].all[0]);
  let last: Shown | undefined;
  pane.page.onDidPost((content: Shown) => (last = content));
  await beginAgain(pane.page);
  const state = (what: string, wanted: (state: Shown) => boolean): Promise<Shown> =>
    eventually(what, () => (last?.type === 'state' && wanted(last) ? last : undefined));
  await state('its content', ({ gone, header }) => gone === undefined && header?.reading !== true);
  return { pane, state };
}

const isEditable = ({ editable, header }: Shown): boolean | undefined => editable ?? header?.editable;

const withoutRepository = (body: (extension: Internals) => Promise<void>): Promise<void> =>
  withSessions(async (extension) => {
    try {
      await body(extension);
    } finally {
      fs.rmSync(join(workspaceRoot(), '.git'), { recursive: true, force: true });
    }
  });

describe('a pane of a deleted item', () => {
  for (const [name, { panes, title, make }] of Object.entries(kinds))
    for (const [where, remove] of Object.entries(ways)) {
      if (where === 'here' && panes === 'sessionPanes' && name !== 'recording') continue; // nobody can
      it(`reports the deletion: a ${name}, ${where}`, () =>
        withoutRepository(async (extension) => {
          const made = await make();
          const { pane, state } = await opened(extension, panes, made.open);
          const { gone, back } = await remove(made);
          const left = await state('that it is gone', (each) => each.gone === gone);
          assert.equal(isEditable(left), false);
          await eventually('its title', () => tabs().join() === `${title} (deleted)`);
          if (back) await back();
          else pane.page.receive({ type: 'restore' });
          const again = await state('that it is back', (each) => each.gone === undefined);
          assert.equal(isEditable(again), true);
          await eventually('its title', () => tabs().join() === title);
        }));
    }
});

describe('a pane opened after its item was deleted', () => {
  it('reports the deletion and restores the item', () =>
    withoutRepository(async ({ services }) => {
      const { memories } = outside();
      const { hash } = (await memories.store({ content: 'Round once' })).memory;
      await memories.remove(hash);
      const [project] = services.projects.all;
      assert.ok(project);
      services.memoryPanes.open({ project, hash });
      const [pane] = services.memoryPanes.all;
      assert.ok(pane);
      let last: Shown | undefined;
      pane.page.onDidPost((content) => (last = content));
      await beginAgain(pane.page);
      await eventually('that it is in the trash', () => last?.type === 'failure' && last.gone === 'trashed');
      await eventually('its title', () => tabs().join() === 'Memory (deleted)');
      pane.page.receive({ type: 'restore' });
      await eventually('that it is back', () => last?.type === 'state' && last.gone === undefined);
    }));
});

describe('a document of a shared item', () => {
  const share = async () => {
    const { item } = await outside().shared.share({ kind: 'note', title: 'Rounding', text: 'Round once.' });
    return {
      item,
      open: ['', {}] as const,
      file: join(historyFolder(), 'shared', item.file),
      elsewhere: () => outside().shared.unshare(item.id),
    };
  };

  for (const [where, remove] of Object.entries(ways)) {
    if (where === 'here') continue; // as in another window, since both go through the store
    it(`reports that the item was deleted ${where} and keeps showing what was read`, () =>
      withoutRepository(async ({ services }) => {
        const made = await share();
        const [project] = services.projects.all;
        assert.ok(project);
        const uri = sharedUri(project, made.item);
        const document = await workspace.openTextDocument(uri);
        await window.showTextDocument(document);
        assert.match(document.getText(), /^# Rounding\n\n\*/);
        const { gone, back } = await remove(made);
        const text = await eventually('that it is gone', () => {
          const now = document.getText();
          return now.includes('~~Rounding~~') && now;
        });
        assert.match(text, gone === 'trashed' ? /\n> No longer shared\./ : /\n> Not found\./);
        assert.match(text, /Round once\./);
        if (back) await back();
        else {
          const [withdrawn] = await outside().shared.withdrawn();
          assert.ok(withdrawn);
          await outside().shared.restore(withdrawn.id);
        }
        await eventually('that it is back', () => document.getText().startsWith('# Rounding\n'));
      }));
  }
});
