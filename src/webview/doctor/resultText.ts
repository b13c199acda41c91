import type { DoctorLevel, DoctorPaneState } from '../../protocol/doctorPane.ts';
import type { DoctorPaneStrings } from '../../protocol/doctorPaneStrings.ts';
import { fill } from '../../protocol/format.ts';

type Checks = Pick<DoctorPaneState, 'checks'>;

/** Counts findings of a level. */
export const countOf = ({ checks }: Checks, level: DoctorLevel): number =>
  checks.flatMap(({ findings }) => findings).filter((finding) => finding.level === level).length;

/** Counts the findings that are repaired together. */
export const repairableOf = ({ checks }: Checks): number =>
  checks
    .flatMap(({ findings }) => findings)
    .filter(({ repair, byChoice }) => repair !== undefined && !byChoice).length;

/** Summarizes the findings. */
export function resultText(state: Checks, strings: DoctorPaneStrings): string {
  const [problems, notes] = [countOf(state, 'problem'), countOf(state, 'note')];
  return [
    problems === 0 ? strings.healthy : counted(problems, strings.problem, strings.problems),
    ...(notes === 0 ? [] : [counted(notes, strings.note, strings.notes)]),
  ].join(' · ');
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : fill(many, String(count));
