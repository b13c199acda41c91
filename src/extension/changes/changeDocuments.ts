import { basename } from 'node:path';
import { commands, l10n, Uri, workspace } from 'vscode';
import type { WritingRequest } from '../../insight/changes/types.ts';
import { isObject } from '../../disk/base/core.ts';
import type { Project } from '../base/project.ts';
import { nothing } from '../base/pick.ts';
import { gone } from '../base/place.ts';
import { projectOf, type Projects } from '../base/projects.ts';
import { sidesOf, type Sides } from './sides.ts';

const scheme = 'history-change';

/** Identifies a change of a file. */
export type ChangeId = Pick<WritingRequest, 'session' | 'asked'>;

/** Changes of a file, in the order they were made. */
export interface FileChanges {
  readonly project: Project;
  /** Absolute path. */
  readonly file: string;
  readonly changes: readonly ChangeId[];
}

/**
 * Shows what changes did to a file in the editor's own diff. Ends the command with the reason if no transcript has
 * them.
 */
export async function showChanges(target: FileChanges, title: string): Promise<void> {
  const [, before, after] = await documentsOf(target);
  if (before === undefined || after === undefined)
    throw nothing(l10n.t('The session does not tell what was changed, or is no longer there.'));
  await commands.executeCommand('vscode.diff', before, after, title, { preview: true });
}

/**
 * Shows the changes of a link's arguments: `{folder, file, session, asked, request}`. Throws `not_found` for anything
 * else.
 */
export async function showNamed(projects: Projects, argument: unknown): Promise<void> {
  const project = projectOf(argument, projects);
  const { file, request } = isObject(argument) ? argument : {};
  if (project === undefined || typeof file !== 'string' || !isChangeId(argument)) throw gone();
  const title = diffTitle(file, typeof request === 'string' ? request : argument.session);
  await showChanges({ project, file, changes: [argument] }, title);
}

/** Shows the changes of several files in one editor. */
export async function showAllChanges(targets: readonly FileChanges[], title: string): Promise<void> {
  const all = await Promise.all(targets.map(documentsOf));
  const told = all.filter(([, before]) => before !== undefined);
  if (told.length === 0)
    throw nothing(l10n.t('The sessions do not tell what was changed, or are no longer there.'));
  await commands.executeCommand('vscode.changes', title, told);
}

/** Returns the text of a document opened by `showChanges`; empty for others. */
export async function changeText(uri: Uri, projects: Projects): Promise<string> {
  const query: unknown = JSON.parse(uri.query);
  if (!isObject(query) || !Array.isArray(query.changes)) return '';
  const { root, file, side } = query;
  const project = typeof root === 'string' ? projects.find(root) : undefined;
  if (project === undefined || typeof file !== 'string') return '';
  const sides = await readSides({ project, file, changes: query.changes.filter(isChangeId) });
  return sides[side === 'before' ? 'before' : 'after'];
}

/** Returns the file and its documents before and after; only the file if no session has the changes. */
async function documentsOf(target: FileChanges): Promise<readonly [Uri, Uri?, Uri?]> {
  const { project, file, changes } = target;
  const own = Uri.file(file);
  const { before, after, whole } = await readSides(target);
  if (before === '' && after === '') return [own];
  const uri = (side: 'before' | 'after'): Uri =>
    Uri.from({
      scheme,
      path: own.path,
      query: JSON.stringify({ root: project.root, file, side, changes: changes.map(idOf) }),
    });
  return [own, uri('before'), whole ? own : uri('after')];
}

const idOf = ({ session, asked }: ChangeId): ChangeId => ({ session, asked });

async function readSides({ project, file, changes }: FileChanges): Promise<Sides> {
  const edits = [];
  for (const change of changes) edits.push(...(await project.changes.edits(project.workspace, change, file)));
  return sidesOf(edits, await textNow(Uri.file(file)));
}

/** Returns a file's current text, from its open editor if any; undefined if it is not a text file. */
async function textNow(uri: Uri): Promise<string | undefined> {
  try {
    return (await workspace.openTextDocument(uri)).getText();
  } catch {
    return undefined; // removed since, or not text
  }
}

/** Returns the title of a diff: the file's name and further text. */
export const diffTitle = (file: string, rest: string): string => `${basename(file)}: ${rest}`;

const isChangeId = (value: unknown): value is ChangeId =>
  isObject(value) && typeof value.session === 'string' && typeof value.asked === 'number';
