import assert from 'node:assert/strict';
import { silentLog } from '../../../src/disk/base/core.ts';
import {
  defaultLimits,
  environmentFromLimits,
  limitsFromEnvironment,
  limitVariables,
} from '../../../src/disk/base/limits.ts';

/** What is read of an environment, and what is told of it. */
function read(environment: Readonly<Record<string, string>>) {
  const told: string[] = [];
  return {
    limits: limitsFromEnvironment(environment, { ...silentLog, warn: (line) => told.push(line) }),
    told,
  };
}

describe('limits', () => {
  it('are in the environment as they are read from it', () => {
    const limits = {
      maxMessages: 200,
      maxBytes: 2,
      backupRetention: 3,
      contexts: { enabled: false, maxTurns: 4, maxChars: 5, searchTextMaxChars: 6 },
    };
    const environment = environmentFromLimits(limits);
    assert.deepEqual(read(environment), { limits, told: [] });
    assert.deepEqual(Object.keys(environment).sort(), Object.values(limitVariables).sort());
  });

  it('of a context have two names each, and the smaller counts', () => {
    const { limits, told } = read({
      HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES: '300',
      HISTORY_CONTEXTS_MAX_CHARS: '50000',
      HISTORY_CONTEXTS_ACTIVE_MAX_CHARS: '24000',
    });
    assert.deepEqual([limits.contexts.maxTurns, limits.contexts.maxChars, told], [300, 24_000, []]);
  });

  it('are the nearest or the default where the environment says what cannot be, and that is told', () => {
    for (const [value, taken] of [
      ['0', 200],
      ['-7', 200],
      ['2.9', 2],
      ['1e3', 1000],
      ['1e99', Number.MAX_SAFE_INTEGER],
      ['64k', 200],
    ] as const) {
      const { limits, told } = read({ [limitVariables.maxMessages]: value });
      assert.deepEqual(limits, { ...defaultLimits, maxMessages: taken });
      assert.deepEqual(told, [
        `${limitVariables.maxMessages} is "${value}", which is not a positive whole number: ${taken} is taken instead.`,
      ]);
    }
    const { limits, told } = read({ [limitVariables.contextsEnabled]: 'nope' });
    assert.ok(limits.contexts.enabled);
    assert.match(told.join(), /neither true nor false: true is taken/);
    assert.deepEqual(read({ [limitVariables.contextsEnabled]: ' FALSE ' }).limits.contexts.enabled, false);
  });
});
