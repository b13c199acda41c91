import { oneLine } from '../store/text/containText.ts';
import { ok, problem, text } from './findings.ts';
import { runProgram } from '../store/base/runProgram.ts';
import { nothingToStart, programOf, quietEnvironment } from './starting.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Agents wait for their hooks, but not longer than this by themselves. Milliseconds. */
const endMs = 12_000;
/** So much of what it says is told. Characters. */
const maxReason = 500;
/** What the hook answers to a message that names no session, from a folder that is no project. */
const refusal = /named no transcript|is not a project folder/;

/** Whether the hook starts, as agents start it, takes what they say, and ends without a word for the model. */
export const hookCheck: Check = {
  id: 'hook',
  title: text('Hook', '钩子'),
  withinMs: 15_000,
  run: async (patient) => {
    const program = programOf(patient);
    if (program === undefined) return [broken(nothingToStart, '')];
    const { command, args } = program;
    const subject = [command, ...args, 'hook'].join(' ');
    // Away from all projects, so that it writes nothing down.
    const env = { ...quietEnvironment(patient), CODEX_HISTORY_ROOT: '', CLAUDE_PROJECT_DIR: '' };
    const { machine, project } = patient;
    const options = { cwd: machine.home, env, project, withinMs: endMs, input: '{}' };
    const { code, stdout, stderr, reason } = await runProgram(command, [...args, 'hook'], options);
    if (code === 0 && stdout === '' && refusal.test(stderr))
      return [
        ok('hook.works', text('It starts and takes what agents say.', '可启动并接收智能体的消息。'), {
          subject,
        }),
      ];
    const how = code === 0 ? '' : `it ended with ${code ?? 'a signal'}: `;
    return [broken(reason ?? how + oneLine(stderr || stdout).slice(0, maxReason), subject)];
  },
};

const broken = (reason: string, subject: string): RepairableFinding =>
  problem('hook.broken', text(`The hook does not work: ${reason}`, `钩子无法工作：${reason}`), {
    ...{ subject, data: { reason } },
  });
