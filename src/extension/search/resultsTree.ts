import {
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeDataProvider,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { number } from '../base/notices.ts';
import { findingKey, type FoundInProject } from './findEverywhere.ts';
import { groupResults, leading, type ResultGroup } from './resultGroups.ts';
import { calledOf, factsOf, groupLook, isFetchable, roleIcon } from './searchItems.ts';

/** Where results were found, with those that are there. */
export interface GroupNode {
  readonly kind: 'resultGroup';
  readonly id: string;
  readonly group: ResultGroup;
  readonly results: readonly ResultNode[];
}

/** One result. */
export interface ResultNode {
  readonly kind: 'result';
  /** The same through every refresh, so that expansion and selection stay. */
  readonly id: string;
  readonly finding: FoundInProject;
}

/** The last row where there are more results. */
export interface MoreResultsNode {
  readonly kind: 'moreResults';
  readonly id: string;
}

export type ResultsNode = GroupNode | ResultNode | MoreResultsNode;

/** So much of a snippet is shown before its match: in a sidebar of 200 pixels a row has room for 14. Characters. */
const beforeMatch = 7;

/** The tree of what a search found, by groups. */
export class ResultsTree extends Disposable implements TreeDataProvider<ResultsNode> {
  readonly #changed = this._register(new EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  #groups: readonly GroupNode[] = [];
  #more = false;
  #severalFolders = false;

  /** Every result in the order of its rows. */
  get results(): readonly ResultNode[] {
    return this.#groups.flatMap(({ results }) => results);
  }

  /** The rows at the top. */
  get groups(): readonly GroupNode[] {
    return this.#groups;
  }

  /** Shows these from now on. */
  show(findings: readonly FoundInProject[], { more, severalFolders }: Shown): void {
    this.#groups = groupResults(findings).map(({ group, results }) => ({
      kind: 'resultGroup',
      id: group,
      group,
      results: results.map((finding) => ({ kind: 'result', id: findingKey(finding), finding })),
    }));
    this.#more = more;
    this.#severalFolders = severalFolders;
    this.#changed.fire();
  }

  getChildren(node?: ResultsNode): ResultsNode[] {
    if (node !== undefined) return node.kind === 'resultGroup' ? [...node.results] : [];
    return this.#more ? [...this.#groups, { kind: 'moreResults', id: 'more' }] : [...this.#groups];
  }

  getParent(node: ResultsNode): GroupNode | undefined {
    if (node.kind !== 'result') return undefined;
    return this.#groups.find(({ results }) => results.some(({ id }) => id === node.id));
  }

  getTreeItem(node: ResultsNode): TreeItem {
    const item = this.#itemOf(node);
    item.id = node.id;
    item.contextValue = node.kind === 'result' && node.finding.inHub ? contextInHub(node.finding) : node.kind;
    return item;
  }

  #itemOf(node: ResultsNode): TreeItem {
    switch (node.kind) {
      case 'resultGroup':
        return groupItem(node);
      case 'result':
        return resultItem(node, this.#severalFolders);
      case 'moreResults':
        return moreItem();
    }
  }
}

interface Shown {
  readonly more: boolean;
  readonly severalFolders: boolean;
}

function groupItem({ group, results }: GroupNode): TreeItem {
  const { label, icon } = groupLook(group);
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon(icon);
  item.description = number(results.length);
  item.accessibilityInformation = { label: l10n.t('{0}, {1} results', label, number(results.length)) };
  return item;
}

/** Menus offer for a result of a hub what can be done with it. */
const contextInHub = (finding: FoundInProject): string =>
  isFetchable(finding) ? 'hubResult fetchable' : 'hubResult';

function resultItem(node: ResultNode, severalFolders: boolean): TreeItem {
  const { finding } = node;
  const { snippet, ranges, role } = finding.hit;
  const shown = leading(snippet, ranges, beforeMatch);
  const highlights = shown.ranges.map(([from, to]): [number, number] => [from, to]);
  const called = calledOf(finding);
  const facts = factsOf(finding, severalFolders);
  const item = new TreeItem({ label: shown.text, highlights });
  item.iconPath = roleIcon(role);
  item.description = `${called} · ${facts}`;
  item.tooltip = `${called}\n${facts}\n\n${snippet}`;
  item.accessibilityInformation = { label: `${snippet}, ${called}, ${facts}` };
  item.command = {
    command: 'historyStore.openSearchResult',
    title: l10n.t('Open'),
    arguments: [node],
  };
  return item;
}

function moreItem(): TreeItem {
  const item = new TreeItem(l10n.t('Show more results'));
  item.iconPath = new ThemeIcon('ellipsis');
  item.command = { command: 'historyStore.moreSearchResults', title: l10n.t('Show more results') };
  return item;
}
