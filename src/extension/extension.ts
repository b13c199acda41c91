import { performance } from 'node:perf_hooks';
import { ExtensionMode, Uri, window, type ExtensionContext, type Memento } from 'vscode';
import { Api, historyExtension, type HistoryExtension } from './api.ts';
import { commandTitles, registerCommands, type Command } from './base/commands.ts';
import { changesCommands, changesParts } from './changes/changesCommands.ts';
import { briefCommand } from './brief/briefCommand.ts';
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
import { openMemoryPlace } from './memory/pickMemory.ts';
import { doctorCommand } from './doctor/doctorCommand.ts';
import { hubCommands } from './hub/hubCommands.ts';
import { secretsCommands } from './search/secretsCommand.ts';
import { KeptResults } from './search/keptResults.ts';
import { openSharedPlace } from './shared/sharedPlace.ts';
import { teamCommands } from './shared/teamCommands.ts';
import { searchCommands, type OpenSearch } from './search/searchCommands.ts';
import { SearchPick } from './search/searchPick.ts';
import { fetchCommands } from './hub/fetchCommand.ts';
import { HookEnvironment } from './server/hookEnvironment.ts';
import { serverCommands } from './server/serverCommands.ts';
import { ServerProvider } from './server/serverProvider.ts';
import { openPlaces } from './base/place.ts';
import { compareCommands } from './contexts/compareCommands.ts';
import { openContextPlace } from './contexts/contextPlace.ts';
import { loadCommands } from './contexts/loadCommands.ts';
import { trashCommands } from './contexts/trashCommands.ts';
import { openDialogPlace } from './dialogs/dialogPlace.ts';
import { addMemoryCommands } from './memory/addMemoryCommands.ts';
import { consolidateCommands } from './memory/consolidateCommands.ts';
import { forgetCommands } from './memory/forgetCommands.ts';
import { memoryCommands } from './memory/memoryCommands.ts';
import { memoryFileCommands } from './memory/memoryFileCommands.ts';
import { Walkthrough } from './walkthrough.ts';
import { makeServices, type AllServices } from './services.ts';
import { archiveCommands } from './sessions/archiveCommands.ts';
import { archiveTrashCommands } from './sessions/archiveTrashCommand.ts';
import { directoryCommand } from './sessions/directoryCommand.ts';
import { folderCommands } from './sessions/folderCommands.ts';
import { resumeCommands } from './sessions/resumeCommands.ts';
import { sessionLabelCommands } from './sessions/labelCommands.ts';
import { sessionCommands } from './sessions/sessionCommands.ts';
import { insightCommand } from './insight/insightCommand.ts';
import { linkCommand } from './links/linkCommand.ts';
import { LinkHandler } from './links/linkHandler.ts';
import { terminalCommand } from './sessions/terminalCommand.ts';
import { summaryCommands } from './summaries/summaryCommands.ts';
import { openArchivePlace, openSessionPlace } from './sessions/sessionPlace.ts';

/** What the in-editor tests look at; there only when the editor runs tests. */
export interface Internals {
  readonly services: AllServices;
  readonly commands: readonly Command[];
  readonly server: ServerProvider;
  readonly openSearch: OpenSearch;
  readonly results: KeptResults;
  readonly links: LinkHandler;
  /** What the extension keeps for the workspace. */
  readonly memory: Memento;
  /** How long `activate` took, without the time in which other programs had the processor. Milliseconds. */
  readonly activationMs: number;
}

/** Only registers; stores open on first use. */
export function activate(context: ExtensionContext): HistoryExtension & { readonly internals?: Internals } {
  const [started, worked] = [performance.now(), process.cpuUsage()];
  const log = window.createOutputChannel('History', { log: true });
  const services = makeServices(context, log);
  const { projects, sessionKeeping } = services;
  closeWindow = () => sessionKeeping.close();
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
    (opened = new SearchPick({ ...services, openPlace }, context.workspaceState, { ...options, keep }));
  const changes = { ...services, openPlace, log };
  const activeDialog = () => services.panes.active?.dialog;
  const server = new ServerProvider(context, projects);
  const api = new Api(projects);
  const walkthrough = new Walkthrough(context);
  const table = [
    ...dialogCommands(services),
    ...dialogLabelCommands(services),
    ...entryCommands(services),
    promoteCommand(services),
    activeDialogCommand(services),
    ...saveCommands(services),
    ...backupCommands(services),
    ...dialogTrashCommands(services),
    ...dialogShownCommands(services),
    ...sessionFilterCommands(services),
    ...exportCommands({ ...services, extension: context.extensionUri }),
    ...fileCommands(services, services.documents),
    ...contextCommands(services),
    ...loadCommands(services),
    ...compareCommands(services),
    ...trashCommands(services),
    ...summaryCommands(services),
    ...sessionCommands(services),
    ...sessionLabelCommands(services),
    ...folderCommands(services),
    ...archiveCommands(services),
    ...archiveTrashCommands(services),
    ...resumeCommands(services, attachments(context)),
    terminalCommand(services),
    directoryCommand,
    ...memoryCommands(services),
    ...addMemoryCommands(services),
    ...forgetCommands(services),
    ...memoryFileCommands(services),
    ...consolidateCommands(services),
    ...teamCommands(services),
    ...fetchCommands(services),
    ...hubCommands(services),
    ...changesCommands(changes),
    ...secretsCommands(services),
    doctorCommand(services),
    briefCommand(services),
    insightCommand(services),
    ...searchCommands({ ...services, openPlace, openSearch, openedSearch, results, activeDialog }),
    ...serverCommands(context.extension.id, projects),
    linkCommand({ ...services, extension: context.extension.id }),
    connectCommand(services.connect),
    walkthrough.command,
  ];
  context.subscriptions.push(log, server, api, results, ...changesParts(changes));
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

/** The editor waits a moment for what is returned. */
export function deactivate(): Promise<void> | undefined {
  return closeWindow?.();
}

/** What is still to be done when the window closes. */
let closeWindow: (() => Promise<void>) | undefined;

/** Where texts that chats attach are kept; nothing of it is part of a history. */
const attachments = ({ storageUri, globalStorageUri }: ExtensionContext): Uri =>
  Uri.joinPath(storageUri ?? globalStorageUri, 'chats');
