import { homeFolder } from '../../disk/base/stateFolder.ts';
import { defined } from '../../disk/base/core.ts';
import { dirname } from 'node:path';
import { Uri, type ExtensionContext } from 'vscode';
import type { CheckTarget } from '../../doctor/types.ts';
import { systemClock } from '../../disk/base/context.ts';
import type { Project } from '../base/project.ts';
import { foldersOnDisk } from '../base/projects.ts';
import * as settings from '../base/settings.ts';
import { HubPasswords } from '../hub/hubPasswords.ts';
import { versionOf } from '../server/serverProvider.ts';

/** Creates what is examined for a project, with this window's settings and this machine's agents. */
export function patients({
  extension,
  globalStorageUri,
  secrets,
}: ExtensionContext): (project: Project) => CheckTarget {
  const editorFolder = dirname(dirname(globalStorageUri.fsPath)); // `<User>/globalStorage/<extension>`
  const passwords = new HubPasswords(secrets);
  const always = {
    version: versionOf(extension.packageJSON),
    cli: Uri.joinPath(extension.extensionUri, 'dist', 'cli.js').fsPath,
    machine: { home: homeFolder(), env: process.env, platform: process.platform, editorFolder },
    clock: systemClock,
    hubPassword: (project: string, hub: string) => passwords.of(project, hub),
  };
  return ({ root }) => {
    const base = settings.historyRoot();
    const [first] = foldersOnDisk();
    return {
      ...always,
      project: base === undefined ? root : (first?.uri.fsPath ?? root),
      ...defined({ base }),
      keep: settings.keep(),
      copies: settings.copies(),
      embeddings: () => ({ ...process.env, ...settings.embeddingsEnvironment() }),
    };
  };
}
