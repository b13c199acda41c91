import { existsSync } from 'node:fs';
import { l10n, workspace, type Memento } from 'vscode';
import type { Consolidation } from '../../history/memory/types.ts';
import { Disposable } from '../base/disposable.ts';
import { number, offerUndo } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';
import type { MemoryReports } from './memoryReports.ts';
import { consolidationReport } from './reportText.ts';

/** Key in the workspace's state: the latest reported consolidation of each project. */
const reportedKey = 'memories.toldConsolidations';
/** Age limit meant by the setting: similar memories within it are merged, older ones archived. */
const horizon = 'quarterly';

export interface MemoryScheduleServices {
  readonly memoryReports: MemoryReports;
  readonly memento: Memento;
  readonly onError: (error: unknown) => void;
}

/** Applies the setting to the schedule of memories, runs what is due, and reports what a schedule did. */
export class MemorySchedule extends Disposable {
  readonly #projects: Projects;
  readonly #services: MemoryScheduleServices;
  /** Serialized: two runs without a schedule would both set it, and the later one would restart it. */
  #queue: Promise<void> = Promise.resolve();

  constructor(projects: Projects, services: MemoryScheduleServices) {
    super();
    this.#projects = projects;
    this.#services = services;
    const all = (): void => this.#tendAll();
    this._register(projects.onDidChangeProjects(all));
    this._register(workspace.onDidGrantWorkspaceTrust(all));
    this._register(
      projects.onDidChange(({ project, folders }) => {
        if (!folders || folders.has('.memory')) this.#start(project);
      }),
    );
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (settings.affectsMemorySchedule(event))
          for (const project of projects.all) this.#start(project, { again: true });
      }),
    );
    setImmediate(all); // the editor's start does not wait for it
  }

  #tendAll(): void {
    for (const project of this.#projects.on) this.#start(project);
  }

  #start(project: Project, options: { readonly again?: boolean } = {}): void {
    const isIdle = this.disposed || !workspace.isTrusted || project.mode.mode === 'off';
    if (isIdle || !existsSync(project.memories.file)) return;
    this.#queue = this.#queue.then(() => this.#tend(project, options)).catch(this.#services.onError);
  }

  /** `again` resumes a schedule that was paused by an undo. */
  async #tend({ root, memories }: Project, { again = false }): Promise<void> {
    const wanted = settings.memorySchedule();
    const { every = 'off', paused = false } = (await memories.maintenance.scheduled()) ?? {};
    if (wanted !== undefined && (wanted !== every || (again && paused)))
      await memories.maintenance.schedule(wanted, horizon);
    await memories.maintenance.consolidateIfDue();
    const run = (await memories.maintenance.scheduled())?.run;
    if (run === undefined || this.#reported[root] === run) return;
    await this.#services.memento.update(reportedKey, { ...this.#reported, [root]: run });
    const done = await memories.consolidate('status', { horizon, dryRun: true });
    if (done.run === run) this.#report(memories, done);
  }

  get #reported(): Readonly<Record<string, unknown>> {
    return this.#services.memento.get<Readonly<Record<string, unknown>>>(reportedKey) ?? {};
  }

  #report(memories: Project['memories'], done: Consolidation): void {
    const { memoryReports, onError } = this.#services;
    const text = l10n.t(
      'Scheduled consolidation: {0} memories hidden, {1} summaries written.',
      number(done.archived.length),
      number(done.summaries.length),
    );
    const show = () => memoryReports.open(l10n.t('Scheduled Consolidation'), consolidationReport(done));
    const undo = () => memories.consolidate('undo', { horizon, dryRun: false });
    offerUndo(text, undo, onError, [{ label: l10n.t('Show'), run: show }]);
  }
}
