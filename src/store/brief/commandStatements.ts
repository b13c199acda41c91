import type { CommandRuns } from '../facts/commandLog.ts';
import { oneLine } from '../text/containText.ts';
import type { Located, Statement } from './statements.ts';
import type { BriefWords } from './words.ts';

/** Where requests are cut to fewer characters, the commands that did well are told in one line. */
const roomy = 52;

/** How the commands of a session ended last: those that act each, those that looked in one line. */
export function commandStatements(
  commands: readonly CommandRuns[],
  at: Located,
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

function together(acts: readonly CommandRuns[], at: Located, words: BriefWords): Statement[] {
  const last = acts.at(-1);
  if (!last) return [];
  const text = byOutcome(acts, words, () => '');
  return [{ ...at(last), section: 'commands', text, least: 300, rank: 1, tight: roomy, about: 'together' }];
}

function actStatement(command: CommandRuns, at: Located, words: BriefWords): Statement {
  const { kinds, outcome, problem = '', solved, runs } = command;
  const kind = kinds.slice(0, 4).join(' && ');
  const times = runs > 1 ? ` ${words.times(runs)}` : '';
  const head = `${kind} ${words.outcomes[outcome]}${times}`;
  const why = outcome === 'failed' && problem !== '' ? words.problem(oneLine(problem)) : '';
  const before =
    outcome === 'passed' && solved
      ? words.solved(oneLine(solved.problem), solved.files.slice(-3).join(', '))
      : '';
  return {
    ...{ ...at(command), section: 'commands', text: `${head}${why}${before}`, least: head.length + 1 },
    ...(outcome === 'failed' ? { rank: 1 } : { rank: 3, roomy }),
    about: kind,
  };
}

function lookStatement(looks: readonly CommandRuns[], at: Located, words: BriefWords): Statement[] {
  const last = looks.at(-1);
  if (!last) return [];
  const text = words.looked(byOutcome(looks, words, (runs) => (runs > 1 ? ` ${words.times(runs)}` : '')));
  const short = words.looked(byOutcome(looks, words, () => ''));
  return [{ ...at(last), section: 'commands', text, short, least: 160, rank: 2, about: 'looked' }];
}

/** `ls, rg passed; tree failed`. */
function byOutcome(
  commands: readonly CommandRuns[],
  words: BriefWords,
  often: (runs: number) => string,
): string {
  const told = [...new Set(commands.map(({ outcome }) => outcome))].map((outcome) => {
    const same = commands.filter((one) => one.outcome === outcome);
    const kinds = same.flatMap(({ kinds, runs }) => kinds.map((kind) => `${kind}${often(runs)}`));
    return `${kinds.join(', ')} ${words.outcomes[outcome]}`;
  });
  return told.join('; ');
}
