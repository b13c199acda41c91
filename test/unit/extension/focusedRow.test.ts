import assert from 'node:assert/strict';
import { FocusedRow } from '../../../src/extension/base/rows.ts';

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
});
