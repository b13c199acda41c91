import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import {
  commands,
  MarkdownString,
  Position,
  QuickPickItemKind,
  Selection,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  type Hover,
  type QuickPick,
  type QuickPickItem,
  type TextEditor,
} from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { PickRow } from '../../src/extension/changes/rowsPick.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { claudeFolder, withSessions } from './sessionWorkspace.ts';
import { eventually, holds, workspaceRoot } from './workspace.ts';

const sessionId = 'a0c1e9f2-0000-4000-8000-000000000000';
const requests = ['Add two numbers.\n\nKeep it **short**.', 'Name them well $(trash)'];

/** A file that a session wrote upon one request and changed upon the next, and that a person wrote in as well. */
const [before, after] = [
  'export function add(a, b) {\n  return a + b;',
  'export function add(left, right) {\n  const sum = left + right;\n  return Number(sum.toFixed(2));',
];
const written = `${before}\n}\n\nexport const zero = add(0, 0);\n`;
const now = `// by hand\n${written.replace(before, after)}`;

/** Writes the file and its session, ends with what `body` does, and leaves nothing. */
function withFile(body: (file: Uri, extension: Internals) => Promise<void>): Promise<void> {
  const path = join(fs.realpathSync(workspaceRoot()), 'add.js');
  return withSessions(async (extension) => {
    fs.writeFileSync(path, now);
    writeEdits(path);
    try {
      // The editor may still have what an earlier test wrote there, and reads the file anew a moment later.
      await holds(async () => {
        const document = await workspace.openTextDocument(path);
        assert.equal(document.getText(), now);
      });
      await body(Uri.file(path), extension);
    } finally {
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await revert(path);
      await commands.executeCommand('workbench.action.closeAllEditors');
      fs.rmSync(path, { force: true });
    }
  });
}

/** Takes back what a test typed into a file: closing all editors would leave its text to the next test. */
async function revert(path: string): Promise<void> {
  const document = workspace.textDocuments.find(({ uri }) => uri.fsPath === path);
  if (!document?.isDirty) return;
  await window.showTextDocument(document);
  await commands.executeCommand('workbench.action.files.revert');
  assert.ok(!document.isDirty);
}

function writeEdits(file_path: string): void {
  const begun = Date.now() - 60_000;
  let seconds = 0;
  const line = () => ({
    sessionId,
    cwd: workspaceRoot(),
    timestamp: new Date(begun + 1_000 * seconds++).toISOString(),
  });
  const transcript = claude()
    .user(requests[0] ?? '', line())
    .use('m1', 'w1', 'Write', { file_path, content: written }, line())
    .result('w1', 'File created successfully', line())
    .user(requests[1] ?? '', line())
    .use('m2', 'e1', 'Edit', { file_path, old_string: before, new_string: after }, line())
    .result('e1', 'The file has been updated.', line());
  fs.writeFileSync(join(claudeFolder(), `${sessionId}.jsonl`), transcript.text());
}

const { createQuickPick } = window;

/** Runs a command that shows a list, and closes that after `use`. */
async function withList(
  run: () => Thenable<unknown>,
  use: (list: QuickPick<PickRow>) => Promise<void>,
): Promise<void> {
  let list: QuickPick<PickRow> | undefined;
  Reflect.set(window, 'createQuickPick', () => (list = createQuickPick<PickRow>()));
  try {
    const ended = run();
    const shown = await eventually('the list', () => list);
    await eventually('all sessions to be read', () => !shown.busy);
    try {
      await use(shown);
    } finally {
      shown.hide();
    }
    await ended;
  } finally {
    Reflect.set(window, 'createQuickPick', createQuickPick);
  }
}

const labels = ({ items }: QuickPick<QuickPickItem>): string[] =>
  items.map(({ kind, label }) => (kind === QuickPickItemKind.Separator ? `[${label}]` : label));

/** What is told instead of doing something. */
async function toldBy(run: () => Thenable<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const show = window.showInformationMessage;
  Reflect.set(window, 'showInformationMessage', (text: string) => {
    texts.push(text);
    return Promise.resolve(undefined);
  });
  try {
    await run();
    return texts;
  } finally {
    Reflect.set(window, 'showInformationMessage', show);
  }
}

async function open(file: Uri, line: number): Promise<TextEditor> {
  const editor = await window.showTextDocument(file);
  goTo(editor, line);
  return editor;
}

function goTo(editor: TextEditor, line: number): void {
  const { end } = editor.document.lineAt(line - 1).range;
  editor.selection = new Selection(end, end);
}

const [ofFile, ofLine] = ['historyStore.showFileHistory', 'historyStore.showLineHistory'];

