import assert from 'node:assert/strict';
import { environmentFromLimits, limitsFromEnvironment, limitVariables } from '../../../src/store/limits.ts';

describe('limits', () => {
  it('are in the environment as they are read from it', () => {
    const limits = {
      maxMessages: 1,
      maxBytes: 2,
      backupRetention: 3,
      contexts: { enabled: false, maxTurns: 4, maxChars: 5, searchTextMaxChars: 6 },
    };
    const environment = environmentFromLimits(limits);
    assert.deepEqual(limitsFromEnvironment(environment), limits);
    assert.deepEqual(Object.keys(environment).sort(), Object.values(limitVariables).sort());
  });
});
