import assert from 'node:assert/strict';
import { mediaPart } from '../../../src/agents/reading/drafts.ts';

describe('pictures in transcripts', () => {
  it('are kept where a browser shows them and they are of sensible size', () => {
    assert.deepEqual(mediaPart('image/png', 'iVBORw0='), {
      inlineData: { mimeType: 'image/png', data: 'iVBORw0=' },
    });
    const most = 'A'.repeat(2_000_000);
    assert.deepEqual(mediaPart('image/jpeg', most), { inlineData: { mimeType: 'image/jpeg', data: most } });
  });

  it('are named otherwise', () => {
    for (const [type, data] of [
      ['image/png', 'A'.repeat(2_000_001)],
      ['image/png', 'not base64!'],
      ['image/png', ''],
      ['image/png', undefined],
      ['image/png', { a: 1 }],
      ['image/svg+xml', 'AAAA'],
      ['application/pdf', 'AAAA'],
    ] as const)
      assert.deepEqual(mediaPart(type, data), { inlineData: { mimeType: type } });
  });
});
