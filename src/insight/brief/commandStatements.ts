import type { CommandRuns } from '../../history/facts/commandLog.ts';
import { oneLine } from '../../disk/text/containText.ts';
import type { Locator, Statement } from './statements.ts';
import type { BriefWords } from './words.ts';

/** Below this length of requests, successful commands share one line. Characters. */
const fromLength = 52;

/** The last outcome of each command: one statement per acting command, one line for all that only look. */
export function commandStatements(
  commands: readonly CommandRuns[],
  at: Locator,
  words: BriefWords,
): Statement[] {
  const acts = commands.filter(({ isLook }) => !isLook);
  const looks = commands.filter(({ isLook }) => isLook);
  return [
    ...acts.map((command) => actStatement(command, at, words)),
    ...together(
      acts.filter(({ outcome }) => outcome !== 'failed'),
      at,
      words,
    ),
    ...lookStatement(looks, at, words),
  ];
}

function together(acts: readonly CommandRuns[], at: Locator, words: BriefWords): Statement[] {
  const last = acts.at(-1);
  if (!last) return [];
  const text = byOutcome(acts, words, () => '');
  return [
    {
      ...at(last),
      section: 'commands',
      text,
      minLength: 300,
      rank: 1,
      belowLength: fromLength,
      about: 'together',
    },
  ];
}

function actStatement(command: CommandRuns, at: Locator, words: BriefWords): Statement {
  const { kinds, outcome, problem = '', solved, runs } = command;
  const kind = kinds.slice(0, 4).join(' && ');
  const times = runs > 1 ? ` ${words.times(runs)}` : '';
  const head = `${kind} ${words.outcome(outcome)}${times}`;
  const why = outcome === 'failed' && problem !== '' ? words.problem(oneLine(problem)) : '';
  const before =
    outcome === 'passed' && solved
      ? words.solved(oneLine(solved.problem), solved.files.slice(-3).join(', '))
      : '';
  return {
    ...at(command),
    section: 'commands',
    text: `${head}${why}${before}`,
    minLength: head.length + 1,
    ...(outcome === 'failed' ? { rank: 1 } : { rank: 3, fromLength }),
    about: kind,
  };
}

function lookStatement(looks: readonly CommandRuns[], at: Locator, words: BriefWords): Statement[] {
  const last = looks.at(-1);
  if (!last) return [];
  const text = words.looked(byOutcome(looks, words, (runs) => (runs > 1 ? ` ${words.times(runs)}` : '')));
  const short = words.looked(byOutcome(looks, words, () => ''));
  return [{ ...at(last), section: 'commands', text, short, minLength: 160, rank: 2, about: 'looked' }];
}

/** Groups commands by outcome: `ls, rg passed; tree failed`. */
function byOutcome(
  commands: readonly CommandRuns[],
  words: BriefWords,
  often: (runs: number) => string,
): string {
  const groups = [...new Set(commands.map(({ outcome }) => outcome))].map((outcome) => {
    const same = commands.filter((one) => one.outcome === outcome);
    const kinds = same.flatMap(({ kinds, runs }) => kinds.map((kind) => `${kind}${often(runs)}`));
    return `${kinds.join(', ')} ${words.outcome(outcome)}`;
  });
  return groups.join('; ');
}
