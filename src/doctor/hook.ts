import { ok, problem, text } from './findings.ts';
import { runProgram } from './programs.ts';
import { programOf, quietEnvironment } from './starting.ts';
import type { Check } from './types.ts';

/** Agents wait for their hooks, but not longer than this by themselves. Milliseconds. */
const endMs = 12_000;
/** What the hook answers to a message that names no session, from a folder that is no project. */
const refusal = /named no transcript|is not a project folder/;

/** Whether the hook starts, as agents start it, takes what they say, and ends without a word for the model. */
export const hookCheck: Check = {
  id: 'hook',
  title: text('Hook', '钩子'),
  withinMs: 15_000,
  run: async (patient) => {
    const { command, args } = programOf(patient);
    const subject = [command, ...args, 'hook'].join(' ');
    // Away from all projects, so that it writes nothing down.
    const env = { ...quietEnvironment(patient), CODEX_HISTORY_ROOT: '', CLAUDE_PROJECT_DIR: '' };
    const options = { cwd: patient.machine.home, env, withinMs: endMs, input: '{}' };
    const { code, stdout, stderr, reason } = await runProgram(command, [...args, 'hook'], options);
    if (code === 0 && stdout === '' && refusal.test(stderr))
      return [
        ok('hook.works', text('It starts and takes what agents say.', '可启动并接收智能体的消息。'), {
          subject,
        }),
      ];
    const why =
      reason ??
      `${code === 0 ? '' : `it ended with ${code ?? 'a signal'}: `}${(stderr || stdout).trim().slice(0, 500)}`;
    const message = text(`The hook does not work: ${why}`, `钩子无法工作：${why}`);
    return [problem('hook.broken', message, { subject, data: { reason: why } })];
  },
};
