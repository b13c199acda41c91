import { defined } from '../../store/base/core.ts';
import { showsLittle, type RequestedProjects } from '../base/requests.ts';
import type { Surroundings } from '../base/tool.ts';
import { currentSession, type OwnProcess } from './currentSession.ts';
import type { ServedProjects } from './projects.ts';

interface ProjectsContext {
  readonly projects: ServedProjects;
  /** What requests may know of the machine. */
  readonly machine: RequestSurroundings;
  /** Where the server runs, if one client started it for itself. */
  readonly own?: OwnProcess;
}

/** What does not depend on the request. */
export type RequestSurroundings = Omit<
  Surroundings,
  'root' | 'brief' | 'current' | 'client' | 'otherRoots' | 'folder'
>;

/** Opens the projects that requests mean. */
export function requestedProjects({ projects, machine, own }: ProjectsContext): RequestedProjects {
  const find: RequestedProjects['find'] = async (projectRoot, caller) => {
    const { called, root } = await projects.find(projectRoot, caller);
    const current = currentSession(caller, own);
    const around = {
      ...{ ...machine, root, brief: showsLittle(caller), ...defined({ current, client: caller.client }) },
      otherRoots: () => projects.roots(),
      folder: (path: string) => projects.folder(path),
    };
    return { called, around };
  };
  return {
    roots: () => projects.roots(),
    find,
    open: async (projectRoot, caller) => {
      const { called, around } = await find(projectRoot, caller);
      return { store: await called.whole(), around };
    },
  };
}
