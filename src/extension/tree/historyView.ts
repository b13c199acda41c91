import { setTimeout as pause } from 'node:timers/promises';
import {
  commands,
  EventEmitter,
  l10n,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
  workspace,
} from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import { remark } from '../base/notices.ts';
import { FocusedRow } from '../base/focusedRow.ts';
import type { Row, TreeRows } from '../base/rows.ts';
import { dragController, type RowDrag } from './rowDrag.ts';
import { marked, withTooltip, type RowMarks } from './rowMarks.ts';

const minute = 60_000;
const toggle = 'list.toggleSelection';
/** Usual maximum time until the editor asks for rows again after a refresh. Milliseconds. */
const readingMs = 20;

/** External additions to the rows of a tree. */
export interface RowExtras {
  readonly drag?: RowDrag;
  readonly marks?: RowMarks;
}

interface Watching {
  readonly drag: RowDrag | undefined;
  readonly marks: RowMarks | undefined;
  /** Called when a row is known. */
  readonly drew: () => void;
}

/** What a view does while visible. */
export interface Looking {
  /** Called when shown. Nothing is read while hidden, and a watcher may miss content of new folders. */
  readonly onShow: () => void;
  readonly everyMinute: () => void;
  readonly onHide?: () => void;
}

/** A view in the side bar that shows a tree, and explains what is restricted in an untrusted folder. */
export class HistoryView<Node extends Row> extends Disposable {
  readonly view: TreeView<Node>;
  readonly rows: TreeRows<Node>;
  readonly #restricted: string;
  #header = '';
  #isEmpty = true;
  readonly #reading = new Set<Promise<unknown>>();
  #focused = Promise.resolve();
  /** The rows drawn below each row, and at the top, by the id of their parent. */
  readonly #drawn = new Map<string | undefined, readonly Node[]>();
  /** Every row that was drawn, with the one above it, so that one that comes back is found. */
  readonly #known = new Map<string, { readonly node: Node; readonly parent: Node | undefined }>();
  readonly #changed = this._register(new EventEmitter<Node | Node[] | undefined>());
  #timer: NodeJS.Timeout | undefined;
  #knowing: NodeJS.Immediate | undefined;

