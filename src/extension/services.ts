import { l10n, type ExtensionContext, type LogOutputChannel, type Memento } from 'vscode';
import type { Log } from '../disk/base/core.ts';
import { type Clock, systemClock } from '../disk/base/context.ts';
import { openStore } from '../store/store.ts';
import type { Releasable } from './base/disposable.ts';
import { showError } from './base/notices.ts';
import type { Project } from './base/project.ts';
import type { DialogTarget } from './base/pick.ts';
import { Projects } from './base/projects.ts';
import { agentRows } from './agents/agentRows.ts';
import { connectServices } from './agents/connectServices.ts';
import { briefPanes } from './brief/briefPane.ts';
import { contextNodes } from './contexts/contextChildren.ts';
import { ContextDocuments } from './contexts/contextDocuments.ts';
import { contextDrafts } from './contexts/contextDrafts.ts';
import { contextPanes } from './contexts/contextPane.ts';
import { summaryDrafts } from './dialogs/dialogDrafts.ts';
import { ActiveDialogItem } from './dialogs/activeDialogItem.ts';
import { dialogPanes, isSameDialog } from './dialogs/dialogPane.ts';
import type { WithoutDialogs } from './dialogs/dialogNodes.ts';
import { DialogPlaces } from './dialogs/dialogPlaces.ts';
import { DialogTree } from './dialogs/dialogTree.ts';
import { DialogView } from './dialogs/dialogView.ts';
import { RowDocuments } from './drag/rowDocuments.ts';
import type { RowExtras } from './tree/historyView.ts';
import { SharedDocuments } from './shared/sharedDocuments.ts';
import { SharedLists } from './shared/sharedLists.ts';
import { sharedMarks } from './shared/sharedMarks.ts';
import { ShareDrafts } from './shared/shareDrafts.ts';
import { TeamView } from './shared/teamView.ts';
import { MessageDocuments } from './dialogs/messageDocuments.ts';
import { ExportPlace } from './export/exportPlace.ts';
import { HubDocuments } from './hub/hubDocuments.ts';
import { HubKeeping, reportFailed } from './hub/hubKeeping.ts';
import { Hubs } from './hub/hubs.ts';
import { doctorPanes } from './doctor/doctorPane.ts';
import { patients } from './doctor/patient.ts';
import { insightPanes } from './insight/insightPane.ts';
import { memoryPanes } from './memory/memoryPane.ts';
import { MemoryReports } from './memory/memoryReports.ts';
import { MemorySchedule } from './memory/memorySchedule.ts';
import { MemoryTree } from './memory/memoryTree.ts';
import { MemoryView } from './memory/memoryView.ts';
import type { Renamed, WindowServices } from './panes/panes.ts';
import { agentPlaces } from './sessions/agentPlaces.ts';
import { PastSessions } from './sessions/pastSessions.ts';
import type { Machine } from '../disk/base/stateFolder.ts';
import { lostRows } from './doctor/lostRow.ts';
import { ProjectPlaces } from './sessions/projectPlaces.ts';
import { SessionDocuments } from './sessions/sessionDocuments.ts';
import { SearchPreparing } from './search/searchPreparing.ts';
import { SessionKeeping } from './sessions/sessionKeeping.ts';
import { WindowSessions } from './sessions/sessionLists.ts';
import { sessionPanes } from './sessions/sessionPane.ts';
import { SessionTree } from './sessions/sessionTree.ts';
import { SessionView } from './sessions/sessionView.ts';
import { askSession } from './sessions/sessionTarget.ts';
import { SessionWatch } from './sessions/sessionWatch.ts';
import { Proposals } from './summaries/proposals.ts';

const loadDoctor = async () => (await import('../doctor/examine.ts')).doctor;

/** Creates everything commands require: views, panes and documents of all subjects; released with the extension. */
export function makeServices(context: ExtensionContext, log: LogOutputChannel) {
  const { workspaceState: memento, extensionUri: extension } = context;
  const register = <T extends Releasable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const clock = systemClock;
  const onError = (error: unknown): void => showError(error, log);
  const places = agentPlaces(context);
  const projects = register(new Projects(storeLog(log), places, openStore));
  const forPanes = { extension, onError, log, projects };
  const lists = register(new WindowSessions(projects, places));
  const connect = connectServices(context, onError);
  const watch = register(new SessionWatch({ projects, lists, clock }));
  const withoutDialogs = register(
    new PastSessions({
      projects,
      lists,
      watch,
      clock,
      agents: { onDidChange: connect.changed.event, rows: agentRows(connect) },
    }),
  );
  const drag = register(new RowDocuments(projects, lists, clock));
  const sharedLists = register(new SharedLists(projects));
  const hubs = register(new Hubs({ projects, secrets: context.secrets, log: storeLog(log) }));
  const hubKeeping = register(
    new HubKeeping({ projects, hubs, clock, memento, onFailed: reportFailed(onError) }),
  );
  const extras = { drag, marks: sharedMarks({ projects, sessionLists: lists }, sharedLists) };
  const making = { register, clock, memento, forPanes, extras };
  const dialogs = dialogServices(projects, { ...making, withoutDialogs, places });
  return {
    projects,
    clock,
    onError,
    connect,
    modelMemory: context.globalState,
    exportPlace: new ExportPlace(context.globalState),
    proposals: register(new Proposals()),
    ...dialogs,
    drag,
    ...contextServices(projects, { register, memento, forPanes }, dialogs.panes),
    searchPreparing: register(new SearchPreparing(projects, storeLog(log))),
    ...sessionServices(projects, {
      register,
      clock,
      memento,
      lists,
      watch,
      forPanes,
      extras,
      log: storeLog(log),
    }),
    ...memoryServices(projects, { register, clock, memento, forPanes, extras }),
    sharedLists,
    hubs,
    hubKeeping,
    hubDocuments: register(new HubDocuments(projects, hubs)),
    shareDrafts: register(new ShareDrafts()),
    sharedDocuments: register(new SharedDocuments(projects, sharedLists)),
    teamView: register(
      new TeamView({ projects, lists: sharedLists, hubs, hubKeeping, clock, memento, onError }),
    ),
    reportedLarge: new Set<string>(),
    briefPanes: register(briefPanes({ ...forPanes, lists, watch, askSession: askFor(lists, clock) })),
    insightPanes: register(insightPanes({ ...forPanes, clock })),
    doctorPanes: register(
      doctorPanes({ ...forPanes, loadDoctor, patient: patients(context), dialogs: dialogs.view }),
    ),
  };
}

