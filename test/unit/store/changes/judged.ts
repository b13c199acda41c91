import type { ChangeStore } from '../../../../src/insight/changes/types.ts';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
import type { ScriptedProject } from './scriptedProject.ts';

/** How what is told of lines compares with who wrote them. */
export interface Judgement {
  /** Lines of which an author was told. */
  readonly told: number;
  /** Of these, told of somebody else than who wrote the line, or put it where it is. */
  readonly wrong: readonly string[];
  /** Lines that sessions wrote, blank ones aside, and of how many of them the author was told. */
  readonly written: number;
  readonly found: number;
}

/** Asks for the author of every line of a project, and compares with what the script knows. */
export async function judged(
  project: ScriptedProject,
  changes: ChangeStore,
  workspace: Workspace,
): Promise<Judgement> {
  const wrong: string[] = [];
  let [told, written, found] = [0, 0, 0];
  for (const [path, lines] of project.files) {
    const text = lines.map((line) => `${line.text}\n`).join('');
    const { lines: answers } = await changes.lines(workspace, path, text, { waitMs: 120_000 });
    lines.forEach(({ text: line, by, movedBy, how }, n) => {
      const isTheirs = project.sessions.has(by) && line !== '';
      if (isTheirs) written++;
      const answer = answers[n];
      if (!answer) return;
      told++;
      if (answer.session !== by && answer.session !== movedBy)
        wrong.push(`${path}:${n + 1} ${how}: ${line} is of ${by}, told of ${answer.session}`);
      else if (isTheirs) found++;
    });
  }
  return { told, wrong, written, found };
}
