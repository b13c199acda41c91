import { commands, env, l10n, window, workspace, type WebviewPanel } from 'vscode';
import {
  parseDoctorPaneAction,
  parseDoctorPaneMemory,
  type DoctorCommand,
  type DoctorPaneAction,
  type DoctorPaneContent,
  type PaneFindingName,
} from '../../protocol/doctorPane.ts';
import type { Doctor, Finding, Patient } from '../../doctor/types.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { doctorFailure, doctorPaneState } from './doctorPaneState.ts';
import { doctorTargetOf, type DoctorTarget } from './doctorTarget.ts';
import { Examination } from './examination.ts';
import { openPlace, placeOf } from './places.ts';
import { reportJson, reportText } from './reportText.ts';

type DoctorAction = OwnAction<DoctorPaneAction>;

/** What doctor panes work with. */
export interface DoctorServices extends PaneServices {
  readonly loadDoctor: () => Promise<Doctor>;
  /** What is examined of a project. */
  readonly patient: (project: Project) => Patient;
}

const title = (): string => l10n.t('Doctor');

/** One editor tab that shows what was found in a project and on this machine. */
export class DoctorPane extends Disposable implements Pane<DoctorTarget> {
  readonly page: PanePage<DoctorAction, DoctorPaneContent>;
  readonly target: DoctorTarget;
  readonly examination: Examination;
  readonly #panel: WebviewPanel;
  readonly #patient: () => Patient;

  constructor(panel: WebviewPanel, target: DoctorTarget, services: DoctorServices) {
    super();
    this.#panel = panel;
    this.target = target;
    this.#patient = () => services.patient(target.project);
    this.examination = this._register(new Examination(services.loadDoctor, this.#patient));
    const page = new PanePage<DoctorAction, DoctorPaneContent>(panel, services, {
      name: 'doctor',
      root: () => target.project.root,
      parse: parseDoctorPaneAction,
      begin: () => this.#begin(),
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
    this._register(this.examination.onDidChange(() => page.update()));
  }

  /** Brings it to the front; whoever asks for the doctor again wants to know how things are now. */
  show(_target: DoctorTarget, { preserveFocus = false }: ShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    if (workspace.isTrusted && this.examination.report) void this.examination.examine();
  }

  /** Only where trust was granted: what else changes is examined when somebody asks for it. */
  update({ folders }: ProjectChange): void {
    if (folders !== undefined) return;
    if (this.page.isListening) this.#begin();
    this.page.update();
  }

  /** Examining starts programs and reads what agents are configured with, and so needs trust. */
  #begin(): void {
    const { report, progress } = this.examination;
    if (workspace.isTrusted && report === undefined && progress === undefined)
      void this.examination.examine();
  }

  async #send(): Promise<void> {
    await this.page.post(
      workspace.isTrusted
        ? doctorPaneState(this.target, this.examination, this.#patient().version)
        : doctorFailure(
            this.target,
            new Error(l10n.t('History can be examined only in a trusted workspace.')),
          ),
    );
  }

  async #run(action: DoctorAction): Promise<void> {
    if (!workspace.isTrusted) return;
    switch (action.type) {
      case 'repair':
        return this.examination.repair([action.finding]);
      case 'openPlace':
        return this.#open(action.finding);
      case 'command':
        return this.#command(action.command);
    }
  }

  async #open(name: PaneFindingName): Promise<void> {
    const { project } = this.target;
    const finding = this.#finding(name);
    const place = finding && placeOf(finding, project.folder);
    if (place) await openPlace(place, project.root);
  }

  /** A place is opened only where an examination named it. */
  #finding({ check, id, subject }: PaneFindingName): Finding | undefined {
    const found = this.examination.checks.find((each) => each.id === check)?.findings;
    return found?.find((each) => each.id === id && each.subject === subject);
  }

  async #command(command: DoctorCommand): Promise<void> {
    const { report, repairs } = this.examination;
    switch (command) {
      case 'examine':
        return this.examination.examine();
      case 'repairAll':
        return this.examination.repair();
      case 'connectAgents':
        return commands.executeCommand('historyStore.connectAgents');
      case 'copyReport':
        return copy(report && reportText(report, repairs));
      case 'copyJson':
        return copy(report && reportJson(report, repairs));
    }
  }
}

async function copy(text: string | undefined): Promise<void> {
  if (text === undefined) return;
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('$(check) Report copied'), 3_000);
}

/** The open doctor panes. */
export class DoctorPanes extends Panes<DoctorTarget, DoctorPane> {
  constructor(projects: Projects, services: DoctorServices) {
    super(projects, {
      name: 'doctor',
      extension: services.extension,
      create: (panel, target) => new DoctorPane(panel, target, services),
      title,
      isSame: (a, b) => a.project === b.project,
      remembered: (state) => doctorTargetOf(parseDoctorPaneMemory(state), projects),
    });
  }
}
