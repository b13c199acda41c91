import type { Project } from '../base/project.ts';
import { handful } from '../tree/stretches.ts';
import type { SeenItems } from './seenItems.ts';
import type { SharedList } from './sharedLists.ts';
import type {
  SharedNode,
  TeamArrangement,
  TeamGroupNode,
  TeamItem,
  WithdrawnItemsNode,
  WithdrawnNode,
} from './teamNodes.ts';

/** Returns shared items as seen by the person: changes by others since are new. */
export const teamItems = (
  project: Project,
  { items, me }: SharedList,
  seen: SeenItems,
): readonly TeamItem[] =>
  items.map((item) => {
    const isMine = item.author !== undefined && item.author === me;
    return { item, isMine, isNew: !isMine && !seen.isSeen(project, item) };
  });

/** Returns new items, then all in groups, then withdrawn ones. */
export function teamChildren(
  project: Project,
  list: SharedList,
  { seen, by }: { readonly seen: SeenItems; readonly by: TeamArrangement },
): readonly (TeamGroupNode | WithdrawnItemsNode)[] {
  const all = teamItems(project, list, seen);
  const isUnfolded = all.length <= handful;
  const groups = new Map<string, TeamItem[]>();
  for (const one of all) {
    const name = (by === 'author' ? one.item.author : one.item.kind) ?? '';
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const news = all.filter(({ isNew }) => isNew);
  const group = (node: Pick<TeamGroupNode, 'by' | 'name' | 'items' | 'isUnfolded'>): TeamGroupNode => ({
    kind: 'sharedGroup',
    id: JSON.stringify([project.root, node.by, node.name]),
    project,
    ...node,
  });
  const id = JSON.stringify([project.root, 'withdrawn']);
  return [
    ...(news.length > 0 ? [group({ by: 'new', name: '', items: news, isUnfolded: true })] : []),
    ...[...groups].map(([name, items]) => group({ by, name, items, isUnfolded })),
    ...(list.withdrawn.length > 0
      ? [{ kind: 'withdrawnItems' as const, id, project, items: list.withdrawn }]
      : []),
  ];
}

export const groupItems = ({ id, project, by, items }: TeamGroupNode): readonly SharedNode[] =>
  items.map((one) => ({
    kind: 'shared',
    id: `${id}/${one.item.id}`,
    project,
    sharedId: one.item.id,
    under: by,
    ...one,
  }));

export const withdrawnNodes = ({ id, project, items }: WithdrawnItemsNode): readonly WithdrawnNode[] =>
  items.map((item) => ({
    kind: 'withdrawn',
    id: `${id}/${item.id}`,
    project,
    item,
    withdrawnId: item.id,
  }));
