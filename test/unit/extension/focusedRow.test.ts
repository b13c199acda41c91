import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { FocusedRow, pressedRows } from '../../../src/extension/base/rows.ts';

interface Key {
  readonly command: string;
  readonly when: string;
  readonly args: {
    readonly selection?: unknown;
    readonly view?: string;
    readonly commands: readonly (string | Key)[];
  };
}

const manifest = JSON.parse(fs.readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  contributes: { keybindings: Key[] };
};
const keys = manifest.contributes.keybindings;

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }));
assert.ok(a && b && c);

describe('the row a key was pressed on', () => {
  it('is the one that joined the selection or left it, with the others where it was selected', () => {
    const row = new FocusedRow<typeof a>();
    for (const selection of [[a], [a, b], [a]]) row.selected(selection);
    assert.deepEqual(row.pressed(), [b]);
    for (const selection of [[a, c], [c], [{ id: 'a' }, c]]) row.selected(selection);
    assert.deepEqual(row.pressed(), [a, c]);
  });

  it('is none where the selection was not turned for this key, or not back', () => {
    const row = new FocusedRow<typeof a>();
    assert.deepEqual(row.pressed(), []);
    for (const selection of [[a], [a, b], [a]]) row.selected(selection);
    row.pressed();
    assert.deepEqual(row.pressed(), []);
    for (const selection of [[a], [b], [c]]) row.selected(selection);
    assert.deepEqual(row.pressed(), []);
  });

  it('is none where rows became known between turning and turning back, which looks like a row that left', () => {
    const row = new FocusedRow<typeof a>();
    row.selected([a]);
    row.selected([]); // a and b, of which the tree knew none while it was drawn
    row.drew();
    row.selected([a]);
    assert.deepEqual(row.pressed(), []);
    for (const selection of [[a, b], [a]]) row.selected(selection);
    assert.deepEqual(row.pressed(), [b]);
  });
});

describe('the rows of a key', () => {
  const asked: unknown[] = [];
  const source = { pressed: (key: unknown) => Promise.resolve([asked.push(key)]) };

  it('are none in a tree without focus and selection, whatever was selected before', async () => {
    assert.deepEqual(await pressedRows(source, { selection: false }), []);
    assert.deepEqual(await pressedRows(source, undefined), []);
    assert.deepEqual(asked, []);
    assert.deepEqual(await pressedRows(source, { selection: 'soon' }), [1]);
  });

  it('count only where they are found soon, for keys that delete', () => {
    const found = keys.flatMap(({ command, args }) =>
      command === 'runCommands'
        ? args.commands.flatMap((each) => (typeof each === 'string' ? [] : each))
        : [],
    );
    const name = (command: string) => command.replace(/^.*[.]/, '');
    assert.deepEqual(
      found.map(({ command, args }) => [name(command), args.view, args.selection]),
      [
        ['setActiveDialog', undefined, true],
        ...['dialogs', 'sessions'].map((view) => ['rename', view, true]),
        ...['dialogs', 'memories', 'sessions'].map((view) => ['delete', view, 'soon']),
      ],
    );
    for (const { command, args } of found) {
      const plain = keys.filter((key) => key.command === command && key.args.view === args.view);
      assert.deepEqual(
        plain.map((key) => key.args.selection),
        [false],
        command,
      );
      const view = args.view ?? 'dialogs';
      for (const { when } of plain) assert.match(when, new RegExp(`focusedView == historyStore.${view} `));
    }
  });
});
