import { commands, env, l10n, window, workspace } from 'vscode';
import {
  parseDoctorPaneAction,
  parseDoctorPaneMemory,
  type DoctorCommand,
  type DoctorPaneAction,
  type DoctorPaneContent,
  type PaneFindingName,
} from '../../protocol/doctorPane.ts';
import type { Doctor, Finding, CheckTarget } from '../../doctor/types.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import type { Project } from '../base/project.ts';
import { noFilter, type DialogFilter } from '../dialogs/dialogOrder.ts';
import type { Pane, PaneParts } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { doctorFailure, doctorPaneState, doctorTargetOf, type DoctorTarget } from './doctorPaneState.ts';
import { Examination } from './examination.ts';
import { editedBy, openPlace, placeOf, sampledBy } from './places.ts';
import { reportJson, reportText } from './reportText.ts';

type DoctorAction = OwnAction<DoctorPaneAction>;

/** What doctor panes require. */
export interface DoctorServices extends WindowServices {
  readonly loadDoctor: () => Promise<Doctor>;
  /** Returns what to examine for a project. */
  readonly patient: (project: Project) => CheckTarget;
  /** The *Dialogs* view. */
  readonly dialogs: {
    readonly tree: { cache(project: Project): { countDue(): Promise<number> } };
    filter(filter: DialogFilter): void;
  };
}

/** An editor tab that shows findings in a project and on this machine. */
export type DoctorPane = Pane<DoctorTarget, DoctorPaneContent, DoctorAction>;

type Parts = PaneParts<DoctorTarget, DoctorPaneContent, DoctorAction, ShowOptions>;

function doctorParts(pane: DoctorPane, { loadDoctor, patient, dialogs, onError }: DoctorServices): Parts {
  const { project } = pane.target;
  const target = () => patient(project);
  const examination = pane.register(new Examination(loadDoctor, target));
  pane.register(examination.onDidChange(() => pane.page.update()));
  /** Checks start programs and read agents' configuration, which requires trust. */
  const begin = (): void => {
    const { report, progress } = examination;
    if (workspace.isTrusted && report === undefined && progress === undefined) void examination.examine();
  };
  let due = 0;
  const count = async (): Promise<void> => {
    const counted = await dialogs.tree.cache(project).countDue();
    if (counted === due) return;
    due = counted;
    pane.page.update();
  };
  const content = (): DoctorPaneContent =>
    workspace.isTrusted
      ? doctorPaneState(pane.target, examination, { version: target().version, due })
      : doctorFailure(pane.target, new Error(l10n.t('History can be examined only in a trusted workspace.')));
  return {
    begin,
    read: () => {
      void count().catch(onError); // thousands of dialogs take seconds
      return Promise.resolve({ content: content() });
    },
    // The user wants the current state.
    show: () => {
      if (workspace.isTrusted && examination.report) void examination.examine();
    },
    // Runs the checks only after trust was granted: other changes are examined on request.
    changed: (folders) => {
      if (folders !== undefined) return;
      if (pane.page.isListening) begin();
      pane.page.update();
    },
    run: async (action) => {
      if (!workspace.isTrusted) return;
      switch (action.type) {
        case 'repair':
          return examination.repair([action.finding]);
        case 'openPlace':
          return openFinding(findingOf(examination, action.finding), project);
        case 'sample':
          return sampleFinding(findingOf(examination, action.finding), project);
        case 'edit':
          return editSetting(findingOf(examination, action.finding));
        case 'command':
          if (action.command === 'showDue') return showDue(dialogs);
          return runCommand(action.command, examination, project);
      }
    },
  };
}

/** Opens a file only if a finding names it. */
function findingOf({ checks }: Examination, { check, id, subject }: PaneFindingName): Finding | undefined {
  const found = checks.find((each) => each.id === check)?.findings;
  return found?.find((each) => each.id === id && each.subject === subject);
}

async function openFinding(finding: Finding | undefined, { folder, root }: Project): Promise<void> {
  const place = finding && placeOf(finding, folder);
  if (place) await openPlace(place, root);
}

async function sampleFinding(finding: Finding | undefined, { root }: Project): Promise<void> {
  const sampled = finding && sampledBy(finding);
  if (sampled) await commands.executeCommand('historyStore.sampleSession', { folder: root, ...sampled });
}

/** Shows the change of an agent's setting, which the person then decides on. */
async function editSetting(finding: Finding | undefined): Promise<void> {
  const edited = finding && editedBy(finding);
  if (edited) await commands.executeCommand('historyStore.connectAgents', edited);
}

async function showDue(dialogs: DoctorServices['dialogs']): Promise<void> {
  dialogs.filter({ ...noFilter, due: true });
  await commands.executeCommand('historyStore.dialogs.focus');
}

async function runCommand(
  command: Exclude<DoctorCommand, 'showDue'>,
  examination: Examination,
  { root }: Project,
): Promise<void> {
  const { report, repairs } = examination;
  switch (command) {
    case 'examine':
      return examination.examine();
    case 'repairAll':
      return examination.repair();
    case 'listServers':
      return commands.executeCommand('workbench.mcp.listServer');
    case 'showInsight':
    case 'showBrief':
    case 'connectAgents':
    case 'consolidateMemories':
    case 'memoryHealth':
    case 'findSecrets':
      return commands.executeCommand(`historyStore.${command}`, { folder: root });
    case 'copyReport':
      return copy(report && reportText(report, repairs));
    case 'copyJson':
      return copy(report && reportJson(report, repairs));
  }
}

async function copy(text: string | undefined): Promise<void> {
  if (text === undefined) return;
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('$(check) Report copied'), 3_000);
}

/** The overview: what needs the person, and what leads to the rest. */
export const doctorPanes = definePaneKind((services: DoctorServices) => ({
  name: 'doctor',
  title: () => l10n.t('Overview'),
  isSame: (a: DoctorTarget, b: DoctorTarget) => a.project === b.project,
  remembered: (state: unknown) => doctorTargetOf(parseDoctorPaneMemory(state), services.projects),
  parse: parseDoctorPaneAction,
  parts: (pane: DoctorPane) => doctorParts(pane, services),
}));
