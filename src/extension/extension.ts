import { performance } from 'node:perf_hooks';
import { ExtensionMode, Uri, window, type ExtensionContext } from 'vscode';
import { systemClock } from '../store/clock.ts';
import { Api, historyExtension, type HistoryExtension } from './api.ts';
import { registerCommands, type Command } from './commands.ts';
import { compareCommands } from './contexts/compareCommands.ts';
import { contextCommands, type ContextServices } from './contexts/contextCommands.ts';
import { ContextDocuments } from './contexts/contextDocuments.ts';
import { ContextPanes } from './contexts/contextPanes.ts';
import { loadCommands } from './contexts/loadCommands.ts';
import { trashCommands } from './contexts/trashCommands.ts';
import { backupCommands } from './dialogs/backupCommands.ts';
import { dialogCommands } from './dialogs/dialogCommands.ts';
import { DialogPanes } from './dialogs/dialogPanes.ts';
import { DialogTree } from './dialogs/dialogTree.ts';
import { DialogView } from './dialogs/dialogView.ts';
import { exportCommands } from './dialogs/exportCommands.ts';
import { fileCommands } from './dialogs/fileCommands.ts';
import { MessageDocuments } from './dialogs/messageDocuments.ts';
import { saveCommands } from './dialogs/saveCommands.ts';
import { showError } from './errors.ts';
import { storeLog } from './log.ts';
import { allMemoryCommands, memoryParts } from './memory/memoryParts.ts';
import type { MemoryServices } from './memory/memoryTarget.ts';
import { Projects } from './projects.ts';
import { searchCommands } from './search/searchCommands.ts';
import { SearchPick, type OpenSearch } from './search/searchPick.ts';
import { RootEnvironment } from './server/rootEnvironment.ts';
import { serverCommands } from './server/serverCommands.ts';
import { ServerProvider } from './server/serverProvider.ts';
import { agentPlaces } from './sessions/agentPlaces.ts';
import { archiveCommands } from './sessions/archiveCommands.ts';
import { resumeCommands } from './sessions/resumeCommands.ts';
import { sessionCommands } from './sessions/sessionCommands.ts';
import { SessionDocuments } from './sessions/sessionDocuments.ts';
import { SessionLists } from './sessions/sessionLists.ts';
import { SessionPanes } from './sessions/sessionPanes.ts';
import type { SessionServices } from './sessions/sessionTarget.ts';
import { SessionTree } from './sessions/sessionTree.ts';
import { SessionView } from './sessions/sessionView.ts';

/** What the in-editor tests look at; there only when the editor runs tests. */
export interface Internals {
  readonly services: ContextServices & SessionServices & MemoryServices;
  readonly commands: readonly Command[];
  readonly server: ServerProvider;
  readonly openSearch: OpenSearch;
  /** How long `activate` took. Milliseconds. */
  readonly activationMs: number;
}

/** Only registers; stores open on first use. */
export function activate(context: ExtensionContext): HistoryExtension & { readonly internals?: Internals } {
  const started = performance.now();
  const log = window.createOutputChannel('History', { log: true });
  const onError = (error: unknown): void => showError(error, log);
  const places = agentPlaces(context);
  const projects = new Projects(storeLog(log), places);
  const documents = new MessageDocuments(projects);
  const view = new DialogView(new DialogTree(projects, systemClock), projects);
  const paneParts = { extension: context.extensionUri, onError, log };
  const panes = new DialogPanes(projects, { ...paneParts, documents });
  const contextPanes = new ContextPanes(projects, paneParts, panes);
  const contextDocuments = new ContextDocuments(projects);
  const sessionLists = new SessionLists(projects, places);
  const sessionTree = new SessionTree(projects, sessionLists, systemClock);
  const parts = { projects, lists: sessionLists, tree: sessionTree, clock: systemClock };
  const sessionView = new SessionView(parts);
  const sessionDocuments = new SessionDocuments(projects, sessionLists);
  const sessionPaneParts = { ...paneParts, lists: sessionLists, documents: sessionDocuments };
  const sessionPanes = new SessionPanes(projects, sessionPaneParts);
  const services: ContextServices & SessionServices & MemoryServices = {
    ...{ projects, view, panes, clock: systemClock, onError },
    ...{ contextPanes, contextDocuments },
    ...{ sessionLists, sessionView, sessionDocuments, sessionPanes },
    ...memoryParts(context, projects, { ...paneParts, clock: systemClock }),
  };
  const openSearch: OpenSearch = (options) => new SearchPick(services, context.workspaceState, options);
  const server = new ServerProvider(context, projects);
  const api = new Api(projects);
  const table = [
    ...dialogCommands(services),
    ...saveCommands(services),
    ...backupCommands(services),
    ...exportCommands(services),
    ...contextCommands(services),
    ...loadCommands(services),
    ...compareCommands(services),
    ...trashCommands(services),
    ...fileCommands(services, documents),
    ...sessionCommands(services),
    ...archiveCommands(services),
    ...resumeCommands(services, attachments(context)),
    ...allMemoryCommands(services),
    ...searchCommands(services, openSearch),
    ...serverCommands(context.extension.id, projects),
  ];
  context.subscriptions.push(log, projects, documents, view.tree, view, panes, server, api);
  context.subscriptions.push(contextPanes, contextDocuments);
  context.subscriptions.push(sessionLists, sessionTree, sessionView, sessionDocuments, sessionPanes);
  context.subscriptions.push(new RootEnvironment(context.environmentVariableCollection));
  context.subscriptions.push(registerCommands(table, log));
  const activationMs = performance.now() - started;
  log.debug(`activated in ${activationMs.toFixed(1)} ms`);
  const internals: Internals = { services, commands: table, server, openSearch, activationMs };
  const extension = historyExtension(api);
  return context.extensionMode === ExtensionMode.Test ? { ...extension, internals } : extension;
}

/** Where texts that chats attach are kept; nothing of it is part of a history. */
const attachments = ({ storageUri, globalStorageUri }: ExtensionContext): Uri =>
  Uri.joinPath(storageUri ?? globalStorageUri, 'chats');
