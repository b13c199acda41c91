import {
  type TreeItem,
  env,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItemCollapsibleState,
} from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { Projects } from '../base/projects.ts';
import { hubChildren, hubNodes } from '../hub/hubChildren.ts';
import type { HubsInfo, TeamsInfo } from '../hub/hubInfo.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { explained, identified, commonItem, errorIcon, treeItem, warningIcon } from '../tree/treeItem.ts';
import type { SeenItems } from './seenItems.ts';
import type { SharedLists } from './sharedLists.ts';
import { groupItems, teamChildren, withdrawnNodes } from './teamChildren.ts';
import type {
  TeamArrangement,
  TeamNode,
  TeamOwnNode,
  SharedNode,
  TeamGroupNode,
  WithdrawnNode,
} from './teamNodes.ts';
import type { SharedItem } from '../../history/shared/types.ts';
import { dateTime, number } from '../base/notices.ts';
import { hubTreeItem } from '../hub/hubItems.ts';
import { age } from '../tree/age.ts';
import { kindIcon, kindName } from './kinds.ts';

interface TeamTreeParts {
  readonly lists: SharedLists;
  readonly seen: SeenItems;
  readonly clock: Clock;
  readonly hubs: HubsInfo;
  readonly hubKeeping: TeamsInfo;
}

/** The tree of the hub and of shared items. */
export class TeamTree extends ProjectTree<TeamOwnNode> {
  readonly #parts: TeamTreeParts;
  #by: TeamArrangement = 'author';

  constructor(projects: Projects, parts: TeamTreeParts) {
    super(projects);
    this.#parts = parts;
    for (const { onDidChange } of [parts.lists, parts.hubs, parts.hubKeeping])
      this._register(onDidChange(() => this.repaint()));
  }

  /** Changes the grouping of items. */
  arrange(by: TeamArrangement): void {
    this.#by = by;
    this.repaint();
  }

