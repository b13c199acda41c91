// Mocha's spec reporter, which also writes how many tests passed and failed, and which failed and why, to the file
// TEST_COUNTS names, so that several runs, in whatever process, can be summed.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

/** Of an error with a long comparison the beginning, so that a list of failures stays one. */
const shownLines = 14;

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    runner.on('fail', (test, error) => failed.push(described(test, error)));
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const file = process.env.TEST_COUNTS;
      const counts = { passed: passes, failed: failures, skipped: pending, failures: failed };
      if (file) writeFileSync(file, JSON.stringify(counts));
    });
  }
};

/** A test with what is wrong and where, on some lines. */
function described(test, error) {
  const message = String(error?.message ?? error)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const place = /\(?(\S*\btest\/\S+:\d+:\d+)\)?/.exec(String(error?.stack ?? ''))?.[1];
  return [
    test.titlePath().join(' › '),
    ...message.slice(0, shownLines).map((line) => `  ${line.slice(0, 300)}`),
    ...(message.length > shownLines ? ['  …'] : []),
    ...(place ? [`  at ${place}`] : []),
  ].join('\n');
}
