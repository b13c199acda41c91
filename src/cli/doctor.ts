import { homeFolder } from '../disk/base/stateFolder.ts';
import { isAbsolute, join } from 'node:path';
import { examine, repair } from '../doctor/examine.ts';
import {
  repairable,
  type CheckReport,
  type Finding,
  type BilingualText,
  type CheckTarget,
  type RepairReport,
  type DoctorReport,
} from '../doctor/types.ts';
import { systemClock } from '../disk/base/context.ts';
import { defined, StoreError } from '../disk/base/core.ts';
import { projectOf } from '../disk/base/projectFolder.ts';
import { rootOf } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

declare const HISTORY_STORE_VERSION: string;

export interface DoctorOptions {
  readonly project?: string;
  readonly fix?: true;
  /** Shows the shape of what is not understood of this session, and examines nothing. */
  readonly sample?: string;
  /** Where the shape is written. */
  readonly out?: string;
}

/**
 * `doctor`: JSON is the report described in docs/doctor.md, plus `repairs` with `--fix`. Also works outside a
 * project. Fails if something does not work.
 */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<CommandResult> {
  const { project, fix, sample, out } = options;
  if (sample !== undefined)
    return (await import('./sample.ts')).sampleSession({ sample, ...defined({ project, out }) }, terminal);
  if (out !== undefined) throw new StoreError('invalid_argument', '--out goes with --sample <session>.');
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

function patientIn(folder: string | undefined): CheckTarget {
  const base = process.env.CODEX_HISTORY_ROOT ?? '';
  const home = homeFolder();
  return {
    version: HISTORY_STORE_VERSION,
    cli: join(__dirname, 'cli.js'),
    clock: systemClock,
    machine: { home, env: process.env, platform: process.platform },
    project: folder === undefined ? projectOf(process.cwd(), home) : rootOf(folder),
    ...(isAbsolute(base) && { base }),
  };
}

const marks = { ok: '✓', note: '•', problem: '✗' } as const;

function reportText(report: DoctorReport, repairs: readonly RepairReport[], terminal: Terminal): string {
  const { bold, dim, say, language } = terminal;
  const inLanguage = (text: BilingualText): string => text[language];
  const lineOf = ({ level, message, repair: offer, byChoice }: Finding): string => {
    const text = `  ${marks[level]} ${inLanguage(message)}`;
    return offer === undefined || byChoice ? text : `${text}\n    ${dim(`--fix: ${inLanguage(offer)}`)}`;
  };
  const checkText = ({ title, findings }: CheckReport): string =>
    [bold(inLanguage(title)), ...findings.map(lineOf)].join('\n');
  const done = repairs.map(
    ({ state, subject, message }) =>
      `  ${state === 'failed' ? marks.problem : marks.ok} ${[subject, inLanguage(message)].filter((part) => part !== '').join(': ')}`,
  );
  const repaired = done.length === 0 ? [] : [[bold(say('Repaired // heading')), ...done].join('\n')];
  return [...report.checks.map(checkText), ...repaired, totalText(report, terminal)].join('\n');
}

function totalText(report: DoctorReport, { say, bold }: Terminal): string {
  const all = report.checks.flatMap(({ findings }) => findings);
  const count = (level: Finding['level']): number => all.filter((finding) => finding.level === level).length;
  const [problems, notes] = [count('problem'), count('note')];
  const repairs = repairable(report).length;
  const total = say('{0}, {1}.', many(say, problems, 'problem'), many(say, notes, 'note'));
  const hint = say(' --fix repairs {0} of them.', repairs);
  return bold(`${total}${repairs === 0 ? '' : hint}`);
}
