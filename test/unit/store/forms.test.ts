import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentNameOf } from '../../../src/agents/agents.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';

const words = { read: 'read', listed: 'listed only', unread: 'not read' } as const;

describe('docs/forms.md', () => {
  const file = readFileSync(join(__dirname, '../../../docs/forms.md'), 'utf8');
  const rows = [...file.matchAll(/^\| (.+?) +\| `(.+?)` +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  );

  it('has every form of every reader', () => {
    const known = agentTranscripts.flatMap(({ id, forms }) =>
      forms.map(({ place, since = '–', state }) => [agentNameOf(id), place, since, words[state]]),
    );
    const sorted = (cells: readonly (readonly string[])[]) => cells.map((row) => row.join(' | ')).sort();
    assert.deepEqual(sorted(rows), sorted(known));
  });

  it('has a form that is read for every reader', () => {
    for (const { id } of agentTranscripts)
      assert.ok(
        rows.some(([name, , , state]) => name === agentNameOf(id) && state === words.read),
        id,
      );
  });
});
