/** A test that failed, or what else was wrong with a suite. */
export interface Failure {
  /** A regular expression of the titles to run to try it again; absent where that mends nothing. */
  readonly again?: string;
  readonly text: string;
}

/** What came of a suite. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** What failed at first and passed when it was run again. */
  readonly unstable: readonly Failure[];
}

/** What the reporter writes: the test a suite is in, until it comes to its end. */
type Written = Partial<Counts> & { readonly running?: string };

/** Counts of a suite that ran no test. */
export const nothing: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], unstable: [] };

/** How many tests of a run may fail at first and pass when they are run again. */
export const mostUnstable = 3;

/**
 * Judges how a suite ended, by its exit code and the counts that its reporter wrote, if any. One that came to no end,
 * in whatever test it was, or ran none, has a failure more, which no second try mends.
 */
export function judged(code: number, written: Written | undefined): Counts {
  const { running, ...counts } = { ...nothing, ...written };
  const hasEnded = written !== undefined && running === undefined;
  if (hasEnded && (counts.failed > 0 || (code === 0 && counts.passed > 0))) return counts;
  const where = running ? ` in: ${running}` : '';
  const text = hasEnded && code === 0 ? 'no test ran' : `ended with code ${code}${where}`;
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, { text }] };
}

/** Whether tests that failed are worth a second try: few, and each can be run by itself. */
export const isWorthSecondTry = ({ failed, failures }: Counts): boolean =>
  failed > 0 && failures.length <= mostUnstable && failures.every(({ again }) => again !== undefined);

/** Sums a first try and a second one: what passes then is unstable, and what fails has failed. */
export function afterSecondTry(first: Counts, second: Counts): Counts {
  const failedAgain = new Set(second.failures.map(({ again }) => again));
  return {
    ...second,
    passed: first.passed + second.passed,
    skipped: first.skipped,
    unstable: first.failures.filter(({ again }) => !failedAgain.has(again)),
  };
}
