import {
  DataTransferItem,
  type CancellationToken,
  type DataTransfer,
  type TreeDragAndDropController,
  type Uri,
} from 'vscode';

/** What rows of a tree are where they are dropped. */
export interface RowDrag {
  /** The document of a row, under a name; undefined for rows that are nothing by themselves, such as groups. */
  readonly uriOf: (row: unknown, name: string) => Uri | undefined;
  /** What these documents say, one after the other. */
  readonly textOf: (uris: readonly Uri[]) => Promise<string>;
}

/** Where rows may be dropped: editors and chats take documents, whatever takes text their Markdown. */
const mimeTypes = { uris: 'text/uri-list', text: 'text/plain' } as const;

/** Lets the rows of a tree be dragged elsewhere; nothing can be dropped on them. `nameOf` gives what is written on a row. */
export const dragController = <Node>(
  drag: RowDrag,
  nameOf: (row: Node) => Promise<string>,
): TreeDragAndDropController<Node> => ({
  dragMimeTypes: [mimeTypes.uris, mimeTypes.text],
  dropMimeTypes: [],
  handleDrag: async (rows: readonly Node[], data: DataTransfer, token: CancellationToken) => {
    const found = await Promise.all(rows.map(async (row) => drag.uriOf(row, await nameOf(row))));
    const uris = found.flatMap((uri) => uri ?? []);
    if (uris.length === 0 || token.isCancellationRequested) return;
    data.set(mimeTypes.uris, new DataTransferItem(uris.join('\r\n')));
    data.set(mimeTypes.text, new DataTransferItem(await drag.textOf(uris)));
  },
});
