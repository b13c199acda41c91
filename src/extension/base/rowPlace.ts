import { isObject } from '../../disk/base/core.ts';
import { parseEntryRef } from '../../protocol/summaryEdits.ts';
import { itemOf } from '../../protocol/summarySections.ts';
import { summaryEntryId } from '../../find/search/summaryEntryId.ts';
import type { ItemReference } from '../../find/search/reference.ts';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';

/** What is needed to find the reference of a row. */
export interface RowServices {
  readonly projects: Projects;
  readonly sessionLists: {
    readonly of: (project: Project) => { readonly sessions: () => Promise<readonly SessionInfo[]> };
  };
}

/** The panes of each subject, one of which may be active. */
export type InFront = Readonly<
  Record<'panes' | 'contextPanes' | 'sessionPanes' | 'memoryPanes', { readonly active: object | undefined }>
>;

/** Returns what the active pane shows; undefined without one. */
export const targetInFront = ({ panes, contextPanes, sessionPanes, memoryPanes }: InFront) =>
  [panes, contextPanes, sessionPanes, memoryPanes].find(({ active }) => active)?.active;

/** Returns the reference of a tree's row or a pane's target; undefined for others, such as groups. */
export async function placeOfRow(
  { projects, sessionLists }: RowServices,
  row: unknown,
): Promise<{ readonly project: Project; readonly place: ItemReference } | undefined> {
  const project = projectOf(row, projects);
  const isSession = isObject(row) && row.kind === 'session'; // only its list knows its id
  const sessions = project && isSession ? await sessionLists.of(project).sessions() : [];
  const place = isObject(row) ? placeOf(row, sessions) : undefined;
  return project && place && { project, place };
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the reference of a row or a pane's target. */
function placeOf(row: Row, sessions: readonly SessionInfo[]): ItemReference | undefined {
  const { dialog, contextId, hash, name, id, kind } = row;
  if (kind === 'session')
    return named('sessions', sessions.find(({ path }) => path === (row.path ?? id))?.sessionId);
  if (kind === 'archive') return named('archives', name ?? id);
  if (typeof hash === 'string') return { source: 'memories', name: typeOf(row.memory), entry: hash };
  if (typeof contextId === 'string') return named('contexts', contextId === 'active' ? dialog : contextId);
  if (typeof dialog !== 'string') return undefined;
  if (kind === 'message' && isObject(row.message)) {
    const entry = row.message.id ?? row.message.ts;
    return { source: 'dialogs', name: dialog, entry: String(entry) };
  }
  const ref = parseEntryRef(row);
  if (ref)
    return { source: 'dialogs', name: dialog, entry: summaryEntryId(ref.section, itemOf(ref.item).text) };
  return { source: 'dialogs', name: dialog, ...(kind === 'section' && { entry: summaryEntry }) };
}

const named = (source: ItemReference['source'], name: unknown): ItemReference | undefined =>
  typeof name === 'string' ? { source, name } : undefined;

/** Only the hash identifies the memory. */
const typeOf = (memory: unknown): string =>
  isObject(memory) && typeof memory.type === 'string' && memory.type !== '' ? memory.type : 'note';
