import { EventEmitter } from 'vscode';
import {
  repairable,
  type CheckReport,
  type Doctor,
  type FindingName,
  type CheckTarget,
  type RepairReport,
  type DoctorReport,
} from '../../doctor/types.ts';
import { Disposable } from '../base/disposable.ts';

/** Results of checks and repairs. */
export class Examination extends Disposable {
  readonly #load: () => Promise<Doctor>;
  #doctor: Doctor | undefined;
  readonly #target: () => CheckTarget;
  readonly #changed = this._register(new EventEmitter<void>());
  readonly #checks = new Map<string, CheckReport>();
  readonly #repairs: RepairReport[] = [];
  #report: DoctorReport | undefined;
  #examinedAt: number | undefined;
  #ended: number | undefined;
  #repairing = false;
  #examining: Promise<void> = Promise.resolve();

  /** Fires when results change. */
  readonly onDidChange = this.#changed.event;

  /** The doctor is loaded on first use. */
  constructor(load: () => Promise<Doctor>, target: () => CheckTarget) {
    super();
    this.#load = load;
    this.#target = target;
  }

  /** Latest results of checks, in order. */
  get checks(): readonly CheckReport[] {
    return this.#doctor?.checks.flatMap((id) => this.#checks.get(id) ?? []) ?? [];
  }

  /** Newest first. */
  get repairs(): readonly RepairReport[] {
    return this.#repairs;
  }

  /** Number of completed checks; undefined while none run. */
  get progress(): { readonly ended: number; readonly all: number } | undefined {
    if (this.#ended === undefined || !this.#doctor) return undefined;
    return { ended: this.#ended, all: this.#doctor.checks.length };
  }

  get repairing(): boolean {
    return this.#repairing;
  }

  /** The last complete report; undefined before the first. */
  get report(): DoctorReport | undefined {
    return this.#report;
  }

  /** Milliseconds; time of the last complete report. */
  get examinedAt(): number | undefined {
    return this.#examinedAt;
  }

  /** Runs the checks, unless they are running. Never fails. */
  examine(): Promise<void> {
    if (this.#ended === undefined) this.#examining = this.#examineNow();
    return this.#examining;
  }

  async #examineNow(): Promise<void> {
    this.#ended = 0;
    const doctor = (this.#doctor ??= await this.#load());
    this.#tell();
    const target = this.#target();
    const report = await doctor.examine(target, { onCheck: (check) => this.#ends(check) });
    this.#ended = undefined;
    this.#report = report;
    this.#examinedAt = target.clock.now();
    this.#checks.clear();
    for (const check of report.checks) this.#checks.set(check.id, check);
    this.#tell();
  }

  /**
   * Repairs these findings, or all, one after another, after running checks have ended, and runs the checks again.
   * Never fails.
   */
  async repair(names?: readonly FindingName[]): Promise<void> {
    if (this.#repairing) return;
    this.#repairing = true;
    await this.#examining;
    this.#tell();
    const doctor = (this.#doctor ??= await this.#load());
    for (const name of names ?? (this.#report ? repairable(this.#report) : [])) {
      this.#repairs.unshift(await doctor.repair(this.#target(), name));
      this.#tell();
    }
    await this.#examining; // one started in the meantime does not reflect all repairs
    const examined = this.examine();
    this.#repairing = false; // and runs the checks: earlier findings never count as current
    await examined;
  }

  #ends(check: CheckReport): void {
    this.#checks.set(check.id, check);
    this.#ended = (this.#ended ?? 0) + 1;
    this.#tell();
  }

  #tell(): void {
    if (!this.disposed) this.#changed.fire();
  }
}