  /** `restricted` is shown above the rows in an untrusted folder. */
  constructor(
    id: string,
    { drag, marks, ...options }: TreeViewOptions<Node> & RowExtras,
    restricted: string,
  ) {
    super();
    this.#restricted = restricted;
    const focused = this.#focusedRow();
    const treeDataProvider = this.#watched(options.treeDataProvider, {
      drag,
      marks,
      drew: () => this.#drew(focused),
    });
    const labelOf = async (node: Node) => labelText((await options.treeDataProvider.getTreeItem(node)).label);
    const dragAndDropController = drag && dragController(drag, labelOf);
    this.view = this._register(
      window.createTreeView(id, {
        ...options,
        treeDataProvider,
        showCollapseAll: true,
        ...(dragAndDropController && { dragAndDropController }),
      }),
    );
    this._register(this.view.onDidChangeSelection(({ selection }) => focused.selected(selection)));
    this.rows = {
      pressed: ({ selection }) => focused.pressed(selection === 'soon'),
      beside: (rows) => this.#beside(rows),
      focus: (row) => this.#focus(row),
      refocus: (row) => this.#refocus(row),
      focusShown: () => this.#focusShown(treeDataProvider),
    };
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#describe()));
  }

  /** Sets the text above the rows; empty for none. */
  setHeader(text: string): void {
    this.#header = text;
    this.#describe();
  }

  /** Registers callbacks for when the view is visible, starting immediately if it is. */
  whileVisible(looking: Looking): void {
    this._register(this.view.onDidChangeVisibility(() => this.#look(looking)));
    this._register({ dispose: () => this.#rest(looking) });
    if (this.view.visible) this.#look(looking);
  }

  #look(looking: Looking): void {
    this.#rest(looking);
    if (!this.view.visible) return;
    looking.onShow();
    this.#timer = setInterval(looking.everyMinute, minute);
  }

  #rest({ onHide }: Looking): void {
    clearInterval(this.#timer);
    onHide?.();
  }

  #focusedRow(): FocusedRow<Node> {
    return new FocusedRow<Node>({
      selection: () => this.view.selection,
      read: async (mostMs) => {
        await pause(readingMs);
        await Promise.race([Promise.allSettled(this.#reading), pause(mostMs)]);
      },
      toggleTwice: async () => commands.executeCommand('runCommands', { commands: [toggle, toggle] }),
      sayAgain: () => remark(l10n.t('The list was just being updated. Press the key again.')),
      now: () => performance.now(),
    });
  }

  /** The editor knows the rows of a list once all of them were drawn. */
  #drew(focused: FocusedRow<Node>): void {
    focused.drew();
    clearImmediate(this.#knowing);
    this.#knowing = setImmediate(() => focused.known());
  }

  #beside(rows: readonly unknown[]): Node | undefined {
    const isIn = (node: Node): boolean => rows.some((row) => isObject(row) && row.id === node.id);
    const list = [...this.#drawn.values()].findLast((each) => each.some(isIn)) ?? [];
    const last = list.findLastIndex(isIn);
    return (
      list.slice(last + 1).find((node) => !isIn(node)) ??
      list.slice(0, Math.max(0, last)).findLast((node) => !isIn(node))
    );
  }

  /** The editor focuses the first row where the focused one goes. One after another, so that the last one counts. */
  #focus(row: Node): Promise<void> {
    const reveal = () => this.view.reveal(row, { select: false, focus: true });
    this.#focused = this.#focused.then(reveal).catch(() => undefined); // the row is gone
    return this.#focused;
  }

  async #refocus(row: unknown): Promise<void> {
    const known = isObject(row) && typeof row.id === 'string' ? this.#known.get(row.id) : undefined;
    if (known === undefined) return;
    this.#changed.fire(undefined);
    await this.#focus(known.node);
  }

  async #focusShown(tree: TreeDataProvider<Node>): Promise<void> {
    const [selected] = this.view.selection;
    if (selected && (await this.#shown(tree, selected))) return;
    const [first] = (await tree.getChildren()) ?? [];
    if (first) await this.#focus(first);
  }

  /** Returns the current item of a row, found by its place in the tree. */
  async #shown(tree: TreeDataProvider<Node>, row: Node): Promise<Node | undefined> {
    const parent = await tree.getParent?.(row);
    const above = parent && (await this.#shown(tree, parent));
    if (parent && !above) return undefined;
    return (await tree.getChildren(above ?? undefined))?.find(({ id }) => id === row.id);
  }

  /** Wraps the tree to know whether it has rows. */
  #watched(tree: TreeDataProvider<Node>, { drag, marks, drew }: Watching): TreeDataProvider<Node> {
    // A tree returns null for rows that stay below the one they were drawn below.
    const getParent = async (node: Node): Promise<Node | undefined> => {
      const parent = tree.getParent ? await tree.getParent(node) : null;
      return parent === null ? this.#known.get(node.id)?.parent : parent;
    };
    const resolveTreeItem = tree.resolveTreeItem?.bind(tree);
    if (tree.onDidChangeTreeData)
      this._register(tree.onDidChangeTreeData((nodes) => this.#changed.fire(nodes ?? undefined)));
    if (marks) this._register(marks.onDidChange(() => this.#changed.fire(undefined)));
    return {
      onDidChangeTreeData: this.#changed.event,
      getParent,
      ...(resolveTreeItem && {
        resolveTreeItem: async (item, node, token) => {
          const mark = item.tooltip === undefined ? await marks?.markOf(node) : undefined;
          return withTooltip((await resolveTreeItem(item, node, token)) ?? item, mark);
        },
      }),
      getTreeItem: async (node) => {
        const item = marked(
          withDocument(await tree.getTreeItem(node), node, drag),
          await marks?.markOf(node),
        );
        drew();
        return item;
      },
      getChildren: async (node) => {
        const children = await this.#read(tree, node);
        this.#drawn.delete(node?.id); // the newest comes last
        this.#drawn.set(node?.id, children ?? []);
        for (const child of children ?? []) this.#known.set(child.id, { node: child, parent: node });
        if (node === undefined) {
          this.#isEmpty = (children ?? []).length === 0;
          this.#describe();
        }
        return children;
      },
    };
  }

  /** Reads the rows below a node, tracking that they are being read. */
  async #read(tree: TreeDataProvider<Node>, node: Node | undefined): Promise<Node[] | null | undefined> {
    const reading = Promise.resolve(tree.getChildren(node));
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }

  /** A message would make the editor omit the welcome content of an empty view. */
  #describe(): void {
    const restricted = workspace.isTrusted ? '' : this.#restricted;
    const message = this.#isEmpty ? '' : [restricted, this.#header].filter(Boolean).join(' ');
    if (this.view.message !== message) this.view.message = message;
  }
}

const labelText = (label: TreeItem['label']): string =>
  typeof label === 'object' ? label.label : (label ?? '');

/**
 * Puts a row's document into its item, where the editor takes it from when dragging starts: chats accept nothing
 * else.
 */
function withDocument(item: TreeItem, node: unknown, drag: RowDrag | undefined): TreeItem {
  if (item.iconPath === undefined) return item; // it would get a file's icon
  const document = drag?.uriOf(node, labelText(item.label));
  return document === undefined ? item : Object.assign(item, { resourceUri: document });
}
