import { MarkdownString, type Event, type TreeItem } from 'vscode';

/** Information about a row from outside its own tree. */
export interface RowMark {
  /** A word or two. */
  readonly description: string;
  /** A sentence. */
  readonly tooltip: string;
  /** Appended, after a space, to the value by which menus recognize the row. */
  readonly state: string;
}

/** A source of marks for rows of any tree. */
export interface RowMarks {
  /** Fires when other rows have marks. */
  readonly onDidChange: Event<void>;
  readonly markOf: (row: unknown) => Promise<RowMark | undefined>;
}

/** Adds a mark to an item's description and state, and to an existing tooltip. */
export function marked(item: TreeItem, mark: RowMark | undefined): TreeItem {
  if (mark === undefined) return item;
  const before = typeof item.description === 'string' ? item.description : '';
  item.description = [before, mark.description].filter(Boolean).join(' · ');
  if (item.contextValue !== undefined) item.contextValue += ` ${mark.state}`;
  const spoken = item.accessibilityInformation;
  if (spoken) item.accessibilityInformation = { ...spoken, label: `${spoken.label}, ${mark.description}` };
  return item.tooltip === undefined ? item : withTooltip(item, mark);
}

/** Adds a mark's sentence to an item's tooltip. */
export function withTooltip(item: TreeItem, mark: RowMark | undefined): TreeItem {
  if (mark === undefined) return item;
  const { tooltip } = item;
  item.tooltip =
    tooltip instanceof MarkdownString
      ? new MarkdownString(tooltip.value, tooltip.supportThemeIcons)
          .appendMarkdown('\n\n')
          .appendText(mark.tooltip)
      : [tooltip, mark.tooltip].filter(Boolean).join('\n');
  return item;
}
