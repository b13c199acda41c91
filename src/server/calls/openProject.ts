import { defined } from '../../disk/base/core.ts';
import { isTerse, type RequestedProjects } from '../base/requests.ts';
import type { SavedTo, ToolContext } from '../base/tool.ts';
import { sessionIn } from './callMeta.ts';
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
  const savesOf = savesByChat(own);
  const find: RequestedProjects['find'] = async (projectRoot, caller, anywhere) => {
    const { called, root } = await projects.find(projectRoot, caller, anywhere);
    const current = currentSession(caller, own);
    const toolContext = {
      ...machine,
      root,
      brief: isTerse(caller),
      ...defined({ current, client: caller.client, savedTo: savesOf(sessionIn(caller.meta)) }),
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

/** Number of chats whose last saves a process with several clients remembers. */
const maxChats = 1000;
/** Longest session id that such a process remembers, UTF-16 code units. */
const maxSessionId = 256;

type Saves = Map<string, SavedTo>;

/**
 * Returns a lookup of the last saves: those of the process where one client started it, else those of the chat that the
 * request names. Undefined for a request without a chat in a process with several clients.
 */
function savesByChat(own: OwnProcess | undefined): (sessionId: string | undefined) => Saves | undefined {
  const ownSaves: Saves = new Map();
  if (own) return () => ownSaves;
  const byChat = new Map<string, Saves>();
  return (sessionId) => {
    if (sessionId === undefined || sessionId.length > maxSessionId) return undefined;
    const saves: Saves = byChat.get(sessionId) ?? new Map();
    byChat.delete(sessionId);
    byChat.set(sessionId, saves);
    const [longestSilent] = byChat.keys();
    if (byChat.size > maxChats && longestSilent !== undefined) byChat.delete(longestSilent);
    return saves;
  };
}
