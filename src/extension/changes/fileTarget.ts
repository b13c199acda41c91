import { l10n, TabInputCustom, TabInputNotebook, TabInputText, Uri, window, workspace } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { nothing } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';

/** A file whose history is requested. */
export interface FileTarget {
  readonly project: Project;
  readonly uri: Uri;
  /** The text of its open editor, saved or not; undefined if none is open and the file on disk is used. */
  readonly text: string | undefined;
}

/**
 * Returns the file given by a menu, else that of the active tab. Ends the command with the reason if there is none.
 */
export function fileTarget(projects: Projects, argument: unknown): FileTarget {
  const uri = uriIn(argument) ?? uriOfActiveTab();
  if (uri === undefined) throw nothing(l10n.t('Open a file first.'));
  if (uri.scheme === 'untitled')
    throw nothing(l10n.t('Save this file first. Its history is found by its path.'));
  const project = projectOfFile(projects, uri);
  const name = uri.path.split('/').at(-1) ?? '';
  if (project === undefined)
    throw nothing(
      l10n.t('“{0}” is in no folder of this window. Open its folder to see which sessions wrote it.', name),
    );
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return { project, uri, text: open?.getText() };
}

/**
 * Returns the line given by the line number menu, else that of the cursor; from 1. Ends the command if there is none.
 */
export function lineNumber(argument: unknown): number {
  if (isObject(argument) && typeof argument.lineNumber === 'number') return argument.lineNumber;
  const editor = window.activeTextEditor;
  if (editor === undefined) throw nothing(l10n.t('Open a file first.'));
  return editor.selection.active.line + 1;
}

/** Returns the project of a file in a folder of this window; undefined for other documents. */
export const projectOfFile = (projects: Projects, uri: Uri): Project | undefined =>
  uri.scheme === 'file' && workspace.getWorkspaceFolder(uri) ? projects.containing(uri) : undefined;

function uriIn(argument: unknown): Uri | undefined {
  if (argument instanceof Uri) return argument;
  return isObject(argument) && argument.uri instanceof Uri ? argument.uri : undefined;
}

function uriOfActiveTab(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputText || input instanceof TabInputNotebook || input instanceof TabInputCustom)
    return input.uri;
  return window.activeTextEditor?.document.uri;
}
