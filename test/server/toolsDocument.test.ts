import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpText } from '../../src/server/help.ts';
import { toolsDocument } from './toolsDocument.ts';

describe('docs/tools.md', () => {
  it('matches the tools; update it with node scripts/tools-doc.mjs', () => {
    const file = readFileSync(join(__dirname, '../../docs/tools.md'), 'utf8');
    assert.equal(file.replaceAll('\r\n', '\n'), toolsDocument());
  });

  it('never says “semantic”, as search works without embeddings', () => {
    assert.doesNotMatch(toolsDocument(), /semantic/i);
  });

  it('lists the same variables as the help', () => {
    // Each begins a line, after another one or alone.
    const namesIn = (text: string) =>
      [...text.matchAll(/^ {2}([A-Z_]+(?:, [A-Z_]+)*)/gm)].flatMap(([, names = '']) => names.split(', '));
    const table = toolsDocument().split('## Environment')[1] ?? '';
    const rows = [...table.matchAll(/^\| `([A-Z_]+)` /gm)].flatMap(([, name = '']) => name);
    const named = namesIn(helpText('en').split('Environment:')[1] ?? '');
    assert.ok(named.length > 20);
    assert.deepEqual(rows.sort(), named.sort());
  });
});
