import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { FocusedRow, type KeyTree } from '../../../src/extension/base/focusedRow.ts';
import { pressedRows } from '../../../src/extension/base/rows.ts';

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

const a = { id: 'a' };

/** A tree as the editor tells of it: it reports only rows that it knows, and knows none while it is drawn anew. */
class Tree {
  readonly row: FocusedRow<typeof a>;
  focus: string;
  told = 0;
  turns = 0;
  /** Called each time the row of a key is looked for again. */
  onRead: () => void = () => undefined;
  #time = 0;
  #selected: readonly string[] = [];
  #known: readonly string[] = [];

  constructor(focus: string) {
    this.focus = focus;
    const tree: KeyTree<typeof a> = {
      selection: () => this.#reported(),
      read: () => {
        this.turns++;
        this.#time += 30;
        this.onRead();
        return Promise.resolve();
      },
      toggleTwice: () => {
        this.toggleTwice();
        return Promise.resolve();
      },
      sayAgain: () => this.told++,
      now: () => this.#time,
    };
    this.row = new FocusedRow(tree);
  }

  /** Draws the tree anew: its rows are forgotten, and then these are known. */
  draw(...ids: readonly string[]): void {
    this.#known = [];
    for (const id of ids) if (id !== '') this.row.drew();
    this.#known = ids;
    this.row.known();
  }

  /** Begins to draw the tree anew. */
  forget(): void {
    this.#known = [];
  }

  select(...ids: readonly string[]): void {
    this.#selected = ids;
    this.row.selected(this.#reported());
  }

  toggleTwice(): void {
    const before = this.#selected;
    const isSelected = before.includes(this.focus);
    this.select(...(isSelected ? before.filter((id) => id !== this.focus) : [...before, this.focus]));
    this.select(...before);
  }

  async press(isSoon = false): Promise<readonly string[]> {
    this.toggleTwice();
    return this.found(isSoon);
  }

  async found(isSoon = false): Promise<readonly string[]> {
    return (await this.row.pressed(isSoon)).map(({ id }) => id);
  }

  #reported(): (typeof a)[] {
    return this.#selected.filter((id) => this.#known.includes(id)).map((id) => ({ id }));
  }
}

describe('the row a key was pressed on', () => {
  it('is the one that joined the selection or left it, with the others where it was selected', async () => {
    const tree = new Tree('b');
    tree.draw('a', 'b', 'c');
    tree.select('a');
    assert.deepEqual(await tree.press(), ['b']);
    tree.select('a', 'c');
    tree.focus = 'a';
    assert.deepEqual(await tree.press(), ['a', 'c']);
    assert.deepEqual([tree.turns, tree.told], [0, 0]);
  });

  it('is found at once where rows were selected before the tree knew them', async () => {
    const tree = new Tree('b');
    tree.select('a', 'c');
    tree.draw('a', 'b', 'c');
    assert.deepEqual(await tree.press(true), ['b']);
    tree.forget();
    tree.select('b', 'c');
    tree.draw('a', 'b', 'c');
    tree.focus = 'c';
    assert.deepEqual(await tree.press(true), ['c', 'b']);
    assert.deepEqual([tree.turns, tree.told], [0, 0]);
  });

  it('is not found without the others that are selected while these are not drawn again', async () => {
    const tree = new Tree('a');
    tree.draw('a', 'b');
    tree.select('b', 'a');
    tree.draw('a');
    tree.onRead = () => tree.draw('a', 'b');
    assert.deepEqual(await tree.press(), ['a', 'b']);
    assert.deepEqual([tree.turns, tree.told], [1, 0]);
  });

  it('is found after the tree was drawn, where the key came before', async () => {
    const tree = new Tree('b');
    tree.select('a');
    tree.onRead = () => tree.draw('a', 'b');
    assert.deepEqual(await tree.press(true), ['b']);
    assert.deepEqual([tree.turns, tree.told], [1, 0]);
  });

  it('does not count for a key that deletes where it was found late, and the person is told', async () => {
    const tree = new Tree('b');
    tree.select('a');
    tree.onRead = () => tree.turns === 4 && tree.draw('a', 'b');
    assert.deepEqual(await tree.press(true), []);
    assert.deepEqual([tree.turns, tree.told], [4, 1]);
    assert.deepEqual(await tree.press(true), ['b'], 'pressed again');
    assert.equal(tree.told, 1);
  });

  it('is none where it is never found, and the person is told', async () => {
    const tree = new Tree('b');
    tree.select('a');
    assert.deepEqual(await tree.press(), []);
    assert.deepEqual([tree.turns, tree.told], [11, 1]);
  });

  it('is none where the selection was not turned for this key, or not back', async () => {
    const tree = new Tree('');
    tree.draw('a', 'b', 'c');
    assert.deepEqual(await tree.found(), []);
    for (const id of ['a', 'b', 'c']) tree.select(id);
    assert.deepEqual(await tree.found(), []);
  });

  it('is none where rows became known between turning and turning back, which looks like a row that left', async () => {
    const tree = new Tree('b');
    tree.select('a');
    tree.select('a', 'b');
    tree.draw('a', 'b');
    tree.select('a');
    tree.onRead = () => assert.equal(tree.turns, 1);
    assert.deepEqual(await tree.found(), ['b']);
    assert.equal(tree.turns, 1);
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
