import assert from 'node:assert/strict';
import { fileName, fileNames } from '../../../src/extension/export/fileNames.ts';

describe('the names of exported files', () => {
  const names = {
    'a/b: "c"?': 'a-b- -c--',
    ' plan. ': 'plan',
    '...': 'dialog',
    con: 'con-', // Windows takes these for devices
    'Aux.md': 'Aux-.md',
    console: 'console',
  };
  for (const [dialog, name] of Object.entries(names))
    it(`are ${name} for ${dialog}`, () => assert.equal(fileName(dialog), name));

  it('differ, also where capitals do not count, and are not index', () =>
    assert.deepEqual(fileNames(['A', 'a', 'Index', 'a']), ['A', 'a 2', 'Index 2', 'a 3']));
});
