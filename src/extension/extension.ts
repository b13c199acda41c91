import { performance } from 'node:perf_hooks';
import { ExtensionMode, window, type ExtensionContext, type Memento } from 'vscode';
import { systemClock } from '../store/base/clock.ts';
import { Api, historyExtension, type HistoryExtension } from './api.ts';
import { commandTitles, registerCommands, type Command } from './base/commands.ts';
import type { ContextServices } from './contexts/contextCommands.ts';
import { allContextCommands, contextParts } from './contexts/contextParts.ts';
import { backupCommands } from './dialogs/backupCommands.ts';
import { dialogCommands } from './dialogs/dialogCommands.ts';
import { DialogPanes } from './dialogs/dialogPanes.ts';
import { DialogTree } from './dialogs/dialogTree.ts';
import { DialogView } from './dialogs/dialogView.ts';
import { summaryDrafts } from './dialogs/dialogDrafts.ts';
import { exportCommands } from './dialogs/exportCommands.ts';
import { fileCommands } from './dialogs/fileCommands.ts';
import { MessageDocuments } from './dialogs/messageDocuments.ts';
import { saveCommands } from './dialogs/saveCommands.ts';
import { showError } from './base/errors.ts';
import { storeLog } from './base/log.ts';
import { allMemoryCommands, memoryParts } from './memory/memoryParts.ts';
import type { MemoryServices } from './memory/memoryTarget.ts';
import { Projects } from './base/projects.ts';
import { searchCommands } from './search/searchCommands.ts';
import { SearchPick, type OpenSearch } from './search/searchPick.ts';
import { HookEnvironment } from './server/hookEnvironment.ts';
import { serverCommands } from './server/serverCommands.ts';
import { ServerProvider } from './server/serverProvider.ts';
import { agentPlaces } from './sessions/agentPlaces.ts';
import { allSessionCommands, sessionParts } from './sessions/sessionParts.ts';
import type { SessionServices } from './sessions/sessionTarget.ts';

/** What the in-editor tests look at; there only when the editor runs tests. */
export interface Internals {
  readonly services: ContextServices & SessionServices & MemoryServices;
  readonly commands: readonly Command[];
  readonly server: ServerProvider;
  readonly openSearch: OpenSearch;
  /** What the extension keeps for the workspace. */
  readonly memory: Memento;
  /** How long `activate` took, without the time in which other programs had the processor. Milliseconds. */
  readonly activationMs: number;
}

/** Only registers; stores open on first use. */
export function activate(context: ExtensionContext): HistoryExtension & { readonly internals?: Internals } {
  const [started, worked] = [performance.now(), process.cpuUsage()];
  const log = window.createOutputChannel('History', { log: true });
  const onError = (error: unknown): void => showError(error, log);
  const places = agentPlaces(context);
  const projects = new Projects(storeLog(log), places);
  const documents = new MessageDocuments(projects);
  const clock = systemClock;
  const view = new DialogView(new DialogTree(projects, clock), projects);
  const parts = { extension: context.extensionUri, onError, log, clock };
  const drafts = summaryDrafts(context.workspaceState);
  const panes = new DialogPanes(projects, { ...parts, projects, documents, drafts });
  const services: ContextServices & SessionServices & MemoryServices = {
    ...{ projects, view, panes, clock, onError },
    ...contextParts(context, projects, { ...parts, panes }),
    ...sessionParts(context, projects, { ...parts, places }),
    ...memoryParts(context, projects, parts),
  };
  const openSearch: OpenSearch = (options) => new SearchPick(services, context.workspaceState, options);
  const server = new ServerProvider(context, projects);
  const api = new Api(projects);
  const table = [
    ...dialogCommands(services),
    ...saveCommands(services),
    ...backupCommands(services),
    ...exportCommands(services),
    ...fileCommands(services, documents),
    ...allContextCommands(services),
    ...allSessionCommands(services, context),
    ...allMemoryCommands(services),
    ...searchCommands(services, openSearch),
    ...serverCommands(context.extension.id, projects),
  ];
  context.subscriptions.push(log, projects, documents, view.tree, view, panes, drafts, server, api);
  context.subscriptions.push(new HookEnvironment(context.environmentVariableCollection));
  context.subscriptions.push(registerCommands(table, commandTitles(context.extension.packageJSON), log));
  const { user, system } = process.cpuUsage(worked);
  const activationMs = Math.min(performance.now() - started, (user + system) / 1_000);
  log.debug(`activated in ${activationMs.toFixed(1)} ms`);
  const memory = context.workspaceState;
  const internals: Internals = { services, commands: table, server, openSearch, memory, activationMs };
  const extension = historyExtension(api);
  return context.extensionMode === ExtensionMode.Test ? { ...extension, internals } : extension;
}
