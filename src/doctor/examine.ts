import { defined } from '../store/base/core.ts';
import { atMost } from '../store/base/context.ts';
import { historyFolder } from '../store/files/projectHistory.ts';
import { withStoreErrors } from '../store/files/failure.ts';
import { checks } from './checks.ts';
import { problem, text, Unrepaired } from './findings.ts';
import { levels, type Check, type CheckReport, type Finding, type RepairableFinding } from './types.ts';
import type {
  Doctor,
  ExamineOptions,
  FindingName,
  Level,
  Patient,
  RepairReport,
  DoctorReport,
} from './types.ts';

/**
 * Examines a project and the agents of the machine. It changes and creates nothing, and always comes to an end: what
 * cannot be examined, or not in time, is a finding itself.
 */
export async function examine(
  patient: Patient,
  { only, onCheck }: ExamineOptions = {},
  of: readonly Check[] = checks,
): Promise<DoctorReport> {
  const examined = await Promise.all(
    of
      .filter(({ id }) => only?.includes(id) ?? true)
      .map(async (check) => {
        const found = await findingsOf(check, patient);
        if (found.length === 0) return []; // it does not apply
        const report = reportOf(check, found);
        onCheck?.(report);
        return [report];
      }),
  );
  const reports = examined.flat();
  const { project, base = project, version } = patient;
  return {
    ...{ v: 1, version },
    ...defined({ project }),
    ...(base !== undefined && { history: historyFolder(base) }),
    level: worst(reports),
    checks: reports,
  };
}

/** Repairs one finding, once it was found again. Never throws. */
export async function repair(patient: Patient, name: FindingName): Promise<RepairReport> {
  const check = checks.find(({ id }) => id === name.check);
  const found = check === undefined ? [] : await findingsOf(check, patient);
  const again = found.find(({ id, subject }) => id === name.id && subject === name.subject);
  const { check: of, id, subject } = name;
  const report = { check: of, id, subject };
  if (again?.repair === undefined)
    return {
      ...report,
      state: 'gone',
      message: text('There is nothing to repair any more.', '已无需修复。'),
    };
  try {
    return { ...report, state: 'done', message: await withStoreErrors(again.repair.run) };
  } catch (error) {
    const message = error instanceof Unrepaired ? error.told : text(messageOf(error), messageOf(error));
    return { ...report, state: 'failed', message };
  }
}

/** The doctor of this product. */
export const doctor: Doctor = {
  checks: checks.map(({ id }) => id),
  examine: (patient, options) => examine(patient, options),
  repair,
};

/** Checks that go through many things end after this part of their time. */
const soonOver = 0.8;

/** What a check finds; that it fails, or takes too long, is found as well. */
async function findingsOf(check: Check, patient: Patient): Promise<readonly RepairableFinding[]> {
  let found: readonly RepairableFinding[] | undefined;
  const enough = AbortSignal.timeout(Math.floor(check.withinMs * soonOver));
  const looking = withStoreErrors(async () => check.run(patient, enough)).then(
    (all) => void (found = all),
    (error: unknown) => void (found = [failed(messageOf(error))]),
  );
  await atMost(looking, check.withinMs);
  return found ?? [late(check.withinMs)];
}

const failed = (reason: string): RepairableFinding =>
  problem('failed', text(`This could not be examined: ${reason}`, `无法检查：${reason}`), {
    data: { reason },
  });

const late = (ms: number): RepairableFinding =>
  problem(
    'late',
    text(`This could not be examined within ${ms / 1_000} seconds.`, `${ms / 1_000} 秒内未能完成检查。`),
    { data: { ms } },
  );

function reportOf({ id, title }: Check, found: readonly RepairableFinding[]): CheckReport {
  const findings = found.map(({ repair: offered, ...finding }): Finding => ({
    ...finding,
    ...(offered && { repair: offered.offer }),
  }));
  return { id, title, level: worst(findings), findings };
}

const worst = (all: readonly { readonly level: Level }[]): Level =>
  levels.findLast((level) => all.some((each) => each.level === level)) ?? 'ok';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
