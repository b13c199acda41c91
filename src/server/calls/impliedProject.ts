import { isObject, StoreError } from '../../disk/base/core.ts';
import { contains, realFolder } from '../../disk/base/projectFolder.ts';
import { isServedHome } from '../../disk/files/projectHistory.ts';
import { profileOfClient, profiles } from '../../agents/agents.ts';
import { agentFiles } from './agentFiles.ts';
import { turnOf } from './callMeta.ts';
import { sharesServer, type CallHints, type ProjectOf, type ServerLocation } from './serverLocation.ts';

/**
 * Finds the project of a call without one: from the request (Codex), the client's open folders, the server's working
 * folder, or the session that started it; the first that yields any, else the home directory where a call may concern
 * it. Throws a `StoreError` for none or several.
 */
export function impliedProject(where: ServerLocation, hints: CallHints, projectOf: ProjectOf): string {
  const projectIn = finder(where, projectOf);
  const own = ownFolder(where, hints);
  const running = sharesServer(hints.client) ? runningFolders(where, hints) : own;
  const calling = own.length > 0 ? [] : callingFolders(where);
  const all = [foldersIn(hints.meta), hints.folders, running, calling];
  for (const folders of all) {
    const projects = [...new Set(folders.flatMap((folder) => projectIn(folder) ?? []))].sort();
    // With several open folders, the server's working folder decides.
    const [only] = projects.length > 1 ? own.map(projectIn) : projects;
    if (only !== undefined && projects.includes(only)) return only;
    if (projects.length > 0) throw missing(`it may be any of these, name one: ${projects.join(', ')}`);
  }
  const home = where.roots.length > 0 ? undefined : homeAmong(all.flat(), where.home, hints.anywhere);
  if (home !== undefined) return home;
  throw missing(whyNone(where, hints));
}

const homeAmong = (folders: readonly string[], home: string, anywhere: boolean): string | undefined =>
  folders.find((folder) => isServedHome(realFolder(folder) ?? folder, home, anywhere));

/** The tops of the working trees that a request names. */
function foldersIn(meta: unknown): readonly string[] {
  const { workspaces } = turnOf(meta);
  return isObject(workspaces) ? Object.keys(workspaces) : [];
}

/** The working folders of the client's running sessions. */
const runningFolders = ({ places }: ServerLocation, { client }: CallHints): readonly string[] =>
  profileOfClient(client)?.client?.runningFolders?.(places, agentFiles) ?? [];

/** The working folder of the session that started this process, whichever agent's it is. */
const callingFolders = ({ places }: ServerLocation): readonly string[] =>
  profiles.flatMap(({ client }) => client?.callingFolder?.(places, agentFiles) ?? []);

/** The server's working folder, if it identifies a project. */
function ownFolder({ workingFolder }: ServerLocation, { client }: CallHints): readonly string[] {
  return workingFolder === undefined || sharesServer(client) ? [] : [workingFolder];
}

/** Returns a function that finds the project of a folder: the containing root, or by searching upwards. */
function finder({ roots, workingFolder = '' }: ServerLocation, projectOf: ProjectOf): ProjectOf {
  const own = realFolder(workingFolder);
  return (path) => {
    const folder = realFolder(path);
    if (folder === undefined) return undefined;
    if (roots.length > 0) return roots.find((root) => contains(realFolder(root) ?? root, folder));
    // The folder where the agent was started is more specific than the working tree around it.
    return projectOf(own !== undefined && contains(folder, own) ? own : folder);
  };
}

function whyNone({ roots, workingFolder }: ServerLocation, { client }: CallHints): string {
  if (sharesServer(client))
    return `${client} shares one server among all projects; give the folder of this one`;
  if (roots.length > 0) return `this server has several roots, name one of them: ${roots.join(', ')}`;
  const started = workingFolder === undefined ? '' : ` in ${workingFolder}, which is not a project`;
  return `give the absolute path of the project folder, as this server was started without --root${started}`;
}

const missing = (why: string): StoreError =>
  new StoreError('invalid_argument', `projectRoot is missing: ${why}.`, { arguments: ['projectRoot'] });
