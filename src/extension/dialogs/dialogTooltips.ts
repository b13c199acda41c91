import { l10n, MarkdownString } from 'vscode';
import type { DialogOverview } from '../../history/dialogs/types.ts';
import { byteSize, dateTime, messageCount, number } from '../base/notices.ts';
import { itemText } from '../../protocol/summarySections.ts';
import type { EntryNode } from './dialogNodes.ts';

/** Maximum characters of a text in a tooltip. */
const shownText = 1_500;

/** Returns the tooltip of a dialog. Agents' text is never rendered. */
export function dialogTooltip(overview: DialogOverview): MarkdownString {
  const tooltip = new MarkdownString('', true);
  tooltip.appendMarkdown('**').appendText(overview.name).appendMarkdown('**\n\n');
  for (const line of facts(overview)) tooltip.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  if (overview.maintenance) {
    tooltip.appendMarkdown('\n\n$(warning) ').appendText(compactionText(overview));
  }
  return tooltip;
}

function facts(overview: DialogOverview): readonly string[] {
  const { firstTs, lastTs, createdAt, backups, damaged } = overview;
  return [
    joined(messageCount(overview.messages), byteSize(overview.bytes)),
    firstTs === undefined ? undefined : l10n.t('First message: {0}', dateTime(firstTs)),
    lastTs === undefined ? undefined : l10n.t('Last message: {0}', dateTime(lastTs)),
    createdAt === undefined ? undefined : l10n.t('Created: {0}', dateTime(createdAt)),
    overview.pinned ? l10n.t('Pinned') : undefined,
    overview.tags.length > 0 ? l10n.t('Tags: {0}', overview.tags.reduce(joined)) : undefined,
    backups > 0 ? l10n.t('Backups: {0}', number(backups)) : undefined,
    damaged.length > 0 ? l10n.t('Damaged files: {0}', number(damaged.length)) : undefined,
  ].filter((line) => line !== undefined);
}

/** Joins two items as the user's language does. */
const joined = (one: string, other: string): string => l10n.t('{0}, {1}', one, other);

/** Describes why a dialog should be compacted; empty if it need not be. */
function compactionText({ maintenance }: DialogOverview): string {
  if (maintenance === undefined) return '';
  const { thresholds, metrics } = maintenance;
  return maintenance.reason === 'messages_count_exceeds_comfort_zone'
    ? l10n.t(
        'Needs compaction: {0} messages, more than the recommended {1}.',
        number(metrics.messages),
        number(thresholds.maxMessages),
      )
    : l10n.t(
        'Needs compaction: {0}, more than the recommended {1}.',
        byteSize(metrics.approxBytes),
        byteSize(thresholds.maxBytes),
      );
}

export function entryTooltip({ entry }: EntryNode): MarkdownString {
  const tooltip = new MarkdownString().appendText(cut(itemText(entry)));
  if (typeof entry.value === 'string') return tooltip;
  return tooltip
    .appendMarkdown('\n\n')
    .appendCodeblock(cut(JSON.stringify(entry.value, undefined, 2)), 'json');
}

const cut = (text: string): string => (text.length > shownText ? `${text.slice(0, shownText)}…` : text);
