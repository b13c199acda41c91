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
    const file = process.env.TEST_COUNTS;
    const write = (more) => {
      const { passes, failures, pending } = this.stats;
      const counts = { passed: passes, failed: failures, skipped: pending, failures: failed, ...more };
      if (file) writeFileSync(file, JSON.stringify(counts));
    };
    // What is left of a process that hangs and is ended: the test it was in.
    runner.on('test', (test) => write({ passed: 0, running: test.fullTitle() }));
    runner.on('fail', (test, error) => failed.push({ again: matching(test), text: described(test, error) }));
    runner.once('end', () => write());
  }
};

/** A regular expression of the titles to run to try a test again: where a hook failed, all that it is for. */
function matching(test) {
  const isHook = test.type === 'hook';
  const title = (isHook ? test.parent : test).fullTitle();
  return `^${title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}${isHook ? '' : '$'}`;
}

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
