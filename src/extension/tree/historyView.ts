import { setTimeout as pause } from 'node:timers/promises';
import {
  commands,
  EventEmitter,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
  workspace,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { FocusedRow, type Row, type RowSource } from '../base/rows.ts';
import { dragController, type RowDrag } from './rowDrag.ts';
import { marked, withTooltip, type RowMarks } from './rowMarks.ts';

const minute = 60_000;
const toggle = 'list.toggleSelection';
/** How long the editor takes at most to ask for the rows after it forgot them, mostly. */
const readingMs = 20;
const mostTurns = 10;

/** What comes to the rows of a tree from outside of it. */
export interface RowExtras {
  readonly drag?: RowDrag;
  readonly marks?: RowMarks;
}

/** What a view does while somebody looks at it. */
export interface Looking {
  /** When it is shown. While nobody looks nothing is read, and a watcher may miss the inside of new folders. */
  readonly onShow: () => void;
  readonly everyMinute: () => void;
  readonly onHide?: () => void;
}

/** A view of the sidebar that shows a tree, and says in a folder that is not trusted what cannot be done there. */
export class HistoryView<Node extends Row> extends Disposable {
  readonly view: TreeView<Node>;
  readonly rows: RowSource<Node>;
  readonly #restricted: string;
  #header = '';
  #isEmpty = true;
  readonly #reading = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;

  /** `restricted` is what stands over the rows in a folder that is not trusted. */
  constructor(
    id: string,
    { drag, marks, ...options }: TreeViewOptions<Node> & RowExtras,
    restricted: string,
  ) {
    super();
    this.#restricted = restricted;
    const treeDataProvider = this.#watched(options.treeDataProvider, { drag, marks });
    const labelOf = async (node: Node) => labelText((await options.treeDataProvider.getTreeItem(node)).label);
    const dragAndDropController = drag && dragController(drag, labelOf);
    this.view = this._register(
      window.createTreeView(id, {
        ...{ ...options, treeDataProvider, showCollapseAll: true },
        ...(dragAndDropController && { dragAndDropController }),
      }),
    );
    const focused = new FocusedRow<Node>();
    this._register(this.view.onDidChangeSelection(({ selection }) => focused.selected(selection)));
    this.rows = { pressed: () => this.#pressed(focused) };
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#describe()));
  }

  /** Says what the rows are, over them; an empty text says nothing. */
  setHeader(text: string): void {
    this.#header = text;
    this.#describe();
  }

  /** Does this from now on; at once if the view is visible. */
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

  /**
   * While a tree is read anew the editor leaves the rows it does not know yet out of the selections it tells. Where that
   * hid the row a key was pressed on, its selection is turned once more after the reading.
   */
  async #pressed(focused: FocusedRow<Node>): Promise<readonly Node[]> {
    for (let turn = 0; turn < mostTurns; turn++) {
      const rows = focused.pressed();
      if (rows.length > 0) return rows;
      await pause(readingMs);
      await Promise.all(this.#reading);
      await commands.executeCommand('runCommands', { commands: [toggle, toggle] });
    }
    return focused.pressed();
  }

  /** The same tree, of which this knows whether it has rows. */
  #watched(
    tree: TreeDataProvider<Node>,
    { drag, marks }: { readonly drag: RowDrag | undefined; readonly marks: RowMarks | undefined },
  ): TreeDataProvider<Node> {
    const getParent = tree.getParent?.bind(tree);
    const resolveTreeItem = tree.resolveTreeItem?.bind(tree);
    const changed = this._register(new EventEmitter<Node | Node[] | undefined>());
    if (tree.onDidChangeTreeData)
      this._register(tree.onDidChangeTreeData((nodes) => changed.fire(nodes ?? undefined)));
    if (marks) this._register(marks.onDidChange(() => changed.fire(undefined)));
    return {
      onDidChangeTreeData: changed.event,
      ...(getParent && { getParent }),
      ...(resolveTreeItem && {
        resolveTreeItem: async (item, node, token) => {
          const mark = item.tooltip === undefined ? await marks?.markOf(node) : undefined;
          return withTooltip((await resolveTreeItem(item, node, token)) ?? item, mark);
        },
      }),
      getTreeItem: async (node) =>
        marked(withDocument(await tree.getTreeItem(node), node, drag), await marks?.markOf(node)),
      getChildren: async (node) => {
        const children = await this.#read(tree, node);
        if (node === undefined) {
          this.#isEmpty = (children ?? []).length === 0;
          this.#describe();
        }
        return children;
      },
    };
  }

  /** The rows below a node; while they are read this is known. */
  async #read(tree: TreeDataProvider<Node>, node: Node | undefined): Promise<Node[] | null | undefined> {
    const reading = Promise.resolve(tree.getChildren(node));
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }

  /** Where there is a message, the editor leaves out the welcome of an empty view. */
  #describe(): void {
    const restricted = workspace.isTrusted ? '' : this.#restricted;
    const message = this.#isEmpty ? '' : [restricted, this.#header].filter(Boolean).join(' ');
    if (this.view.message !== message) this.view.message = message;
  }
}

const labelText = (label: TreeItem['label']): string =>
  typeof label === 'object' ? label.label : (label ?? '');

/** The editor takes the document of a row from its item when dragging begins: chats know no other way. */
function withDocument(item: TreeItem, node: unknown, drag: RowDrag | undefined): TreeItem {
  if (item.iconPath === undefined) return item; // it would get the icon of a file
  const document = drag?.uriOf(node, labelText(item.label));
  return document === undefined ? item : Object.assign(item, { resourceUri: document });
}
