import assert from 'node:assert/strict';
import { agentNameOf } from '../../../src/agents/agents.ts';

describe('the name of an agent', () => {
  it('is one, whether its id is known or what it calls itself to servers', () => {
    assert.deepEqual(['claude', 'claude-code', 'copilot-cli'].map(agentNameOf), [
      'Claude Code',
      'Claude Code',
      'Copilot CLI',
    ]);
  });

  it('stays as it is where it is none of ours', () => {
    assert.deepEqual(['claude-opus', 'constructor', ''].map(agentNameOf), ['claude-opus', 'constructor', '']);
  });
});
