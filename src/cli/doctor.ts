import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { examine, repair } from '../doctor/examine.ts';
import {
  repairable,
  type CheckReport,
  type Finding,
  type BilingualText,
  type Patient,
  type RepairReport,
  type DoctorReport,
} from '../doctor/types.ts';
import { systemClock } from '../store/base/context.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { rootOf } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

declare const HISTORY_STORE_VERSION: string;

export interface DoctorOptions {
  readonly project?: string;
  readonly fix?: true;
}

/**
 * `doctor`: JSON is the report as it stands in docs/doctor.md, after `--fix` with `repairs`. Unlike the other commands it
 * also works outside of a project. It fails where something does not work.
 */
export async function doctor({ project, fix }: DoctorOptions, terminal: Terminal): Promise<CommandResult> {
  const patient = patientIn(project);
  const before = await examine(patient);
  const repairs: RepairReport[] = [];
  if (fix) for (const name of repairable(before)) repairs.push(await repair(patient, name));
  const report = repairs.length > 0 ? await examine(patient) : before;
  return {
    json: { ...report, ...(fix && { repairs }) },
    text: reportText(report, repairs, terminal),
    failed: report.level === 'problem',
    endsNow: report.checks.some(({ findings }) => findings.some(({ id }) => id === 'late')),
  };
}

function patientIn(folder: string | undefined): Patient {
  const base = process.env.CODEX_HISTORY_ROOT ?? '';
  const home = homedir();
  return {
    ...{ version: HISTORY_STORE_VERSION, cli: join(__dirname, 'cli.js'), clock: systemClock },
    machine: { home, env: process.env, platform: process.platform },
    project: folder === undefined ? projectOf(process.cwd(), home) : rootOf(folder),
    ...(isAbsolute(base) && { base }),
  };
}

const marks = { ok: '✓', note: '•', problem: '✗' } as const;

function reportText(report: DoctorReport, repairs: readonly RepairReport[], terminal: Terminal): string {
  const { bold, dim, say } = terminal;
  const inLanguage = ({ en, zh }: BilingualText): string => say([en, zh]);
  const lineOf = ({ level, message, repair: offer }: Finding): string => {
    const text = `  ${marks[level]} ${inLanguage(message)}`;
    return offer === undefined ? text : `${text}\n    ${dim(`--fix: ${inLanguage(offer)}`)}`;
  };
  const checkText = ({ title, findings }: CheckReport): string =>
    [bold(inLanguage(title)), ...findings.map(lineOf)].join('\n');
  const done = repairs.map(
    ({ state, subject, message }) =>
      `  ${state === 'failed' ? marks.problem : marks.ok} ${[subject, inLanguage(message)].filter((part) => part !== '').join(': ')}`,
  );
  const repaired = done.length === 0 ? [] : [[bold(say(['Repaired', '修复'])), ...done].join('\n')];
  return [...report.checks.map(checkText), ...repaired, totalText(report, terminal)].join('\n');
}

function totalText({ checks }: DoctorReport, { say, bold }: Terminal): string {
  const all = checks.flatMap(({ findings }) => findings);
  const count = (level: Finding['level']): number => all.filter((finding) => finding.level === level).length;
  const [problems, notes] = [count('problem'), count('note')];
  const repairs = all.filter(({ repair: offer }) => offer !== undefined).length;
  const total = say([
    `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${notes} ${notes === 1 ? 'note' : 'notes'}.`,
    `${problems} 个问题，${notes} 条提示。`,
  ]);
  const hint = say([` --fix repairs ${repairs} of them.`, `--fix 可修复其中 ${repairs} 项。`]);
  return bold(`${total}${repairs === 0 ? '' : hint}`);
}