describe('the history of a file and its lines', () => {
  it('lists requests newest first with the lines each wrote, and opens the session on Enter', () =>
    withFile(async (file) => {
      await withList(
        () => commands.executeCommand(ofFile, file),
        async (shown) => {
          assert.deepEqual(labels(shown), ['Name them well \\$(trash)', 'Add two numbers. Keep it short.']);
          const [second, first] = shown.items;
          assert.match(second?.detail ?? '', /^Claude Code · .* · lines 2–4 · Add two numbers/);
          assert.match(first?.detail ?? '', /^Claude Code · .* · lines? (?:5–)?7$/);
          await first?.buttons?.[0]?.run();
          await eventually('the diff', () =>
            window.tabGroups.activeTabGroup.activeTab?.label.startsWith('add.js: '),
          );
          second?.open?.();
          await eventually('its session', () =>
            window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label.startsWith('Add two')),
          );
        },
      );
    }));

  it('covers the current editor text, saved or not, and leaves out lines a person changed', () =>
    withFile(async (file) => {
      const editor = await open(file, 3);
      const rows = async (): Promise<string[]> => {
        let found: string[] = [];
        await withList(
          () => commands.executeCommand(ofLine),
          (shown) => Promise.resolve(void (found = labels(shown))),
        );
        return found;
      };
      assert.deepEqual(await rows(), ['Name them well \\$(trash)']);
      await editor.edit((edit) => edit.insert(new Position(0, 0), '// one\n// two\n'));
      goTo(editor, 6);
      assert.deepEqual(await rows(), ['Name them well \\$(trash)']);
      await editor.edit((edit) => edit.insert(new Position(5, 2), 'void '));
      assert.deepEqual(await rows(), ['No session wrote this line as it is now']);
      goTo(editor, 1);
      assert.deepEqual(await rows(), ['No session wrote this line as it is now']);
      await withList(
        () => commands.executeCommand(ofLine, { uri: file, lineNumber: 4 }),
        (shown) => {
          assert.deepEqual(labels(shown), ['Name them well \\$(trash)']);
          return Promise.resolve();
        },
      );
    }));

  it('explains what to do without a history', async () => {
    const untitled = await workspace.openTextDocument({ content: 'x' });
    await window.showTextDocument(untitled);
    assert.deepEqual(await toldBy(() => commands.executeCommand(ofLine)), [
      'Save this file first. Its history is found by its path.',
    ]);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.deepEqual(await toldBy(() => commands.executeCommand(ofFile)), ['Open a file first.']);
    const outside = Uri.file(join(workspaceRoot(), '..', 'outside.js'));
    assert.deepEqual(await toldBy(() => commands.executeCommand(ofFile, outside)), [
      '“outside.js” is in no folder of this window. Open its folder to see which sessions wrote it.',
    ]);
    await withSessions(() =>
      // The sessions of other tests are gone when they are listed anew.
      holds(() =>
        withList(
          () => commands.executeCommand(ofFile, Uri.file(join(workspaceRoot(), 'new.js'))),
          (shown) => {
            const found = labels(shown);
            assert.deepEqual(found, ['No agent sessions found for this folder']);
            return Promise.resolve();
          },
        ),
      ),
    );
  });
});

/** Counts who listens to an event of the window from now on. */
function listeners(name: 'onDidChangeTextEditorSelection' | 'onDidChangeActiveTextEditor') {
  const event = window[name];
  const counted = { now: 0, end: () => Reflect.set(window, name, event) };
  Reflect.set(window, name, (...args: unknown[]) => {
    counted.now++;
    const listener = Reflect.apply(event, window, args) as { dispose(): void };
    return {
      dispose: () => {
        counted.now--;
        listener.dispose();
      },
    };
  });
  return counted;
}

const setNote = (on: boolean | undefined): Thenable<void> =>
  workspace.getConfiguration('historyStore').update('lineHistory', on);

/** The hover at the end of a line, which is there where the note is. */
async function hoverAt({ document }: TextEditor, line: number): Promise<string> {
  const { end } = document.lineAt(line - 1).range;
  const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, end);
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof MarkdownString ? content.value : ''))
    .join('\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\\', '');
}

/** The same, once it is there. Moves about in the line each second: a session that was written this moment is looked for with a move. */
function noteAt(editor: TextEditor, line: number): Promise<string> {
  let looks = 0;
  return eventually(`the note of line ${line}`, async () => {
    if (++looks % 40 === 0) editor.selection = new Selection(line, (looks / 40) % 2, line, (looks / 40) % 2);
    return (await hoverAt(editor, line)) || undefined;
  });
}