export type AllServices = ReturnType<typeof makeServices>;

/** What parts of subjects are created with. */
interface Making {
  /** Releases a part with the extension. */
  readonly register: <T extends Releasable>(part: T) => T;
  readonly clock: Clock;
  /** The workspace's state. */
  readonly memento: Memento;
  readonly forPanes: WindowServices;
  readonly extras: RowExtras;
}

function dialogServices(
  projects: Projects,
  {
    register,
    clock,
    memento,
    forPanes,
    extras,
    withoutDialogs,
    places,
  }: Making & { readonly withoutDialogs: WithoutDialogs; readonly places: Machine },
) {
  const documents = register(new MessageDocuments(projects));
  const tree = register(
    new DialogTree(projects, { clock, addNodes: [contextNodes], withoutDialogs, above: lostRows(places) }),
  );
  const view = register(new DialogView(tree, { projects, withoutDialogs, memento, extras }));
  const drafts = register(summaryDrafts(memento, forPanes.onError));
  const panes = register(dialogPanes({ ...forPanes, documents, drafts, places: new DialogPlaces() }));
  const activeDialogItem = register(new ActiveDialogItem(projects, forPanes.log));
  return { view, panes, documents, activeDialogItem, summaryDrafts: drafts, dialogTree: tree };
}

function contextServices(
  projects: Projects,
  { register, memento, forPanes }: Omit<Making, 'clock' | 'extras'>,
  { onDidRename }: ReturnType<typeof dialogPanes>,
) {
  const drafts = register(contextDrafts(memento));
  const panes = register(contextPanes({ ...forPanes, drafts }));
  const follow = ({ from, to }: Renamed<DialogTarget>): void =>
    panes.follow((shown) => (isSameDialog(shown, from) ? { ...shown, dialog: to.dialog } : undefined));
  register(onDidRename(follow));
  return {
    contextPanes: panes,
    contextDrafts: drafts,
    contextDocuments: register(new ContextDocuments(projects)),
  };
}

function sessionServices(
  projects: Projects,
  {
    register,
    clock,
    memento,
    lists,
    watch,
    forPanes,
    extras,
    log,
  }: Making & { readonly lists: WindowSessions; readonly watch: SessionWatch; readonly log: Log },
) {
  const tree = register(new SessionTree(projects, lists, clock));
  const sessionView = register(new SessionView(tree, watch, extras));
  const documents = register(new SessionDocuments(projects, lists));
  const panes = register(sessionPanes({ ...forPanes, lists, documents }));
  const around = { machine: lists.places, clock, log };
  const { onError } = forPanes;
  const projectPlaces = register(new ProjectPlaces({ projects, lists, around, onError }));
  const sessionKeeping = register(new SessionKeeping({ projects, log, memento }));
  const shown = { sessionLists: lists, sessionView, sessionDocuments: documents, sessionPanes: panes };
  return { ...shown, projectPlaces, sessionKeeping };
}

/** Asks for the session whose brief to show, and returns its id. */
const askFor =
  (lists: WindowSessions, clock: Clock) =>
  async (project: Project): Promise<string> => {
    const title = l10n.t('Show What Agents Receive at Start');
    return (await askSession(lists.of(project), { title, clock })).sessionId;
  };

function memoryServices(projects: Projects, { register, clock, memento, forPanes, extras }: Making) {
  const { onError } = forPanes;
  const memoryView = register(new MemoryView(register(new MemoryTree(projects, clock)), memento, extras));
  const panes = register(memoryPanes(forPanes));
  const memoryReports = register(new MemoryReports());
  register(new MemorySchedule(projects, { memoryReports, memento, onError }));
  return { memoryView, memoryPanes: panes, memoryReports };
}

/** Writes the store's log to the extension's output channel. */
function storeLog(channel: LogOutputChannel): Log {
  return {
    info: (message) => channel.info(message),
    warn: (message) => channel.warn(message),
    error: (message) => channel.error(message),
  };
}
