import { env } from 'vscode';
import type { CheckReport, Finding, BilingualText, RepairReport, DoctorReport } from '../../doctor/types.ts';
import { plainSecrets } from '../../disk/secrets/secrets.ts';
import { withoutHome } from './withoutHome.ts';

/** Returns a text of the doctor in the editor's language. */
export const inLanguage = ({ en, zh }: BilingualText): string => (/^zh\b/i.test(env.language) ? zh : en);

const marks = { ok: '✓', note: '•', problem: '✗' } as const;

/** Formats a report as Markdown for others: without secrets, and with `~` for the home folder. */
export function reportText(report: DoctorReport, repairs: readonly RepairReport[]): string {
  const lines = [
    `# MCP History Store ${report.version}`,
    ...report.checks.flatMap((check) => ['', ...checkLines(check)]),
    ...(repairs.length === 0
      ? []
      : ['', ...repairs.map((one) => `- ${one.state}: ${inLanguage(one.message)}`)]),
  ];
  return toHandOn(`${lines.join('\n')}\n`);
}

const checkLines = ({ title, findings }: CheckReport): readonly string[] => [
  `## ${inLanguage(title)}`,
  ...findings.map(({ level, id, message }: Finding) => `- ${marks[level]} ${inLanguage(message)} (${id})`),
];

/** Formats a report as JSON like the command line, without secrets and with `~` for the home folder. */
export const reportJson = (report: DoctorReport, repairs: readonly RepairReport[]): string =>
  toHandOn(`${JSON.stringify({ ...report, repairs }, undefined, 2)}\n`);

const toHandOn = (text: string): string => plainSecrets.document(withoutHome(text));
