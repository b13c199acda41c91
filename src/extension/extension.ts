import { performance } from 'node:perf_hooks';
import {
  ExtensionMode,
  Uri,
  window,
  type ExtensionContext,
  type LogOutputChannel,
  type Memento,
} from 'vscode';
import { Api, historyExtension, type HistoryExtension } from './api.ts';
import { commandTitles, registerCommands, type Command } from './base/commands.ts';
import { rowCommands, type RowCommandServices } from './base/rowCommands.ts';
import { targetInFront } from './base/rowPlace.ts';
import { openMemoryPlace } from './memory/pickMemory.ts';
import { KeptResults } from './search/keptResults.ts';
import { openSharedPlace } from './shared/sharedDocuments.ts';
import { searchCommands, type OpenSearch } from './search/searchCommands.ts';
import { SearchPick } from './search/searchPick.ts';
import { HookEnvironment } from './server/hookEnvironment.ts';
import { ServerProvider, versionOf } from './server/serverProvider.ts';
import { copies as copySettings } from './base/settings.ts';
import { openPlaces, type OpenPlace } from './base/place.ts';
import { openContextPlace } from './contexts/contextPlace.ts';
import { openDialogPlace } from './dialogs/dialogPlace.ts';
import { refreshCommand } from './tree/refreshCommand.ts';
import { Walkthrough } from './walkthrough.ts';
import { changesCommands, changesParts } from './changes/changesCommands.ts';
import { briefCommand } from './brief/briefCommand.ts';
import { modeCommand } from './brief/modeCommand.ts';
import { connectCommand } from './agents/connectCommand.ts';
import { contextCommands } from './contexts/contextCommands.ts';
import { backupCommands } from './dialogs/backupCommands.ts';
import { activeDialogCommand } from './dialogs/activeDialogCommand.ts';
import { dialogCommands } from './dialogs/dialogCommands.ts';
import { dialogLabelCommands } from './dialogs/labelCommands.ts';
import { dialogShownCommands } from './dialogs/dialogShownCommands.ts';
import { dialogTrashCommands } from './dialogs/dialogTrashCommands.ts';
import { sessionFilterCommands } from './sessions/sessionFilterCommands.ts';
import { entryCommands } from './dialogs/entryCommands.ts';
import { promoteCommand } from './memory/promoteCommand.ts';
import { exportCommands } from './export/exportCommands.ts';
import { fileCommands } from './dialogs/fileCommands.ts';
import { saveCommands } from './dialogs/saveCommands.ts';
import { overviewCommands } from './doctor/doctorCommand.ts';
import { HistoryCopies } from './doctor/historyCopies.ts';
import { hubCommands, fetchCommands } from './hub/hubCommands.ts';
import { secretsCommands } from './search/secretsCommand.ts';
import { teamCommands } from './shared/teamCommands.ts';
import { serverCommands } from './server/serverCommands.ts';
import { compareCommands } from './contexts/compareCommands.ts';
import { loadCommands } from './contexts/loadCommands.ts';
import { trashCommands } from './contexts/trashCommands.ts';
import { addMemoryCommands } from './memory/addMemoryCommands.ts';
import { consolidateCommands } from './memory/consolidateCommands.ts';
import { forgetCommands } from './memory/forgetCommands.ts';
import { memoryCommands } from './memory/memoryCommands.ts';
import { memoryFileCommands } from './memory/memoryFileCommands.ts';
import { archiveCommands } from './sessions/archiveCommands.ts';
import { archiveTrashCommands } from './sessions/archiveTrashCommand.ts';
import { directoryCommand } from './sessions/directoryCommand.ts';
import { folderCommands } from './sessions/folderCommands.ts';
import { resumeCommands } from './sessions/resumeCommands.ts';
import { sessionLabelCommands } from './sessions/labelCommands.ts';
import { sessionCommands } from './sessions/sessionCommands.ts';
import { sampleCommand } from './sessions/sampleCommand.ts';
import { insightCommand } from './insight/insightCommand.ts';
import { linkCommand } from './links/linkCommand.ts';
import { terminalCommand } from './sessions/terminalCommand.ts';
import { summaryCommands } from './summaries/summaryCommands.ts';
import { makeServices, type AllServices } from './services.ts';
import { LinkHandler } from './links/linkHandler.ts';
import { openArchivePlace, openSessionPlace } from './sessions/sessionPlace.ts';

/** What the in-editor tests use; present only when the editor runs tests. */
export interface Internals {
  readonly services: AllServices;
  readonly commands: readonly Command[];
  readonly server: ServerProvider;
  readonly openSearch: OpenSearch;
  readonly results: KeptResults;
  readonly links: LinkHandler;
  /** The extension's state for the workspace. */
  readonly memory: Memento;
  /** Time `activate` took, without time other programs had the processor. Milliseconds. */
  readonly activationMs: number;
}