describe('the annotation of the current line', () => {
  it('listens only while turned on and follows the current state of the line at the cursor', () =>
    withFile(async (file) => {
      const selection = listeners('onDidChangeTextEditorSelection');
      try {
        const editor = await open(file, 3);
        assert.equal(await hoverAt(editor, 3), '');
        assert.equal(selection.now, 0);
        await setNote(true);
        const text = await noteAt(editor, 3);
        assert.equal(selection.now, 1);
        assert.match(
          text,
          /Claude Code.*Name them well \$\(trash\).*command:historyStore\.openReference.*command:historyStore\.showChange.*command:historyStore\.toggleLineHistory/s,
        );
        assert.equal(await hoverAt(editor, 2), '', 'the cursor is elsewhere');
        goTo(editor, 7);
        await holds(async () =>
          assert.match(await hoverAt(editor, 7), /Add two numbers\.\s+Keep it \*\*short\*\*\./),
        );
        goTo(editor, 1);
        assert.equal(await hoverAt(editor, 1), '', 'a person wrote it');
        await editor.edit((edit) => edit.insert(new Position(3, 2), 'void '));
        goTo(editor, 4);
        assert.equal(await hoverAt(editor, 4), '', 'what is known is of another text');
        goTo(editor, 2);
        await noteAt(editor, 2);
        goTo(editor, 4);
        assert.equal(await hoverAt(editor, 4), '', 'a person changed it');
        await commands.executeCommand('historyStore.toggleLineHistory');
        await eventually('nobody to listen', () => selection.now === 0);
        assert.equal(await hoverAt(editor, 2), '');
      } finally {
        selection.end();
        await setNote(undefined);
      }
    }));

  it('does not query the history again while the cursor moves within an unchanged text', () =>
    withFile(async (file, { services }) => {
      const editor = await open(file, 3);
      const [project] = services.projects.all;
      assert.ok(project);
      const { changes } = project;
      const asked: string[] = [];
      const lines: typeof changes.lines = (...args) => {
        asked.push(args[1]);
        return changes.lines(...args);
      };
      const real = Date.now;
      await setNote(true);
      try {
        await noteAt(editor, 3);
        const time = real();
        Date.now = () => time; // what is known stays fresh
        Object.defineProperty(project, 'changes', {
          value: { ...changes, lines },
          configurable: true,
        });
        for (let n = 0; n < 20; n++) {
          goTo(editor, 2 + (n % 3)); // a person wrote line 1
          await noteAt(editor, 2 + (n % 3));
        }
        assert.deepEqual(asked, []);
      } finally {
        Date.now = real;
        Reflect.deleteProperty(project, 'changes');
        await setNote(undefined);
      }
    }));
});

describe('changes made by agents', () => {
  it('are listed by day, with a diff of each file and of all files', () =>
    withFile(async (file) => {
      const other = file.fsPath.replace('add.js', 'gone.js');
      const path = join(claudeFolder(), 'b0c1e9f2-0000-4000-8000-000000000000.jsonl');
      const line = {
        sessionId: 'b0c1e9f2-0000-4000-8000-000000000000',
        cwd: workspaceRoot(),
        timestamp: new Date(Date.now() - 86_400_000).toISOString(),
      };
      const transcript = claude()
        .user('Make a file', line)
        .use('m1', 'w1', 'Write', { file_path: other, content: 'gone\n' }, line)
        .result('w1', 'File created successfully', line);
      fs.writeFileSync(path, transcript.text());
      const rows: PickRow[] = [];
      const run = (): Thenable<unknown> => commands.executeCommand('historyStore.showChangedFiles');
      await withList(run, (shown) => {
        rows.push(...shown.items);
        return Promise.resolve();
      });
      const names = rows.map(({ kind, label }) => (kind === QuickPickItemKind.Separator ? '—' : label));
      assert.deepEqual(names, ['—', 'add.js', '—', 'gone.js']);
      const [, added, , gone] = rows;
      assert.match(added?.description ?? '', /^Claude Code · \+\d+ −\d+$/);

      await added?.open?.();
      const sides = await eventually('the diff', () => diffOf('add.js: '));
      assert.equal(
        sides.modified.toString(),
        file.toString(),
        'the file itself, as each change can be taken back',
      );
      const before = await workspace.openTextDocument(sides.original);
      assert.equal(before.getText(), '// by hand\n');

      await gone?.open?.();
      const past = await eventually('the diff of the removed file', () => diffOf('gone.js: '));
      assert.equal((await workspace.openTextDocument(past.modified)).getText(), 'gone');
    }));
});

/** The sides of the diff that the active tab shows, if its title begins so. */
function diffOf(title: string): TabInputTextDiff | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  return tab?.label.startsWith(title) && tab.input instanceof TabInputTextDiff ? tab.input : undefined;
}
