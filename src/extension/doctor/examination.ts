import { EventEmitter } from 'vscode';
import {
  repairable,
  type CheckReport,
  type Doctor,
  type FindingName,
  type Patient,
  type RepairReport,
  type DoctorReport,
} from '../../doctor/types.ts';
import { Disposable } from '../base/disposable.ts';

/** What is known of a patient: what the checks told, and what was repaired. */
export class Examination extends Disposable {
  readonly #load: () => Promise<Doctor>;
  #doctor: Doctor | undefined;
  readonly #patient: () => Patient;
  readonly #changed = this._register(new EventEmitter<void>());
  readonly #checks = new Map<string, CheckReport>();
  readonly #repairs: RepairReport[] = [];
  #report: DoctorReport | undefined;
  #examinedAt: number | undefined;
  #ended: number | undefined;
  #repairing = false;
  #examining: Promise<void> = Promise.resolve();

  /** Something else is known now. */
  readonly onDidChange = this.#changed.event;

  /** Whoever examines is loaded then. */
  constructor(load: () => Promise<Doctor>, patient: () => Patient) {
    super();
    this.#load = load;
    this.#patient = patient;
  }

  /** What the checks told last, in their order. */
  get checks(): readonly CheckReport[] {
    return this.#doctor?.checks.flatMap((id) => this.#checks.get(id) ?? []) ?? [];
  }

  /** Newest first. */
  get repairs(): readonly RepairReport[] {
    return this.#repairs;
  }

  /** How many checks have ended; undefined while nothing is examined. */
  get progress(): { readonly ended: number; readonly all: number } | undefined {
    if (this.#ended === undefined || !this.#doctor) return undefined;
    return { ended: this.#ended, all: this.#doctor.checks.length };
  }

  get repairing(): boolean {
    return this.#repairing;
  }

  /** The last whole report; undefined until there is one. */
  get report(): DoctorReport | undefined {
    return this.#report;
  }

  /** Milliseconds; of the last whole report. */
  get examinedAt(): number | undefined {
    return this.#examinedAt;
  }

  /** Examines, unless that is under way. Never fails. */
  examine(): Promise<void> {
    if (this.#ended === undefined) this.#examining = this.#examineNow();
    return this.#examining;
  }

  async #examineNow(): Promise<void> {
    this.#ended = 0;
    const doctor = (this.#doctor ??= await this.#load());
    this.#tell();
    const patient = this.#patient();
    const report = await doctor.examine(patient, { onCheck: (check) => this.#ends(check) });
    this.#ended = undefined;
    this.#report = report;
    this.#examinedAt = patient.clock.now();
    this.#checks.clear();
    for (const check of report.checks) this.#checks.set(check.id, check);
    this.#tell();
  }

  /** Repairs these findings, or all, one after the other, once an examination under way has ended, and examines again. Never fails. */
  async repair(names?: readonly FindingName[]): Promise<void> {
    if (this.#repairing) return;
    this.#repairing = true;
    await this.#examining;
    this.#tell();
    const doctor = (this.#doctor ??= await this.#load());
    for (const name of names ?? (this.#report ? repairable(this.#report) : [])) {
      this.#repairs.unshift(await doctor.repair(this.#patient(), name));
      this.#tell();
    }
    await this.#examining; // one that began meanwhile does not know of all
    const examined = this.examine();
    this.#repairing = false; // and is examined: at no moment what was found before counts as the present state
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
