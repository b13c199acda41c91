import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentNameOf } from '../../../src/agents/agents.ts';
import { transcriptForms } from '../../../src/agents/forms.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';

const words = { read: 'read', listed: 'listed only', unread: 'not read' } as const;

describe('docs/forms.md', () => {
  it('has every form that is known', () => {
    const file = readFileSync(join(__dirname, '../../../docs/forms.md'), 'utf8');
    const rows = [...file.matchAll(/^\| (.+?) +\| `(.+?)` +\| (.+?) +\| (.+?) +\|$/gm)];
    assert.deepEqual(
      rows.map(([, ...cells]) => cells),
      transcriptForms.map(({ agent, form, since = '–', state }) => [
        agentNameOf(agent),
        form,
        since,
        words[state],
      ]),
    );
  });

  it('has every reader, and no agent without one', () => {
    assert.deepEqual(
      [...new Set(transcriptForms.filter(({ state }) => state === 'read').map(({ agent }) => agent))].sort(),
      agentTranscripts.map(({ id }) => id).sort(),
    );
  });
});
