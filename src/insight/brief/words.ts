import type { Say, Text } from '../../disk/base/texts.ts';
import type { Outcome } from '../../history/facts/outcomes.ts';

/** Phrases of a brief. */
export interface BriefWords {
  readonly outcome: (outcome: Outcome) => string;
  /** Commands that only look, each with its outcome. */
  readonly looked: (commands: string) => string;
  readonly times: (count: number) => string;
  /** The message of an earlier failure, and the files changed until the command succeeded. */
  readonly solved: (problem: string, files: string) => string;
  /** The message of a failed command. */
  readonly problem: (problem: string) => string;
  readonly deleted: string;
  readonly approved: (plan: string) => string;
  readonly changedSince: (changed: number, all: number, names: string) => string;
}

const outcomes: Readonly<Record<Outcome, Text>> = {
  passed: 'passed',
  failed: 'failed',
  cancelled: 'cancelled',
  running: 'runs in the background',
  unknown: 'outcome unknown',
};

/** Returns the phrases in a language. */
export const briefWords = (say: Say): BriefWords => ({
  outcome: (outcome) => say(outcomes[outcome]),
  looked: (commands) => say('looked: {0}', commands),
  times: (count) => say('{0}×', count),
  solved: (problem, files) =>
    files === '' ? say(' (solved: {0})', problem) : say(' (solved: {0}, by {1})', problem, files),
  problem: (problem) => say(': {0}', problem),
  deleted: say('deleted'),
  approved: (plan) => say('plan approved: {0}', plan),
  changedSince: (changed, all, names) =>
    names === ''
      ? say('* {0} of {1} files changed since', changed, all)
      : say('* {0} of {1} files changed since: {2}', changed, all, names),
});