/** Only registers; stores open on first use. */
export function activate(context: ExtensionContext): HistoryExtension & { readonly internals?: Internals } {
  const [started, worked] = [performance.now(), process.cpuUsage()];
  const log = window.createOutputChannel('History', { log: true });
  const services = makeServices(context, log);
  const { projects, sessionKeeping } = services;
  const copies = new HistoryCopies({
    projects,
    around: services.projectPlaces.around,
    settings: copySettings,
    memory: context.globalState,
    onError: services.onError,
    onDecided: () => services.dialogTree.repaint(),
  });
  context.subscriptions.push(copies);
  closeWindow = async () => void (await Promise.all([sessionKeeping.close(), copies.close()]));
  const openPlace = openPlaces({
    dialogs: openDialogPlace(services.panes),
    contexts: openContextPlace(services.contextPanes),
    archives: openArchivePlace(services),
    sessions: openSessionPlace(services),
    memories: openMemoryPlace(services.memoryPanes),
    shared: openSharedPlace,
  });
  const results = new KeptResults({ ...services, openPlace }, context.workspaceState);
  const keep = (query: string): void => void results.show(query).catch(services.onError);
  let opened: SearchPick | undefined;
  const openedSearch = (): SearchPick | undefined => opened;
  const openSearch: OpenSearch = (options) =>
    (opened = new SearchPick({ ...services, openPlace }, context.workspaceState, {
      ...options,
      keep,
      keepShown: keepShown(services),
    }));
  const server = new ServerProvider(context, projects);
  const api = new Api(projects);
  const walkthrough = new Walkthrough(context, services.connect);
  const parts = { ...services, openPlace, openSearch, openedSearch, results, log };
  const ofSubjects = commandTable(context, parts, walkthrough.command);
  const table = [...ofSubjects, ...rowCommands(ofSubjects, rowServices(parts))];
  context.subscriptions.push(log, server, api, results, ...changesParts(parts));
  context.subscriptions.push(services.view.onDidShow(() => walkthrough.look()));
  const links = new LinkHandler({ ...services, openPlace, memory: context.globalState });
  context.subscriptions.push(window.registerUriHandler(links));
  void links.openWaiting();
  context.subscriptions.push(new HookEnvironment(context.environmentVariableCollection));
  context.subscriptions.push(
    registerCommands(table, commandTitles(context.extension.packageJSON), {
      log,
      onDone: (command) => walkthrough.done(command),
    }),
  );
  const { user, system } = process.cpuUsage(worked);
  const activationMs = Math.min(performance.now() - started, (user + system) / 1_000);
  log.debug(`activated in ${activationMs.toFixed(1)} ms`);
  const memory = context.workspaceState;
  const internals: Internals = {
    services,
    commands: table,
    server,
    openSearch,
    results,
    links,
    memory,
    activationMs,
  };
  const extension = historyExtension(api);
  return context.extensionMode === ExtensionMode.Test ? { ...extension, internals } : extension;
}

/** The editor waits a moment for the result. */
export function deactivate(): Promise<void> | undefined {
  return closeWindow?.();
}

/** Work left for when the window closes. */
let closeWindow: (() => Promise<void>) | undefined;

/** What commands require. */
interface Parts extends AllServices {
  readonly openPlace: OpenPlace;
  readonly openSearch: OpenSearch;
  readonly openedSearch: () => SearchPick | undefined;
  readonly results: KeptResults;
  readonly log: LogOutputChannel;
}

/** Returns what shows again what is in front now, and in the panes that search opens. */
const keepShown = (services: AllServices) => (): (() => void) => {
  const editor = window.activeTextEditor;
  const { panes, contextPanes, sessionPanes, memoryPanes } = services;
  const back = [panes, contextPanes, sessionPanes, memoryPanes].map((kind) => kind.keepShown());
  return () => {
    for (const each of back) each();
    if (editor) void window.showTextDocument(editor.document, editor.viewColumn);
  };
};

const rowServices = (parts: Parts): RowCommandServices => ({
  sources: {
    dialogs: parts.view.rows,
    sessions: parts.sessionView.rows,
    memories: parts.memoryView.rows,
  },
  inFront: () => targetInFront(parts),
});

/** Returns the commands of all subjects. */
const commandTable = (
  context: ExtensionContext,
  parts: Parts,
  ofWalkthrough: Command,
): readonly Command[] => [
  ...dialogCommands(parts),
  ...dialogLabelCommands(parts),
  ...entryCommands(parts),
  promoteCommand(parts),
  activeDialogCommand(parts),
  ...saveCommands(parts),
  ...backupCommands(parts),
  ...dialogTrashCommands(parts),
  ...dialogShownCommands(parts),
  ...sessionFilterCommands(parts),
  ...exportCommands({ ...parts, extension: context.extensionUri }),
  ...fileCommands(parts, parts.documents),
  ...contextCommands(parts),
  ...loadCommands(parts),
  ...compareCommands(parts),
  ...trashCommands(parts),
  ...summaryCommands(parts),
  ...sessionCommands(parts),
  sampleCommand(parts, versionOf(context.extension.packageJSON)),
  ...sessionLabelCommands(parts),
  ...folderCommands(parts),
  ...archiveCommands(parts),
  ...archiveTrashCommands(parts),
  ...resumeCommands(parts, attachments(context)),
  terminalCommand(parts),
  directoryCommand,
  ...memoryCommands(parts),
  ...addMemoryCommands(parts),
  ...forgetCommands(parts),
  ...memoryFileCommands(parts),
  ...consolidateCommands(parts),
  ...teamCommands(parts),
  ...fetchCommands(parts),
  ...hubCommands(parts),
  ...changesCommands(parts),
  ...secretsCommands(parts),
  ...overviewCommands(parts),
  briefCommand(parts),
  modeCommand(parts),
  insightCommand(parts),
  ...searchCommands({ ...parts, activeDialog: () => parts.panes.active?.dialog }),
  ...serverCommands(context.extension.id, parts.projects),
  refreshCommand(parts),
  linkCommand({ ...parts, extension: context.extension.id }),
  connectCommand(parts.connect),
  ofWalkthrough,
];

/** Folder of texts attached to chats, outside any history. */
const attachments = ({ storageUri, globalStorageUri }: ExtensionContext): Uri =>
  Uri.joinPath(storageUri ?? globalStorageUri, 'chats');
