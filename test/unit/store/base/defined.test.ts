import assert from 'node:assert/strict';
import { defined } from '../../../../src/disk/base/core.ts';

describe('defined', () => {
  it('leaves out what is undefined, and nothing else', () => {
    const members: { readonly name: string; readonly part?: number; readonly all: undefined | false } = {
      name: '',
      all: undefined,
    };
    const shown: { readonly name: string; readonly part?: number; readonly all?: false } = defined(members);
    assert.deepEqual(Object.keys(shown), ['name']);
    assert.deepEqual(defined({ zero: 0, no: false, none: null, gone: undefined }), {
      zero: 0,
      no: false,
      none: null,
    });
  });
});
