import { EventEmitter } from 'vscode';
import {
  repairable,
  type CheckReport,
  type Doctor,
  type FindingName,
  type Patient,
  type RepairReport,
  type Report,
} from '../../doctor/types.ts';
import { Disposable } from '../base/disposable.ts';

/** What is known of a patient: what the checks told, and what was repaired. */
export class Examination extends Disposable {
  readonly #doctor: Doctor;
  readonly #patient: () => Patient;
  readonly #changed = this._register(new EventEmitter<void>());
  readonly #checks = new Map<string, CheckReport>();
  readonly #repairs: RepairReport[] = [];
  #report: Report | undefined;
  #examinedAt: number | undefined;
  #ended: number | undefined;
  #repairing = false;

  /** Something else is known now. */
  readonly onDidChange = this.#changed.event;

  constructor(doctor: Doctor, patient: () => Patient) {
    super();
    this.#doctor = doctor;
    this.#patient = patient;
  }

  /** What the checks told last, in their order. */
  get checks(): readonly CheckReport[] {
    return this.#doctor.checks.flatMap((id) => this.#checks.get(id) ?? []);
  }

  /** Newest first. */
  get repairs(): readonly RepairReport[] {
    return this.#repairs;
  }

  /** How many checks have ended; undefined while nothing is examined. */
  get progress(): { readonly ended: number; readonly all: number } | undefined {
    return this.#ended === undefined ? undefined : { ended: this.#ended, all: this.#doctor.checks.length };
  }

  get repairing(): boolean {
    return this.#repairing;
  }

  /** The last whole report; undefined until there is one. */
  get report(): Report | undefined {
    return this.#report;
  }

  /** Milliseconds; of the last whole report. */
  get examinedAt(): number | undefined {
    return this.#examinedAt;
  }

  /** Examines, unless that is under way. Never fails. */
  async examine(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#ended = 0;
    this.#tell();
    const patient = this.#patient();
    const report = await this.#doctor.examine(patient, { onCheck: (check) => this.#ends(check) });
    this.#ended = undefined;
    this.#report = report;
    this.#examinedAt = patient.clock.now();
    this.#checks.clear();
    for (const check of report.checks) this.#checks.set(check.id, check);
    this.#tell();
  }

  /** Repairs these findings, or all, one after the other, and examines again. Never fails. */
  async repair(names: readonly FindingName[] = this.#report ? repairable(this.#report) : []): Promise<void> {
    if (this.#repairing || this.#ended !== undefined || names.length === 0) return;
    this.#repairing = true;
    this.#tell();
    for (const name of names) {
      this.#repairs.unshift(await this.#doctor.repair(this.#patient(), name));
      this.#tell();
    }
    this.#repairing = false;
    await this.examine();
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
