import {
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeDataProvider,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { grouped } from '../base/grouped.ts';
import { dateTime, number } from '../base/notices.ts';
import { findingKey, type FoundInProject } from './findEverywhere.ts';
import { groupOf, leading, type ResultGroup } from './resultGroups.ts';
import { calledOf, factsOf, groupLook, hitIcon, isFetchable } from './searchItems.ts';

/** The results of one dialog or session, of all memories or shared items, or those only related in meaning. */
export interface GroupNode {
  readonly kind: 'resultGroup';
  readonly id: string;
  readonly group: ResultGroup;
  readonly label: string;
  readonly results: readonly ResultNode[];
}

/** A result. */
export interface ResultNode {
  readonly kind: 'result';
  /** Stays the same across refreshes, which preserves expansion and selection. */
  readonly id: string;
  readonly finding: FoundInProject;
}

/** The last row if there are more results. */
export interface MoreResultsNode {
  readonly kind: 'moreResults';
  readonly id: string;
}

export type ResultsNode = GroupNode | ResultNode | MoreResultsNode;

/** Characters of a snippet shown before its match: a row of a 200 pixel side bar fits 14. */
const beforeMatch = 7;

/** The tree of a search's results, by where they are, best first. */
export class ResultsTree extends Disposable implements TreeDataProvider<ResultsNode> {
  readonly #changed = this._register(new EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  #groups: readonly GroupNode[] = [];
  #more = false;
  #severalFolders = false;

  /** All results in the order of their rows. */
  get results(): readonly ResultNode[] {
    return this.#groups.flatMap(({ results }) => results);
  }

  /** The top-level rows. */
  get groups(): readonly GroupNode[] {
    return this.#groups;
  }

  /** Shows these results. */
  show(findings: readonly FoundInProject[], { more, severalFolders }: Shown): void {
    this.#groups = byPlace(findings);
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

/** Groups results by place, in the order of their best ones; what is only related comes last. */
function byPlace(findings: readonly FoundInProject[]): readonly GroupNode[] {
  const places = [...grouped(findings, (finding) => [placeOf(finding)])];
  const last = ([, [first]]: (typeof places)[number]): number => Number(first?.hit.related ?? false);
  return places
    .toSorted((a, b) => last(a) - last(b))
    .flatMap(([id, [first, ...more]]) => {
      if (first === undefined) return [];
      const group = groupOf(first);
      const results = [first, ...more].map((finding): ResultNode => ({
        kind: 'result',
        id: findingKey(finding),
        finding,
      }));
      const label = isOnePlace(group) ? groupLook(group).label : calledOf(first);
      return [{ kind: 'resultGroup', id, group, label, results }];
    });
}

/** Whether all results of a group are one place, since each is short. */
const isOnePlace = (group: ResultGroup): boolean => ['memories', 'shared', 'related'].includes(group);

/** Returns what identifies the place of a result; the summary of a dialog is in the dialog. */
function placeOf(finding: FoundInProject): string {
  const { project, hit, inHub } = finding;
  if (isOnePlace(groupOf(finding))) return groupOf(finding);
  return JSON.stringify([project.root, inHub?.owner, hit.dialog ?? hit.name]);
}

function groupItem({ group, label, results }: GroupNode): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  const isDialog = !isOnePlace(group) && results.some(({ finding }) => finding.hit.dialog !== undefined);
  item.iconPath = new ThemeIcon(groupLook(isDialog ? 'dialogs' : group).icon);
  const newest = Math.max(...results.map(({ finding }) => finding.hit.ts));
  item.description = `${number(results.length)} · ${dateTime(newest)}`;
  item.accessibilityInformation = { label: l10n.t('{0}, {1} results', label, number(results.length)) };
  return item;
}

/** Lets menus offer actions for a result in a hub. */
const contextInHub = (finding: FoundInProject): string =>
  isFetchable(finding) ? 'hubResult fetchable' : 'hubResult';

function resultItem(node: ResultNode, severalFolders: boolean): TreeItem {
  const { finding } = node;
  const { snippet, ranges } = finding.hit;
  const shown = leading(snippet, ranges, beforeMatch);
  const highlights = shown.ranges.map(([from, to]): [number, number] => [from, to]);
  const called = calledOf(finding);
  const facts = factsOf(finding, severalFolders);
  const item = new TreeItem({ label: shown.text, highlights });
  item.iconPath = hitIcon(finding.hit);
  item.description = isOnePlace(groupOf(finding)) ? `${called} · ${facts}` : facts;
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

/** Formats results as text for the clipboard: location, snippet and reference of each. */
export const resultsText = (results: readonly ResultNode[]): string =>
  results
    .map(({ finding }) => {
      const { snippet, reference } = finding.hit;
      const lines = [`${calledOf(finding)} · ${factsOf(finding, false)}`, snippet, reference];
      return lines.filter((line) => line !== '').join('\n  ');
    })
    .join('\n');
