import assert from 'node:assert/strict';
import { paneNames } from '../../src/protocol/panes.ts';
import { allShowings } from './showings.ts';
import { viewNames } from './texts.ts';

describe('pictures of everything', () => {
  const names = allShowings().map(({ name }) => name);

  it('show every view and every kind of pane of the product', () => {
    assert.ok(viewNames().includes('dialogs') && paneNames.includes('dialog'));
    for (const view of viewNames()) assert.ok(names.includes(`view-${view}`), view);
    for (const pane of paneNames) assert.ok(names.includes(`pane-${pane}`), pane);
  });

  it('have a name each', () => {
    assert.equal(new Set(names).size, names.length);
  });
});
