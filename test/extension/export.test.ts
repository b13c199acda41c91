import assert from 'node:assert/strict';
import fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CancellationError,
  CancellationTokenSource,
  commands,
  extensions,
  Uri,
  window,
  type Memento,
} from 'vscode';
import { onOneDay } from '../sameDay.ts';
import { ExportPlace } from '../../src/extension/export/exportPlace.ts';
import { exportAll, exportTo } from '../../src/extension/export/exportDialogs.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { Message } from '../../src/history/dialogs/types.ts';
import { holds } from '../eventually.ts';
import { extensionId, withEmptyHistory } from './workspace.ts';

const extension = (): Uri => {
  const found = extensions.getExtension(extensionId);
  assert.ok(found);
  return found.extensionUri;
};

function onlyProject({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

const said = (text: string, ts?: number) => ({
  role: 'user' as const,
  text,
  ...(ts !== undefined && { ts }),
});

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'exported 导出 '));
  try {
    await body(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const formats = ['$(markdown) Markdown', '$(browser) HTML', '$(json) JSON'];

/** Answers the questions of a command by the place of what is picked, and by the folder; gives what was offered. */
async function answering(
  { folder, picks }: { readonly folder: string; readonly picks: readonly number[] },
  body: () => PromiseLike<unknown>,
): Promise<readonly string[][]> {
  const { showOpenDialog, showQuickPick } = window;
  const offered: string[][] = [];
  Reflect.set(window, 'showOpenDialog', () => Promise.resolve([Uri.file(folder)]));
  Reflect.set(window, 'showQuickPick', (items: readonly { label: string }[]) => {
    const picked = items[picks[offered.length] ?? -1];
    offered.push(items.map(({ label }) => label));
    return Promise.resolve(picked);
  });
  try {
    await body();
    return offered;
  } finally {
    Object.assign(window, { showOpenDialog, showQuickPick });
  }
}

describe('exporting dialogs', () => {
  it('writes a whole dialog as Markdown, as JSON and as a page', () =>
    withEmptyHistory((internals) =>
      withFolder(async (folder) => {
        const project = onlyProject(internals);
        const texts = Array.from({ length: 500 }, (_, index) => `text ${index} ${'·'.repeat(300)}`);
        await project.dialogs.save(
          'big',
          texts.map((text) => said(text)),
        );
        await project.dialogs.setSummary('big', { decisions: ['keep files'], other: 'x' }, 'replace');
        const read = async (format: 'md' | 'json' | 'html'): Promise<string> => {
          const file = join(folder, `big.${format}`);
          await exportTo(Uri.file(file), { project, dialog: 'big' }, { format, extension: extension() });
          return fs.readFileSync(file, 'utf8');
        };
        const parsed = JSON.parse(await read('json')) as { summary: unknown; messages: Message[] };
        assert.deepEqual(parsed.summary, { decisions: ['keep files'], other: 'x' });
        const stored: Message[] = [];
        for await (const run of project.dialogs.all('big')) stored.push(...run);
        assert.deepEqual(parsed.messages, stored);
        const head =
          /^# big\n\n## Summary\n\n### Decisions\n\n- keep files\n\n### other\n\n- x\n\n## Messages\n/;
        const [markdown, page] = [await read('md'), await read('html')];
        assert.match(markdown, head);
        for (const each of texts) {
          assert.ok(markdown.includes(`\n${each}\n`));
          assert.ok(page.includes(`<p>${each}</p>`));
        }
        assert.match(page, /<h3>Decisions<\/h3><ul><li>keep files<\/li><\/ul>/);
        assert.match(page, /--vscode-editor-background: ?#1f1f1f/);
      }),
    ));

  it('writes several dialogs of any name, with an index page', () =>
    withEmptyHistory((internals) =>
      withFolder(async (folder) => {
        const project = onlyProject(internals);
        const names = ['a/b', 'a:b', 'index', '中文 & "x"'];
        for (const name of names) await project.dialogs.save(name, [said(`in ${name}`)]);
        const messages: string[] = [];
        const targets = names.map((dialog) => ({ project, dialog }));
        const count = await exportAll(Uri.file(folder), targets, {
          format: 'html',
          extension: extension(),
          report: ({ message }) => messages.push(message),
        });
        assert.equal(count, 4);
        assert.deepEqual(messages, names);
        assert.deepEqual(
          fs.readdirSync(folder).sort(),
          ['a-b 2.html', 'a-b.html', 'index 2.html', 'index.html', '中文 & -x-.html'].sort(),
        );
        const index = fs.readFileSync(join(folder, 'index.html'), 'utf8');
        assert.match(index, /href="%E4%B8%AD%E6%96%87%20%26%20-x-\.html">中文 &amp; &quot;x&quot;</);
      }),
    ));

  it('suggests a folder that git ignores, then the last chosen one', () =>
    withFolder(async (folder) => {
      const kept = new Map<string, unknown>();
      const memory: Pick<Memento, 'get' | 'update'> = {
        get: (key: string) => kept.get(key),
        update: (key, value) => Promise.resolve(void kept.set(key, value)),
      };
      const place = new ExportPlace(memory);
      const { showOpenDialog, showSaveDialog } = window;
      const proposed: (string | undefined)[] = [];
      const answer =
        (uri: Uri | readonly Uri[]) =>
        ({ defaultUri }: { readonly defaultUri?: Uri }) => {
          proposed.push(defaultUri?.fsPath);
          return Promise.resolve(uri);
        };
      Reflect.set(window, 'showSaveDialog', answer(Uri.file(join(folder, 'a.md'))));
      Reflect.set(window, 'showOpenDialog', answer([Uri.file(folder)]));
      try {
        await place.file('shop.md', {});
        await place.folder({});
      } finally {
        Object.assign(window, { showOpenDialog, showSaveDialog });
      }
      assert.deepEqual(proposed, [join(homedir(), 'shop.md'), folder]);
    }));

  it('leaves nothing behind when cancelled', () =>
    withEmptyHistory((internals) =>
      withFolder(async (parent) => {
        const project = onlyProject(internals);
        for (const name of ['a', 'b', 'c']) await project.dialogs.save(name, [said('x')]);
        const folder = join(parent, 'new');
        fs.mkdirSync(folder);
        const cancel = new CancellationTokenSource();
        const targets = ['a', 'b', 'c'].map((dialog) => ({ project, dialog }));
        const options = { format: 'md' as const, extension: extension(), token: cancel.token };
        const report = ({ message }: { message: string }): void => {
          if (message === 'b') cancel.cancel();
        };
        await assert.rejects(exportAll(Uri.file(folder), targets, { ...options, report }), CancellationError);
        assert.deepEqual(fs.readdirSync(parent), []);
      }),
    ));

  it('writes a group of the view including hidden dialogs, asking only for format and location', () =>
    onOneDay(() =>
      withEmptyHistory((internals) =>
        withFolder(async (folder) => {
          const { dialogs } = onlyProject(internals);
          for (let n = 0; n < 30; n++) await dialogs.save(`d${n}`, [said('just now')]);
          for (const name of ['d3', 'd7', 'd9']) await dialogs.setLabels(name, { archived: true });
          const { tree } = internals.services.view;
          const exported = async (label: string): Promise<readonly string[]> => {
            const rows = await tree.getChildren();
            const labels = await Promise.all(rows.map(async (row) => (await tree.getTreeItem(row)).label));
            const row = rows[labels.indexOf(label)];
            assert.ok(row, label);
            const offered = await answering({ folder, picks: [1] }, () =>
              commands.executeCommand('historyStore.exportFolder', row, [row]),
            );
            assert.deepEqual(offered, [formats]);
            const [made = ''] = fs.readdirSync(folder);
            const files = fs.readdirSync(join(folder, made));
            fs.rmSync(join(folder, made), { recursive: true });
            return files.toSorted();
          };
          await holds(async () =>
            assert.deepEqual(await exported('Hidden'), ['d3.html', 'd7.html', 'd9.html', 'index.html']),
          );
          const today = await exported('Today');
          assert.equal(today.length, 27 + 1);
          assert.ok(!today.includes('d3.html'));
        }),
      ),
    ));

  it('asks for period, format and location, and writes the messages of that period', () =>
    withEmptyHistory((internals) =>
      withFolder(async (folder) => {
        const project = onlyProject(internals);
        const day = 24 * 60 * 60 * 1_000;
        await project.dialogs.save('old', [said('long ago', Date.now() - 60 * day)]);
        await project.dialogs.save('new', [said('months ago', Date.now() - 100 * day), said('just now')]);
        const offered = await answering({ folder, picks: [1, 2] }, () =>
          commands.executeCommand('historyStore.exportAllDialogs'),
        );
        assert.equal(offered[0]?.length, 17);
        assert.match(offered[0].join(), /^All messages,Last 24 hours,Last 7 days,/);
        assert.deepEqual(offered[1], formats);
        const [made = ''] = fs.readdirSync(folder);
        assert.match(made, /^history \d{4}-\d\d-\d\d$/);
        assert.deepEqual(fs.readdirSync(join(folder, made)), ['new.json']);
        const text = fs.readFileSync(join(folder, made, 'new.json'), 'utf8');
        assert.match(text, /just now/);
        assert.doesNotMatch(text, /months ago/);
      }),
    ));
});
