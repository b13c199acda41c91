import { MarkdownString, type Event, type TreeItem } from 'vscode';

/** What is told of a row besides what its own tree tells. */
export interface RowMark {
  /** A word or two. */
  readonly description: string;
  /** A sentence. */
  readonly tooltip: string;
  /** Stands, after a blank, at the end of what menus know the row by. */
  readonly state: string;
}

/** What marks rows of any tree. */
export interface RowMarks {
  /** Other rows have marks now. */
  readonly onDidChange: Event<void>;
  readonly markOf: (row: unknown) => Promise<RowMark | undefined>;
}

/** The same item with a mark behind its description and its state; its tooltip gets it where there is one by now. */
export function marked(item: TreeItem, mark: RowMark | undefined): TreeItem {
  if (mark === undefined) return item;
  const before = typeof item.description === 'string' ? item.description : '';
  item.description = [before, mark.description].filter(Boolean).join(' · ');
  if (item.contextValue !== undefined) item.contextValue += ` ${mark.state}`;
  const spoken = item.accessibilityInformation;
  if (spoken) item.accessibilityInformation = { ...spoken, label: `${spoken.label}, ${mark.description}` };
  return item.tooltip === undefined ? item : withTooltip(item, mark);
}

/** The same item with the sentence of a mark at the end of its tooltip. */
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
