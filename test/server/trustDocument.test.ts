import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustDocument } from './trustDocument.ts';

describe('docs/trust.md', () => {
  it('has the figures of the repository; update it with node scripts/trust.mjs', () => {
    const file = readFileSync(join(__dirname, '../../docs/trust.md'), 'utf8');
    assert.equal(file.replaceAll('\r\n', '\n'), trustDocument());
  });

  it('counts no secret as missed, and no client of a model', () => {
    assert.match(trustDocument(), /of these forms, missed +\| 0 /);
    assert.match(trustDocument(), /clients of models that the program imports +\| 0 /);
  });
});
