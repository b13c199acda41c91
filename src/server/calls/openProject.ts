import { defined } from '../../disk/base/core.ts';
import { isTerse, type RequestedProjects } from '../base/requests.ts';
import type { SavedTo, ToolContext } from '../base/tool.ts';
import { currentSession, type OwnProcess } from './currentSession.ts';
import type { ServedProjects } from './projects.ts';

interface ProjectsContext {
  readonly projects: ServedProjects;
  /** What requests may know about the machine. */
  readonly machine: RequestContext;
  /** The server's process, if one client started it for itself. */
  readonly own?: OwnProcess;
}

/** The part that does not depend on the request. */
export type RequestContext = Omit<
  ToolContext,
  'root' | 'brief' | 'current' | 'client' | 'savedTo' | 'otherRoots' | 'folder'
>;

/** Opens the projects of requests. */
export function requestedProjects({ projects, machine, own }: ProjectsContext): RequestedProjects {
  const savedTo = own && new Map<string, SavedTo>();
  const find: RequestedProjects['find'] = async (projectRoot, caller, anywhere) => {
    const { called, root } = await projects.find(projectRoot, caller, anywhere);
    const current = currentSession(caller, own);
    const toolContext = {
      ...machine,
      root,
      brief: isTerse(caller),
      ...defined({ current, client: caller.client, savedTo }),
      otherRoots: () => projects.roots(),
      folder: (path: string) => projects.folder(path),
    };
    return { called, toolContext };
  };
  return {
    roots: () => projects.roots(),
    find,
    open: async (projectRoot, caller) => {
      const { called, toolContext } = await find(projectRoot, caller, true);
      return { store: await called.whole(), toolContext };
    },
  };
}
