import type { AgentMachine } from '../connect/machine.ts';
import type { KeepSettings } from '../store/capture/types.ts';
import type { Clock } from '../store/base/context.ts';

/** A text for people, in every language the product speaks. */
export interface BilingualText {
  readonly en: string;
  readonly zh: string;
}

/** How bad something is: as it should be; worth knowing; something does not work. From the mildest up. */
export const levels = ['ok', 'note', 'problem'] as const;
export type Level = (typeof levels)[number];

/** One thing that was found. */
export interface Finding {
  /** What was found, e.g. `lock.dead`: the same in every version. */
  readonly id: string;
  readonly level: Level;
  /** What it is about: a path in the history, an agent, a variable; empty for the whole. With `id` unique in its check. */
  readonly subject: string;
  readonly message: BilingualText;
  /** The values that the message tells, for programs. */
  readonly data: Readonly<Record<string, string | number | boolean>>;
  /** What a repair would do; absent where there is none. Nothing is done until it is asked for. */
  readonly repair?: BilingualText;
}

/** What came of one check. */
export interface CheckReport {
  /** The same in every version, e.g. `locks`. */
  readonly id: string;
  readonly title: BilingualText;
  /** That of the worst finding. */
  readonly level: Level;
  /** Never empty. */
  readonly findings: readonly Finding[];
}

/** All that was found. `doctor --json` prints it; its shape is described in docs/doctor.md. */
export interface DoctorReport {
  readonly v: 1;
  /** Of the product. */
  readonly version: string;
  /** Absolute path; absent where no project was examined. */
  readonly project?: string;
  /** Absolute path of `.chat-history`, which need not exist. */
  readonly history?: string;
  /** That of the worst finding. */
  readonly level: Level;
  /** Those that apply, always in the same order. */
  readonly checks: readonly CheckReport[];
}

/** Names a finding, in order to repair it. */
export interface FindingName {
  readonly check: string;
  readonly id: string;
  readonly subject: string;
}

/** What came of a repair. `gone`: there was nothing to repair any more; `failed`: everything is as it was, but for what was interrupted before. */
export interface RepairReport extends FindingName {
  readonly state: 'done' | 'gone' | 'failed';
  /** What was done, and where what was there before lies now; or why nothing was done. */
  readonly message: BilingualText;
}

/** What is examined. */
export interface Patient {
  /** The version of the product that runs. */
  readonly version: string;
  /** Absolute path of the `cli.js` that runs, or lies beside what runs; for what has to be started. */
  readonly cli: string;
  /** Whose agents are examined. The editor gives its own folder as `editorFolder`. */
  readonly machine: AgentMachine;
  readonly clock: Clock;
  /** Absolute path of the project, links resolved; undefined where there is none. */
  readonly project: string | undefined;
  /** Absolute folder that holds the history in place of the project. */
  readonly base?: string;
  /** Which sessions are kept; what the environment says unless an editor has settings of its own. */
  readonly keep?: KeepSettings;
  /** What tells where embeddings come from; the environment unless an editor has settings of its own. */
  readonly embeddings?: () => Readonly<Record<string, string | undefined>>;
  /** The password of the hub of a project (its UUID) at an address without one, where the editor keeps it. */
  readonly hubPassword?: (project: string, hub: string) => Promise<string | undefined>;
}

/** A finding with what repairs it. */
export interface RepairableFinding extends Omit<Finding, 'repair'> {
  readonly repair?: Repair;
}

/** Repairs one finding. What it replaces is put aside, never deleted. */
export interface Repair {
  /** What it would do. */
  readonly offer: BilingualText;
  /** Does it, and tells what was done. What it throws leaves everything as it was. */
  readonly run: () => Promise<BilingualText>;
}

/** One subject that is examined. */
export interface Check {
  readonly id: string;
  readonly title: BilingualText;
  /** It is given up after so long. Milliseconds. */
  readonly withinMs: number;
  /**
   * Looks only: creates and changes nothing. None where it does not apply. Shortly before the time is over `enough` is
   * aborted: what was found until then counts.
   */
  readonly run: (patient: Patient, enough: AbortSignal) => Promise<readonly RepairableFinding[]>;
}

export interface ExamineOptions {
  /** Only these checks, by their ids. */
  readonly only?: readonly string[];
  /** Called with each check as it ends, in whatever order they do. */
  readonly onCheck?: (report: CheckReport) => void;
}

/** Examines and repairs. */
export interface Doctor {
  /** Ids of all checks, in the order in which they are told. */
  readonly checks: readonly string[];
  /** Changes and creates nothing, and always comes to an end: what cannot be examined in time is a finding itself. */
  examine(patient: Patient, options?: ExamineOptions): Promise<DoctorReport>;
  /** Repairs one finding, once it was found again. Never throws. */
  repair(patient: Patient, name: FindingName): Promise<RepairReport>;
}

/** The findings of a report that can be repaired, in their order. */
export const repairable = ({ checks: reports }: DoctorReport): readonly FindingName[] =>
  reports.flatMap(({ id: check, findings }) =>
    findings.flatMap(({ id, subject, repair: offer }) =>
      offer === undefined ? [] : [{ check, id, subject }],
    ),
  );
