import assert from 'node:assert/strict';
import { agentCalled } from '../../../src/store/transcripts/names.ts';

describe('the name of an agent', () => {
  it('is one, whether its id is known or what it calls itself to servers', () => {
    assert.deepEqual(['claude', 'claude-code', 'copilot-cli'].map(agentCalled), [
      'Claude Code',
      'Claude Code',
      'Copilot CLI',
    ]);
  });

  it('stays as it is where it is none of ours', () => {
    assert.deepEqual(['claude-opus', 'constructor', ''].map(agentCalled), ['claude-opus', 'constructor', '']);
  });
});
