import type { CommandRuns } from '../facts/commandLog.ts';
import { oneLine } from '../text/containText.ts';
import type { Located, Statement } from './statements.ts';
import type { BriefWords } from './words.ts';

/** How the commands of a session ended last: those that act each, those that looked in one line. */
export function commandStatements(
  commands: readonly CommandRuns[],
  at: Located,
  words: BriefWords,
): Statement[] {
  const acts = commands.filter(({ isLook }) => !isLook);
  const looks = commands.filter(({ isLook }) => isLook);
  return [...acts.map((command) => actStatement(command, at, words)), ...lookStatement(looks, at, words)];
}

function actStatement(command: CommandRuns, at: Located, words: BriefWords): Statement {
  const { kinds, outcome, problem = '', solved, runs } = command;
  const kind = kinds.slice(0, 4).join(' && ');
  const times = runs > 1 ? ` ${words.times(runs)}` : '';
  const head = `${kind} ${words.outcomes[outcome]}${times}`;
  const why = outcome === 'failed' && problem !== '' ? `: ${oneLine(problem)}` : '';
  const before =
    outcome === 'passed' && solved
      ? ` (${words.solved(oneLine(solved.problem), solved.files.slice(-3).join(', '))})`
      : '';
  return {
    ...{ ...at(command), section: 'commands', text: `${head}${why}${before}`, least: head.length + 1 },
    ...{ rank: outcome === 'failed' ? 1 : 3, about: kind },
  };
}

function lookStatement(looks: readonly CommandRuns[], at: Located, words: BriefWords): Statement[] {
  const last = looks.at(-1);
  if (!last) return [];
  const told = [...new Set(looks.map(({ outcome }) => outcome))].map((outcome) => {
    const same = looks.filter((one) => one.outcome === outcome);
    const kinds = same.flatMap(({ kinds, runs }) =>
      kinds.map((kind) => (runs > 1 ? `${kind} ${words.times(runs)}` : kind)),
    );
    return `${kinds.join(', ')} ${words.outcomes[outcome]}`;
  });
  const text = words.looked(told.join('; '));
  return [{ ...at(last), section: 'commands', text, least: 160, rank: 5, about: 'looked' }];
}
