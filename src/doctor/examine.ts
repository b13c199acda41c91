import { defined, errorMessage } from '../disk/base/core.ts';
import { atMost } from '../disk/base/context.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { withStoreErrors } from '../disk/files/failure.ts';
import { checks } from './checks.ts';
import { problem, text, untranslated, RepairFailed } from './findings.ts';
import { levels, type Check, type CheckReport, type Finding, type RepairableFinding } from './types.ts';
import type {
  Doctor,
  ExamineOptions,
  FindingName,
  Level,
  CheckTarget,
  RepairReport,
  DoctorReport,
} from './types.ts';

/**
 * Examines a project and the machine's agents, changing nothing. Always completes: a check that fails or takes too
 * long is a finding itself.
 */
export async function examine(
  target: CheckTarget,
  { only, onCheck }: ExamineOptions = {},
  of: readonly Check[] = checks,
): Promise<DoctorReport> {
  const examined = await Promise.all(
    of
      .filter(({ id }) => only?.includes(id) ?? true)
      .map(async (check) => {
        const found = await findingsOf(check, target);
        if (found.length === 0) return []; // does not apply
        const report = reportOf(check, found);
        onCheck?.(report);
        return [report];
      }),
  );
  const reports = examined.flat();
  const { project, base = project, version } = target;
  return {
    v: 1,
    version,
    ...defined({ project }),
    ...(base !== undefined && { history: historyFolder(base) }),
    level: worst(reports),
    checks: reports,
  };
}

/** Repairs a finding after finding it current. Never throws. */
export async function repair(target: CheckTarget, name: FindingName): Promise<RepairReport> {
  const check = checks.find(({ id }) => id === name.check);
  const found = check === undefined ? [] : await findingsOf(check, target);
  const current = found.find(({ id, subject }) => id === name.id && subject === name.subject);
  const { check: of, id, subject } = name;
  const report = { check: of, id, subject };
  if (current?.repair === undefined)
    return {
      ...report,
      state: 'gone',
      message: text('There is nothing to repair any more.'),
    };
  try {
    return { ...report, state: 'done', message: await withStoreErrors(current.repair.run) };
  } catch (error) {
    const message = error instanceof RepairFailed ? error.text : untranslated(errorMessage(error));
    return { ...report, state: 'failed', message };
  }
}

/** The product's doctor. */
export const doctor: Doctor = {
  checks: checks.map(({ id }) => id),
  examine: (target, options) => examine(target, options),
  repair,
};

/** Share of a check's time after which it should stop early. */
const stopShare = 0.8;

/** Runs a check, turning failures and timeouts into findings. */
async function findingsOf(check: Check, target: CheckTarget): Promise<readonly RepairableFinding[]> {
  let found: readonly RepairableFinding[] | undefined;
  const signal = AbortSignal.timeout(Math.floor(check.withinMs * stopShare));
  const looking = withStoreErrors(async () => check.run(target, signal)).then(
    (all) => void (found = all),
    (error: unknown) => void (found = [failed(errorMessage(error))]),
  );
  await atMost(looking, check.withinMs);
  return found ?? [late(check.withinMs)];
}

const failed = (reason: string): RepairableFinding =>
  problem('failed', text('This could not be examined: {0}', reason), {
    data: { reason },
  });

const late = (ms: number): RepairableFinding =>
  problem('late', text('This could not be examined within {0} seconds.', ms / 1_000), { data: { ms } });

function reportOf({ id, title }: Check, found: readonly RepairableFinding[]): CheckReport {
  const findings = found.map(({ repair: offered, ...finding }): Finding => ({
    ...finding,
    ...(offered && { repair: offered.offer }),
    ...(offered?.byChoice && { byChoice: offered.byChoice }),
  }));
  return { id, title, level: worst(findings), findings };
}

const worst = (all: readonly { readonly level: Level }[]): Level =>
  levels.findLast((level) => all.some((each) => each.level === level)) ?? 'ok';
