import {
  DataTransferItem,
  type CancellationToken,
  type DataTransfer,
  type TreeDragAndDropController,
  type Uri,
} from 'vscode';

/** Content of a tree's rows for drag and drop. */
export interface RowDrag {
  /** Returns the address of a row's document, with a name; undefined for rows without content, such as groups. */
  readonly uriOf: (row: unknown, name: string) => Uri | undefined;
  /** Returns the content of these documents, one after another. */
  readonly textOf: (uris: readonly Uri[]) => Promise<string>;
}

/** Drop formats: documents for editors and chats, Markdown for everything that accepts text. */
const mimeTypes = { uris: 'text/uri-list', text: 'text/plain' } as const;

/**
 * Creates a controller for dragging rows of a tree elsewhere; nothing can be dropped on them. `nameOf` returns a
 * row's label.
 */
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
