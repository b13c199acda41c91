import { oneLine } from '../disk/text/containText.ts';
import { ok, problem, text } from './findings.ts';
import { runProgram } from '../disk/base/runProgram.ts';
import { noProgram, programOf, testEnvironment } from './startedProgram.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Maximum run time of the hook; the agents' own limits are longer. Milliseconds. */
const endMs = 12_000;
/** Maximum characters of its output in a finding. */
const maxReason = 500;
/** The hook's expected error for input without a session, from outside a project. */
const refusal = /named no transcript|is not a project folder/;

/** Checks that the hook starts as agents start it, reads its input, and prints nothing for the model. */
export const hookCheck: Check = {
  id: 'hook',
  title: text('Hook'),
  withinMs: 15_000,
  run: async (target) => {
    const program = programOf(target);
    if (program === undefined) return [broken(noProgram, '')];
    const { command, args } = program;
    const subject = [command, ...args, 'hook'].join(' ');
    // Runs outside all projects so that nothing is written.
    const env = { ...testEnvironment(target), CODEX_HISTORY_ROOT: '', CLAUDE_PROJECT_DIR: '' };
    const { machine, project } = target;
    const options = { cwd: machine.home, env, project, withinMs: endMs, input: '{}' };
    const { code, stdout, stderr, reason } = await runProgram(command, [...args, 'hook'], options);
    if (code === 0 && stdout === '' && refusal.test(stderr))
      return [
        ok('hook.works', text('It starts and takes what agents say.'), {
          subject,
        }),
      ];
    const how = code === 0 ? '' : `it ended with ${code ?? 'a signal'}: `;
    return [broken(reason ?? how + oneLine(stderr || stdout).slice(0, maxReason), subject)];
  },
};

const broken = (reason: string, subject: string): RepairableFinding =>
  problem('hook.broken', text('The hook does not work: {0}', reason), {
    subject,
    data: { reason },
  });
