import type { Memory } from '../../store/memory/types.ts';
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

/** What the view shows of the memories. */
export interface Shown {
  readonly by: Arrangement;
  /** Only memories that match this text, the best first; empty for all, arranged. */
  readonly filter: string;
}

/** The memories of a project in groups, or those that match, and then what was put aside or went wrong. */
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
      ...{ kind: 'archivedMemories', id: idOf(project, 'archived'), project },
      ...{ memories: archived, filter: { archived: true } },
    });
  if (trash.length > 0) nodes.push({ kind: 'memoryTrash', id: idOf(project, 'trash'), project, trash });
  return nodes;
}

/** The memories that match a text: the best by whole words first, then those with words that begin so. */
export async function matching(project: Project, text: string): Promise<readonly Memory[]> {
  const { memories } = project;
  const [all, { found }] = await Promise.all([memories.list(), memories.find(text, { limit: Infinity })]);
  const matches = new Map(
    all.flatMap((memory) => (matchesFilter(memory, text) ? [[memory.hash, memory]] : [])),
  );
  const best = found.flatMap(({ memory: { hash } }) => matches.get(hash) ?? []);
  return [...new Set([...best, ...matches.values()])];
}

async function found(project: Project, text: string): Promise<MemoryTreeNode[]> {
  const memories = await matching(project, text);
  return memories.map((memory) => memoryNode(project, memory, { list: idOf(project, 'found') }));
}

/** The memories of a group. */
export function groupChildren({ id, project, ...group }: MemoryGroupNode | ArchivedMemoriesNode) {
  const under = group.kind === 'group' && group.by === 'tag' ? group.name : undefined;
  return group.memories.map((memory) => memoryNode(project, memory, { list: id, under }));
}

/** What can come back, newest first. */
export const trashChildren = ({ id, project, trash }: MemoryTrashNode): MemoryTreeNode[] =>
  trash.map((trashed) => ({ kind: 'trashedMemories', id: `${id}/${trashed.id}`, project, trashed }));

const memoryNode = (
  project: Project,
  memory: Memory,
  { list, under }: { readonly list: string; readonly under?: string | undefined },
): MemoryNode => ({
  ...{ kind: 'memory', id: `${list}/${memory.hash}`, project },
  ...{ hash: memory.hash, memory, under },
});

const idOf = (project: Project, ...names: readonly string[]): string =>
  JSON.stringify([project.root, ...names]);
