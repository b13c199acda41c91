import { statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { commands, Uri } from 'vscode';
import type { Finding } from '../../doctor/types.ts';
import { withoutHome } from './withoutHome.ts';

/** A file or folder of a finding. */
export interface FoundPlace {
  readonly path: string;
  readonly isFolder: boolean;
  /** The shortened path. */
  readonly label: string;
}

/** Fields of a finding that may contain a path, besides its subject. */
const fields = ['path', 'file', 'config', 'folder'] as const;

/** Returns the file or folder of a finding, if any: an absolute path, or one in the history folder. */
export function placeOf(
  { subject, data }: Pick<Finding, 'subject' | 'data'>,
  history: string,
): FoundPlace | undefined {
  for (const name of [subject, ...fields.map((field) => data[field])]) {
    if (typeof name !== 'string' || name === '' || /[\n\0]/.test(name)) continue;
    const path = isAbsolute(name) ? name : join(history, name);
    const isFolder = kindOf(path);
    if (isFolder !== undefined) return { path, isFolder, label: labelOf(path, history) };
  }
  return undefined;
}

/** Names what a finding is about to the command that shows shapes: a place, or a session; undefined for other findings. */
export function sampledBy({
  id,
  subject,
  data,
}: Pick<Finding, 'id' | 'subject' | 'data'>): object | undefined {
  if (id === 'archives.unknown' && data.agent !== 'history') return { sessionId: data.session };
  const hasForm = data.reason === 'unknown' || data.reason === 'other';
  return id === 'sessions.unread' && hasForm ? { place: { path: subject } } : undefined;
}

/** Names the setting of an agent that a finding offers to change to the command that connects agents. */
export const editedBy = ({
  id,
  subject,
  data,
}: Pick<Finding, 'id' | 'subject' | 'data'>): object | undefined =>
  id === 'sessions.retention' && typeof data.keepDays === 'number'
    ? { agent: subject, keepDays: data.keepDays }
    : undefined;

/** Shortens a path relative to the history folder, or with `~` for the home folder; other texts are unchanged. */
export const labelOf = (path: string, history: string): string =>
  path.startsWith(`${history}${sep}`) ? relative(history, path) : withoutHome(path);

function kindOf(path: string): boolean | undefined {
  try {
    return statSync(path).isDirectory();
  } catch {
    return undefined; // inaccessible, so it cannot be opened either
  }
}

/** Opens a file in an editor, and shows a folder in the explorer or the system's file manager. */
export async function openPlace({ path, isFolder }: FoundPlace, root: string): Promise<void> {
  const uri = Uri.file(path);
  if (!isFolder) await commands.executeCommand('vscode.open', uri);
  else if (path.startsWith(`${root}${sep}`)) await commands.executeCommand('revealInExplorer', uri);
  else await commands.executeCommand('revealFileInOS', uri);
}
