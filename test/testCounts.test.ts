import assert from 'node:assert/strict';
import { afterSecondTry, isWorthSecondTry, judged, nothing } from './testCounts.ts';

const flaky = { again: '^a b$', text: 'a › b' };
const failed = { ...nothing, passed: 8, failed: 1, failures: [flaky] };

describe('the counts of a suite', () => {
  it('are those of its reporter where it came to its end', () => {
    const passed = { ...nothing, passed: 9 };
    assert.deepEqual(judged(0, passed), passed);
    assert.deepEqual(judged(1, failed), failed);
  });

  it('hold a failure more where it ended in a test, also after one that may be tried again', () => {
    for (const written of [
      { ...nothing, running: 'a c' },
      { ...failed, running: 'a c' },
    ]) {
      const counts = judged(143, written);
      assert.equal(counts.failed, written.failed + 1);
      assert.equal(counts.failures.at(-1)?.text, 'ended with code 143 in: a c');
      assert.equal(isWorthSecondTry(counts), false);
    }
  });

  it('hold a failure where nothing was written, no test ran, or all passed and it ended badly', () => {
    const texts = [judged(1, undefined), judged(0, nothing), judged(7, { ...nothing, passed: 9 })].map(
      ({ failures }) => failures.map(({ text }) => text).join(),
    );
    assert.deepEqual(texts, ['ended with code 1', 'no test ran', 'ended with code 7']);
  });

  it('name as unstable what passes in the second try, and keep what fails again', () => {
    assert.equal(isWorthSecondTry(failed), true);
    const passes = afterSecondTry(failed, { ...nothing, passed: 1 });
    assert.deepEqual([passes.passed, passes.failed, passes.unstable], [9, 0, [flaky]]);
    const fails = afterSecondTry(failed, { ...nothing, failed: 1, failures: [flaky] });
    assert.deepEqual([fails.passed, fails.failed, fails.unstable], [8, 1, []]);
  });

  it('are not worth a second try where many tests failed', () => {
    const failures = Array.from({ length: 4 }, () => flaky);
    assert.equal(isWorthSecondTry({ ...nothing, failed: 4, failures }), false);
  });
});
