import { isObject, StoreError } from '../../store/base/core.ts';
import { contains, realFolder } from '../../store/base/projectFolder.ts';
import { clineRunningFolders } from '../../store/transcripts/cline/clineRunning.ts';
import { copilotCallingFolder } from '../../store/transcripts/copilotCli/copilotCalling.ts';
import { sharesServer, type CallHints, type ProjectOf, type Whereabouts } from './whereabouts.ts';

/**
 * The project of a call that names none: told by the request (Codex), by the folders open in the client, by the folder
 * the server was started in, or by the session that started it; the first of these that tells any. Throws a `StoreError` where none or several do.
 */
export function impliedProject(where: Whereabouts, hints: CallHints, projectOf: ProjectOf): string {
  const projectIn = finder(where, projectOf);
  const own = ownFolder(where, hints);
  const running = sharesServer(hints.client) ? clineRunningFolders(where.places) : own;
  const calling = own.length > 0 ? [] : copilotCallingFolder(where.places);
  for (const folders of [foldersIn(hints.meta), hints.folders, running, calling]) {
    const projects = [...new Set(folders.flatMap((folder) => projectIn(folder) ?? []))].sort();
    // Where the server was started decides, where several folders are open.
    const [only] = projects.length > 1 ? own.map(projectIn) : projects;
    if (only !== undefined && projects.includes(only)) return only;
    if (projects.length > 0) throw missing(`it may be any of these, name one: ${projects.join(', ')}`);
  }
  throw missing(whyNone(where, hints));
}

/** `workspaces` of what Codex says with each call: an object whose keys are the tops of the working trees. */
function foldersIn(meta: unknown): readonly string[] {
  const turn = isObject(meta) ? meta['x-codex-turn-metadata'] : undefined;
  const workspaces = isObject(turn) ? turn.workspaces : undefined;
  return isObject(workspaces) ? Object.keys(workspaces) : [];
}

/** The folder the server was started in, if that says anything. */
function ownFolder({ workingFolder }: Whereabouts, { client }: CallHints): readonly string[] {
  return workingFolder === undefined || sharesServer(client) ? [] : [workingFolder];
}

/** Finds the project of a folder: of several roots the one around it, else what is found from there up. */
function finder({ roots, workingFolder = '' }: Whereabouts, projectOf: ProjectOf): ProjectOf {
  const own = realFolder(workingFolder);
  return (path) => {
    const folder = realFolder(path);
    if (folder === undefined) return undefined;
    if (roots.length > 0) return roots.find((root) => contains(realFolder(root) ?? root, folder));
    // Where the agent was started says more than the whole working tree it is in.
    return projectOf(own !== undefined && contains(folder, own) ? own : folder);
  };
}

function whyNone({ roots, workingFolder }: Whereabouts, { client }: CallHints): string {
  if (sharesServer(client))
    return `${client} shares one server among all projects; give the folder of this one`;
  if (roots.length > 0) return `this server has several roots, name one of them: ${roots.join(', ')}`;
  const started = workingFolder === undefined ? '' : ` in ${workingFolder}, which is not a project`;
  return `give the absolute path of the project folder, as this server was started without --root${started}`;
}

const missing = (why: string): StoreError =>
  new StoreError('invalid_argument', `projectRoot is missing: ${why}.`, { arguments: ['projectRoot'] });
