import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDocument } from './toolsDocument.ts';

describe('docs/tools.md', () => {
  it('is what the tools say; otherwise run node scripts/tools-doc.mjs', () => {
    const file = readFileSync(join(__dirname, '../../docs/tools.md'), 'utf8');
    assert.equal(file.replaceAll('\r\n', '\n'), toolsDocument());
  });

  it('calls nothing semantic, which without embeddings nothing is', () => {
    assert.doesNotMatch(toolsDocument(), /semantic/i);
  });
});
