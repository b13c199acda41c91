import { type TreeItem, env, l10n } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import type { ProjectChange, Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { memoryTooltip, memoryTreeItem } from './memoryItems.ts';
import type {
  MemoryOwnNode,
  MemoryTreeNode,
  ArchivedMemoriesNode,
  Arrangement,
  MemoryGroupNode,
  MemoryNode,
  MemoryTrashNode,
} from './memoryNodes.ts';
import { explained, identified } from '../tree/treeItem.ts';
import type { FoundMemory, Memory, MemoryFilter } from '../../history/memory/types.ts';
import { matchesFilter } from './memoryFilter.ts';
import { tagCounts } from '../../history/memory/analysis.ts';
import { grouped } from '../base/grouped.ts';
import { startOfDay } from '../base/notices.ts';
import { typeName } from './memoryTypes.ts';

/** The tree of memories. */
export class MemoryTree extends ProjectTree<MemoryOwnNode> {
  readonly #clock: Clock;
  #shown: Shown = { by: 'tag', filter: '' };

  constructor(projects: Projects, clock: Clock) {
    super(projects);
    this.#clock = clock;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.repaint()));
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Changes grouping or filter. */
  show(shown: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...shown };
    this.repaint();
  }

  protected async childrenOf(node: MemoryTreeNode): Promise<MemoryTreeNode[]> {
    switch (node.kind) {
      case 'project':
        return this.paged(node, await projectChildren(node.project, this.#shown, this.#clock.now()));
      case 'group':
      case 'archivedMemories':
        return this.paged(node, groupChildren(node));
      case 'memoryTrash':
        return this.paged(node, trashChildren(node));
      case 'memory':
      case 'trashedMemories':
      case 'memoryWarning':
      case 'more':
      case 'problem':
        return [];
    }
  }

  getTreeItem(node: MemoryTreeNode): TreeItem {
    return identified(memoryTreeItem(node, this.#clock.now()), node);
  }

  resolveTreeItem(item: TreeItem, node: MemoryTreeNode): TreeItem {
    return explained(item, node.kind === 'memory' ? memoryTooltip(node) : undefined);
  }

  #onChange({ folders }: ProjectChange): void {
    if (folders === undefined || folders.has('.memory') || folders.has(trashFolder)) this.repaint();
  }
}

/** What the view shows. */
interface Shown {
  readonly by: Arrangement;
  /** Only memories that match this text, best first; empty for all, grouped. */
  readonly filter: string;
}

/** Returns a project's memories in groups or those that match, then archived ones and problems. */
async function projectChildren(project: Project, { by, filter }: Shown, now: number) {
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
function groupChildren({ id, project, ...group }: MemoryGroupNode | ArchivedMemoriesNode) {
  const under = group.kind === 'group' && group.by === 'tag' ? group.name : undefined;
  return group.memories.map((memory) => memoryNode(project, memory, { list: id, under }));
}

/** Returns what can be restored, newest first. */
const trashChildren = ({ id, project, trash }: MemoryTrashNode): MemoryTreeNode[] =>
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

/** Memories with something in common, newest first. */
interface MemoryGroup {
  readonly name: string;
  readonly memories: readonly Memory[];
  readonly filter: MemoryFilter | undefined;
}

/** Groups memories, given newest first, by the chosen property. A memory with several tags is in several groups. */
function memoryGroups(memories: readonly Memory[], by: Arrangement, now: number): readonly MemoryGroup[] {
  switch (by) {
    case 'tag':
      return byTag(memories);
    case 'type':
      return byType(memories);
    case 'time':
      return byTime(memories, now);
  }
}

/** Groups by tag, most frequent first, memories without tags last. */
function byTag(memories: readonly Memory[]): MemoryGroup[] {
  const holders = grouped(memories, ({ tags }) => tags);
  const groups = tagCounts(memories).map(({ tag }) => ({
    name: tag,
    memories: holders.get(tag) ?? [],
    filter: { tags: [tag] },
  }));
  const untagged = memories.filter(({ tags }) => tags.length === 0);
  return untagged.length === 0 ? groups : [...groups, { name: '', memories: untagged, filter: undefined }];
}

function byType(memories: readonly Memory[]): MemoryGroup[] {
  return [...grouped(memories, ({ type }) => [type])]
    .map(([type, own]) => ({ name: typeName(type), memories: own, filter: { type } }))
    .sort((a, b) => b.memories.length - a.memories.length || (a.name < b.name ? -1 : 1));
}

/** Groups by periods that grow with their distance: today, yesterday, the week before, then months. */
function byTime(memories: readonly Memory[], now: number): MemoryGroup[] {
  const start = startOfDay(now);
  const near = [
    { name: l10n.t('Today'), from: start, to: Infinity },
    { name: l10n.t('Yesterday'), from: startOfDay(now, 1), to: start },
    { name: l10n.t('Previous 7 Days'), from: startOfDay(now, 7), to: startOfDay(now, 1) },
  ];
  const older = memories.filter(({ createdAt }) => createdAt < startOfDay(now, 7));
  const stretches = [...near, ...monthsOf(older, startOfDay(now, 7))];
  return stretches.flatMap(({ name, from, to }) => {
    const own = memories.filter(({ createdAt }) => createdAt >= from && createdAt < to);
    const filter = { from, ...(to !== Infinity && { to }) };
    return own.length > 0 ? [{ name, memories: own, filter }] : [];
  });
}

/** Returns months with memories, newest first; the newest ends where more recent periods start. */
function monthsOf(memories: readonly Memory[], end: number) {
  const format = new Intl.DateTimeFormat(env.language, { year: 'numeric', month: 'long' });
  const starts = new Set(memories.map(({ createdAt }) => startOfMonth(createdAt, 0)));
  return [...starts].map((from) => ({
    name: format.format(from),
    from,
    to: Math.min(startOfMonth(from, 1), end),
  }));
}

function startOfMonth(time: number, monthsAfter: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth() + monthsAfter).getTime();
}
