import { availableParallelism } from 'node:os';
import { cells, heads, type ToldRow } from './row.ts';
import type { Subject } from './subject.ts';

/** What it was measured on, without a name. */
export const machine = {
  cores: availableParallelism(),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
} as const;

const tableRow = (texts: readonly string[]): string =>
  `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (rows: readonly ToldRow[]): string =>
  [tableRow(heads), tableRow(heads.map(() => '---')), ...rows.map((row) => tableRow(cells(row)))].join('\n');

/** What a run has measured. */
interface Run {
  readonly subjects: readonly Subject[];
  readonly rows: readonly ToldRow[];
  /** Why subjects were not measured to their end, by their names. */
  readonly failures: ReadonlyMap<string, string>;
  readonly minutes: number;
}

/** The page of a run. */
export function page({ subjects, rows, failures, minutes }: Run): string {
  const limited = rows.filter(({ isReached }) => isReached !== undefined);
  const reached = limited.filter(({ isReached }) => isReached === true).length;
  const sections = subjects.map((subject) => section(subject, rows, failures.get(subject.name)));
  return `${intro(reached, limited.length, minutes)}\n${sections.join('\n')}`;
}

const intro = (reached: number, limited: number, minutes: number): string => `# Performance

Made by \`npm run bench -- --write\`; do not edit. Measured in one run on ${machine.cores} cores, ${machine.system}, Node.js ${machine.node}, with real processes and a real disk. Figures are medians, and what is compared is measured in turn, so that the ratio says more than the time. ${reached} of ${limited} limits are reached.

To repeat it: \`npm ci && npm run bench\`, which took ${Math.ceil(minutes)} minutes; \`npm run bench -- save search\` measures some subjects only, \`--json\` prints what programs can read, and \`--no-peers\` leaves out the servers that npm installs into the folder for temporary files the first time. That costs do not grow with a history is checked by every \`npm test\`, by what is asked of the disk (\`test/unit/store/costs.test.ts\`).
`;

function section(subject: Subject, rows: readonly ToldRow[], failure: string | undefined): string {
  const own = rows.filter((row) => row.subject === subject.name);
  const missed = own.some(({ isReached }) => isReached === false);
  const tried = missed && subject.tried !== undefined ? `\n**Not reached.** ${subject.tried}\n` : '';
  const failed = failure === undefined ? '' : `\n**Not measured to its end:** ${failure}\n`;
  return `## ${subject.name}\n\n${subject.about}\n\n${table(own)}\n${tried}${failed}`;
}