  protected async childrenOf(node: TeamNode): Promise<TeamNode[]> {
    const { lists, seen } = this.#parts;
    switch (node.kind) {
      case 'project':
        return [
          ...(await hubNodes(node.project, this.#parts)),
          ...teamChildren(node.project, await lists.of(node.project), { seen, by: this.#by }),
        ];
      case 'hub':
        return [...hubChildren(node)];
      case 'hubPerson':
        return this.paged(node, hubChildren(node));
      case 'sharedGroup':
        return this.paged(node, groupItems(node));
      case 'withdrawnItems':
        return this.paged(node, withdrawnNodes(node));
      case 'shared':
      case 'withdrawn':
      case 'hubDialog':
      case 'hubRecords':
      case 'hubProblem':
      case 'more':
      case 'problem':
        return [];
    }
  }

  getTreeItem(node: TeamNode): TreeItem {
    return identified(teamTreeItem(node, this.#parts.clock.now()), node);
  }

  resolveTreeItem(item: TreeItem, node: TeamNode): TreeItem {
    return explained(item, node.kind === 'shared' ? sharedTooltip(node) : undefined);
  }
}

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;
/** Maximum characters of a text in a tooltip. */
const shownText = 1_500;

/** Returns the tree item of a node. Times in milliseconds. */
function teamTreeItem(node: TeamNode, now: number): TreeItem {
  switch (node.kind) {
    case 'sharedGroup':
      return groupItem(node);
    case 'shared':
      return sharedItem(node, now);
    case 'withdrawnItems':
      return treeItem(l10n.t('Withdrawn'), Collapsed, 'withdrawnItems', {
        icon: new ThemeIcon('trash'),
        description: number(node.items.length),
        tooltip: l10n.t('No longer shared, here or by others. Each can be restored.'),
      });
    case 'withdrawn':
      return withdrawnItem(node, now);
    case 'hub':
    case 'hubPerson':
    case 'hubDialog':
    case 'hubRecords':
    case 'hubProblem':
      return hubTreeItem(node, now);
    case 'project':
    case 'more':
    case 'problem':
      return commonItem(node, 'historyStore.showMoreShared');
  }
}

function groupItem({ by, name, items, isUnfolded }: TeamGroupNode): TreeItem {
  const isMine = by === 'author' && items.every((one) => one.isMine);
  const looks = {
    new: { label: l10n.t('New'), icon: 'bell-dot' },
    author: { label: name || l10n.t('Unknown author'), icon: 'account' },
    kind: { label: kindName(name), icon: kindIcon(name) },
  } as const;
  const { label, icon } = looks[by];
  return treeItem(label, isUnfolded ? Expanded : Collapsed, 'sharedGroup', {
    icon: new ThemeIcon(icon),
    description: [isMine ? l10n.t('you') : '', number(items.length)].filter(Boolean).join(' · '),
  });
}

function sharedItem(node: SharedNode, now: number): TreeItem {
  const { item, isNew, isMine, under } = node;
  const who = isMine ? l10n.t('you') : item.author;
  const facts = [
    item.problem && problemText(item.problem),
    under === 'author' ? undefined : who,
    under === 'kind' ? undefined : kindName(item.kind),
    age(item.updatedAt, now, env.language),
    isNew && under !== 'new' ? l10n.t('new') : undefined,
  ];
  const state = item.problem === undefined ? 'shared' : `shared ${item.problem}`;
  const row = treeItem(item.title, None, state, {
    icon: iconOf(node),
    description: facts.filter(Boolean).join(' · '),
  });
  row.command = {
    command: 'historyStore.openShared',
    title: '',
    arguments: [node, { preserveFocus: true }],
  };
  return row;
}

function iconOf({ item, isNew }: SharedNode): ThemeIcon {
  if (item.problem === 'conflict') return warningIcon;
  if (item.problem === 'unreadable' || item.problem === 'tooLarge') return errorIcon;
  return new ThemeIcon(kindIcon(item.kind), isNew ? new ThemeColor('charts.blue') : undefined);
}

const problemText = (problem: NonNullable<SharedItem['problem']>): string =>
  ({
    conflict: l10n.t('conflict'),
    sameId: l10n.t('same id as another file'),
    tooLarge: l10n.t('over 1 MiB'),
    unreadable: l10n.t('not text'),
  })[problem];

function withdrawnItem({ item }: WithdrawnNode, now: number): TreeItem {
  const facts = [item.author, age(item.at, now, env.language)];
  return treeItem(item.title, None, 'withdrawn', {
    icon: new ThemeIcon(kindIcon(item.kind)),
    description: facts.filter(Boolean).join(' · '),
    tooltip: [item.title, l10n.t('Withdrawn: {0}', dateTime(item.at)), item.file].join('\n'),
  });
}

/** Returns the tooltip of an item. Others' text is never rendered. */
function sharedTooltip({ item }: SharedNode): MarkdownString {
  const { title, kind, author, createdAt, updatedAt, tags, of, file, text, problem } = item;
  const shown = text.length > shownText ? `${text.slice(0, shownText)}…` : text;
  const tooltip = new MarkdownString('', true);
  tooltip.appendMarkdown('**').appendText(title).appendMarkdown('**\n\n');
  if (problem === 'conflict')
    tooltip
      .appendMarkdown('$(warning) ')
      .appendText(l10n.t('Git could not merge two versions. Open the file and solve the conflict there.'))
      .appendMarkdown('\n\n');
  tooltip.appendText(shown).appendMarkdown('\n\n---\n\n');
  const facts = [
    kindName(kind),
    author && l10n.t('Author: {0}', author),
    l10n.t('Shared: {0}', dateTime(createdAt)),
    updatedAt > createdAt ? l10n.t('Changed: {0}', dateTime(updatedAt)) : undefined,
    tags.length > 0 ? l10n.t('Tags: {0}', tags.join(', ')) : undefined,
    of && l10n.t('From {0}', of),
    file,
  ];
  for (const fact of facts)
    if (fact !== undefined) tooltip.appendMarkdown('- ').appendText(fact).appendMarkdown('\n');
  return tooltip;
}
