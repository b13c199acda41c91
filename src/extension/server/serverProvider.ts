import { defined } from '../../disk/base/core.ts';
import {
  EventEmitter,
  lm,
  McpStdioServerDefinition,
  Uri,
  workspace,
  type ExtensionContext,
  type McpServerDefinitionProvider,
} from 'vscode';
import { environmentFromArchiveSettings } from '../../history/archive/settings.ts';
import { environmentFromKeepSettings } from '../../history/capture/settings.ts';
import { environmentFromCopySettings } from '../../history/copies/settings.ts';
import { environmentFromLimits } from '../../disk/base/limits.ts';
import { languageVariable, secretsVariable } from '../../disk/base/context.ts';
import { Disposable } from '../base/disposable.ts';
import { foldersOnDisk, type Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';
import { definitionVersion } from './definitionVersion.ts';

/** Also in package.json. */
const providerId = 'historyStore';
/** VS Code derives the tool ids `mcp_history_<tool>` from it. */
export const serverLabel = 'History';

/** Provides the history server of this window's folders to the editor's MCP client. */
export class ServerProvider extends Disposable implements McpServerDefinitionProvider {
  readonly #context: ExtensionContext;
  readonly #changed = this._register(new EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(context: ExtensionContext, projects: Projects) {
    super();
    this.#context = context;
    this._register(projects.onDidChangeProjects(() => this.#changed.fire()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (settings.affectsSettings(event)) this.#changed.fire();
      }),
    );
    // Editors based on VS Code may lack the MCP client; everything else works there.
    if ('registerMcpServerDefinitionProvider' in lm)
      this._register(lm.registerMcpServerDefinitionProvider(providerId, this));
  }

  /** Empty without a folder and in an untrusted workspace, where nothing is started. */
  provideMcpServerDefinitions(): McpStdioServerDefinition[] {
    const roots = foldersOnDisk().map(({ uri }) => uri.fsPath);
    const [first] = roots;
    if (!workspace.isTrusted || first === undefined) return [];
    const { extension } = this.#context;
    const script = Uri.joinPath(extension.extensionUri, 'dist', 'server.js').fsPath;
    const args = [script, '--stdio', ...roots.flatMap((root) => ['--root', root])];
    const env = { ELECTRON_RUN_AS_NODE: '1', ...settingsEnvironment() };
    const version = definitionVersion(versionOf(extension.packageJSON), { args, env });
    const definition = new McpStdioServerDefinition(serverLabel, process.execPath, args, env, version);
    definition.cwd = Uri.file(first);
    return [definition];
  }
}

/** Returns the environment that gives the server the extension's settings. */
function settingsEnvironment(): Record<string, string> {
  const root = settings.historyRoot();
  return {
    ...environmentFromLimits(settings.limits()),
    // Not an argument, since a wrong name there would end the server.
    HISTORY_TOOLS: settings.serverTools(),
    [languageVariable]: settings.agentLanguage(),
    [secretsVariable]: settings.secrets(),
    ...environmentFromArchiveSettings(settings.archive()),
    ...environmentFromKeepSettings(settings.keep()),
    ...environmentFromCopySettings(settings.copies()),
    ...settings.pricesEnvironment(),
    ...settings.embeddingsEnvironment(),
    ...defined({ CODEX_HISTORY_ROOT: root }),
  };
}

/** Returns the version in an extension's manifest. */
export function versionOf(manifest: unknown): string {
  const fields =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest : undefined;
  return typeof fields?.version === 'string' ? fields.version : '';
}
