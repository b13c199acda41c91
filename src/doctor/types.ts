import type { AgentMachine } from '../agents/profile/machine.ts';
import type { KeepSettings } from '../history/capture/types.ts';
import type { CopySettings } from '../history/copies/modes.ts';
import type { Clock } from '../disk/base/context.ts';

/** A text for people in every language of the product. */
export interface BilingualText {
  readonly en: string;
  readonly zh: string;
}

/** Severity of a finding, ascending: all is well; worth knowing; something does not work. */
export const levels = ['ok', 'note', 'problem'] as const;
export type Level = (typeof levels)[number];

/** A finding of a check. */
export interface Finding {
  /** Stable id, e.g. `lock.dead`. */
  readonly id: string;
  readonly level: Level;
  /** A path in the history, an agent or a variable; empty for the whole. Unique in its check together with `id`. */
  readonly subject: string;
  readonly message: BilingualText;
  /** Values from the message, for programs. */
  readonly data: Readonly<Record<string, string | number | boolean>>;
  /** What the repair would do, on request only; absent without one. */
  readonly repair?: BilingualText;
  /** The repair is left to a person who chooses this finding; repairing all skips it. */
  readonly byChoice?: true;
}

/** Result of a check. */
export interface CheckReport {
  /** Stable id, e.g. `locks`. */
  readonly id: string;
  readonly title: BilingualText;
  /** Level of the worst finding. */
  readonly level: Level;
  /** Never empty. */
  readonly findings: readonly Finding[];
}

/** Results of all checks. `doctor --json` prints this; docs/doctor.md describes its shape. */
export interface DoctorReport {
  readonly v: 1;
  /** Of the product. */
  readonly version: string;
  /** Absolute path; absent if no project was examined. */
  readonly project?: string;
  /** Absolute path of `.chat-history`, which need not exist. */
  readonly history?: string;
  /** Level of the worst finding. */
  readonly level: Level;
  /** Checks that apply, always in the same order. */
  readonly checks: readonly CheckReport[];
}

/** Identifies a finding to repair. */
export interface FindingName {
  readonly check: string;
  readonly id: string;
  readonly subject: string;
}

/**
 * Result of a repair. `gone`: nothing was left to repair; `failed`: nothing changed, except for completing
 * interrupted work.
 */
export interface RepairReport extends FindingName {
  readonly state: 'done' | 'gone' | 'failed';
  /** What was done and where the previous content is, or why nothing was done. */
  readonly message: BilingualText;
}

/** What to examine. */
export interface CheckTarget {
  /** The running version of the product. */
  readonly version: string;
  /** Absolute path of the running `cli.js`, or the one beside the running program; used to start programs. */
  readonly cli: string;
  /** The machine whose agents are examined. The editor adds its own folder as `editorFolder`. */
  readonly machine: AgentMachine;
  readonly clock: Clock;
  /** Absolute path of the project, links resolved; undefined without one. */
  readonly project: string | undefined;
  /** Absolute path of the folder that contains the history instead of the project. */
  readonly base?: string;
  /** Which sessions are archived; from the environment unless the editor has settings. */
  readonly keep?: KeepSettings;
  /** Whether second copies are kept; from the environment unless the editor has settings. */
  readonly copies?: CopySettings;
  /** Variables that configure embeddings; from the environment unless the editor has settings. */
  readonly embeddings?: () => Readonly<Record<string, string | undefined>>;
  /** Returns a hub's password stored by the editor, given the project's UUID and the address without password. */
  readonly hubPassword?: (project: string, hub: string) => Promise<string | undefined>;
}

/** A finding with its repair. */
export interface RepairableFinding extends Omit<Finding, 'repair' | 'byChoice'> {
  readonly repair?: Repair;
}

/** Repair of a finding. Replaced content is set aside, never deleted. */
export interface Repair {
  /** What it would do. */
  readonly offer: BilingualText;
  /** Runs the repair and returns what was done. An error leaves everything unchanged. */
  readonly run: () => Promise<BilingualText>;
  /** As of `Finding`. */
  readonly byChoice?: true;
}

/** A check of one subject. */
export interface Check {
  readonly id: string;
  readonly title: BilingualText;
  /** Maximum run time. Milliseconds. */
  readonly withinMs: number;
  /**
   * Examines without changing anything; returns nothing if the check does not apply. `signal` is aborted shortly
   * before the time is up; findings so far count.
   */
  readonly run: (target: CheckTarget, signal: AbortSignal) => Promise<readonly RepairableFinding[]>;
}

export interface ExamineOptions {
  /** Restricts the checks, by id. */
  readonly only?: readonly string[];
  /** Receives each check's result as it ends, in any order. */
  readonly onCheck?: (report: CheckReport) => void;
}

/** Runs checks and repairs. */
export interface Doctor {
  /** Ids of all checks, in the order of the report. */
  readonly checks: readonly string[];
  /** Runs the checks, changing nothing. Always completes: a check that takes too long is a finding itself. */
  examine(target: CheckTarget, options?: ExamineOptions): Promise<DoctorReport>;
  /** Repairs a finding after finding it again. Never throws. */
  repair(target: CheckTarget, name: FindingName): Promise<RepairReport>;
}

/** Returns the findings of a report that are repaired together, in order. */
export const repairable = ({ checks: reports }: DoctorReport): readonly FindingName[] =>
  reports.flatMap(({ id: check, findings }) =>
    findings.flatMap(({ id, subject, repair: offer, byChoice }) =>
      offer === undefined || byChoice ? [] : [{ check, id, subject }],
    ),
  );
