import { isObject } from '../../store/base/core.ts';
import { parseEntryRef } from '../../protocol/summaryEdits.ts';
import { itemOf } from '../../protocol/summarySections.ts';
import { entryMark } from '../../store/search/entryMark.ts';
import type { Place } from '../../store/search/reference.ts';
import { summaryEntry } from '../../store/search/summaryEntry.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';

/** What tells which place a row shows. */
export interface RowServices {
  readonly projects: Projects;
  readonly sessionLists: {
    readonly of: (project: Project) => { readonly sessions: () => Promise<readonly SessionInfo[]> };
  };
}

/** The panes of each subject, of which one may be in front. */
export type InFront = Readonly<
  Record<'panes' | 'contextPanes' | 'sessionPanes' | 'memoryPanes', { readonly active: object | undefined }>
>;

/** What the pane in front shows; undefined where none is. */
export const targetInFront = ({ panes, contextPanes, sessionPanes, memoryPanes }: InFront) =>
  [panes, contextPanes, sessionPanes, memoryPanes].find(({ active }) => active)?.active;

/** The place that a row of a tree or the target of a pane shows; undefined for what is none, such as groups. */
export async function placeOfRow(
  { projects, sessionLists }: RowServices,
  row: unknown,
): Promise<{ readonly project: Project; readonly place: Place } | undefined> {
  const project = projectOf(row, projects);
  const isSession = isObject(row) && row.kind === 'session'; // only its list knows its id
  const sessions = project && isSession ? await sessionLists.of(project).sessions() : [];
  const place = isObject(row) ? placeOf(row, sessions) : undefined;
  return project && place && { project, place };
}

type Row = Readonly<Record<string, unknown>>;

/** The place that a row or the target of a pane shows. */
function placeOf(row: Row, sessions: readonly SessionInfo[]): Place | undefined {
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
  if (ref) return { source: 'dialogs', name: dialog, entry: entryMark(ref.section, itemOf(ref.item).text) };
  const isSummary = kind === 'summary' || kind === 'section';
  return { source: 'dialogs', name: dialog, ...(isSummary && { entry: summaryEntry }) };
}

const named = (source: Place['source'], name: unknown): Place | undefined =>
  typeof name === 'string' ? { source, name } : undefined;

/** Only the hash says which memory it is. */
const typeOf = (memory: unknown): string =>
  isObject(memory) && typeof memory.type === 'string' && memory.type !== '' ? memory.type : 'note';
