import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { examine, repair } from '../../../src/doctor/examine.ts';
import type {
  ExamineOptions,
  Finding,
  FindingName,
  CheckTarget,
  RepairReport,
  DoctorReport,
} from '../../../src/doctor/types.ts';
import { withStore, type StoreFixture } from '../store/withStore.ts';

export interface Ward extends StoreFixture {
  /** The person's home; empty. */
  readonly home: string;
  readonly target: CheckTarget;
  readonly examine: (target?: Partial<CheckTarget>) => Promise<DoctorReport>;
  /** The findings of one check. */
  readonly findings: (check: string, target?: Partial<CheckTarget>) => Promise<readonly Finding[]>;
  readonly repair: (name: FindingName) => Promise<RepairReport>;
  readonly repairAs: (target: Partial<CheckTarget>, name: FindingName) => Promise<RepairReport>;
}

/** Runs a test with an empty project and an empty home on one machine. */
export const withTarget = (test: (ward: Ward) => Promise<void>): Promise<void> =>
  withStore(async (fixture) => {
    const project = join(fixture.root, 'project');
    const home = join(fixture.root, 'home');
    await fs.mkdir(project);
    await fs.mkdir(home);
    const target: CheckTarget = {
      version: '1.0.0',
      cli: join(fixture.root, 'dist', 'cli.js'),
      clock: fixture.clock,
      project,
      machine: { home, env: {}, platform: 'linux' },
    };
    const look = (other: Partial<CheckTarget> = {}, options: ExamineOptions = {}) =>
      examine({ ...target, ...other }, options);
    await test({
      ...fixture,
      root: project,
      home,
      target,
      examine: look,
      findings: async (check, other) => (await look(other, { only: [check] })).checks[0]?.findings ?? [],
      repair: (name) => repair(target, name),
      repairAs: (other, name) => repair({ ...target, ...other }, name),
    });
  });

/** Writes a file with the folders above it. */
export async function write(path: string, content: string): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  await fs.writeFile(path, content);
}
