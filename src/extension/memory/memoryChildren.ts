import type { FoundMemory, Memory } from '../../history/memory/types.ts';
import type { Project } from '../base/project.ts';
import { matchesFilter } from './memoryFilter.ts';
import { memoryGroups } from './memoryGroups.ts';
import type {
  ArchivedMemoriesNode,
  Arrangement,
  MemoryGroupNode,
  MemoryNode,
  MemoryTrashNode,
  MemoryTreeNode,
} from './memoryNodes.ts';

/** What the view shows. */
export interface Shown {
  readonly by: Arrangement;
  /** Only memories that match this text, best first; empty for all, grouped. */
  readonly filter: string;
}

/** Returns a project's memories in groups or those that match, then archived ones and problems. */
export async function projectChildren(project: Project, { by, filter }: Shown, now: number) {
  if (filter !== '') return found(project, filter);
  const { memories: store } = project;
  const [memories, archived, trash, { problems }] = await Promise.all([
    store.list(),
    store.list({ archived: true }),
    store.trash(),
    store.health(),
  ]);
  const nodes: MemoryTreeNode[] = problems.map((text, index) => {
    const id = idOf(project, 'problem', String(index));
    return { kind: 'memoryWarning', id, project, text };
  });
  for (const group of memoryGroups(memories, by, now))
    nodes.push({ kind: 'group', id: idOf(project, by, group.name), project, by, ...group });
  if (archived.length > 0)
    nodes.push({
      kind: 'archivedMemories',
      id: idOf(project, 'archived'),
      project,
      memories: archived,
      filter: { archived: true },
    });
  if (trash.length > 0) nodes.push({ kind: 'memoryTrash', id: idOf(project, 'trash'), project, trash });
  return nodes;
}

/** A matching memory, with the words that match only by meaning. */
type Match = Pick<FoundMemory, 'memory' | 'meant'>;

/** Returns memories that match a text: by whole words first, then by beginnings of words, then by meaning. */
async function matching(project: Project, text: string): Promise<readonly Match[]> {
  const { memories } = project;
  const [all, { found }] = await Promise.all([memories.list(), memories.find(text, { limit: Infinity })]);
  const byWords = new Set(all.filter((memory) => matchesFilter(memory, text)).map(({ hash }) => hash));
  const best = found.filter(({ memory }) => byWords.delete(memory.hash));
  const known = new Set(best.map(({ memory }) => memory.hash));
  return [
    ...best.map(({ memory }) => ({ memory })),
    ...all.filter(({ hash }) => byWords.has(hash)).map((memory) => ({ memory })),
    ...found.filter(({ memory, meant }) => meant && !known.has(memory.hash)),
  ];
}

async function found(project: Project, text: string): Promise<MemoryTreeNode[]> {
  const matches = await matching(project, text);
  const list = idOf(project, 'found');
  return matches.map(({ memory, meant }) => ({ ...memoryNode(project, memory, { list }), meant }));
}

/** Returns the memories of a group. */
export function groupChildren({ id, project, ...group }: MemoryGroupNode | ArchivedMemoriesNode) {
  const under = group.kind === 'group' && group.by === 'tag' ? group.name : undefined;
  return group.memories.map((memory) => memoryNode(project, memory, { list: id, under }));
}

/** Returns what can be restored, newest first. */
export const trashChildren = ({ id, project, trash }: MemoryTrashNode): MemoryTreeNode[] =>
  trash.map((trashed) => ({ kind: 'trashedMemories', id: `${id}/${trashed.id}`, project, trashed }));

const memoryNode = (
  project: Project,
  memory: Memory,
  { list, under }: { readonly list: string; readonly under?: string | undefined },
): MemoryNode => ({
  kind: 'memory',
  id: `${list}/${memory.hash}`,
  project,
  hash: memory.hash,
  memory,
  under,
  meant: undefined,
});

const idOf = (project: Project, ...names: readonly string[]): string =>
  JSON.stringify([project.root, ...names]);
