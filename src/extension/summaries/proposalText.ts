import { l10n } from 'vscode';
import { itemText } from '../../protocol/summarySections.ts';
import { isObject, type JsonObject } from '../../disk/base/core.ts';
import type { Line } from '../../history/summaries/types.ts';
import { dateTime, firstLine, messageCount } from '../base/notices.ts';
import { entryState, summarySections } from '../dialogs/summarySections.ts';

/** In longer dialogs, only the messages that stay are listed. */
const mostListed = 1_000;

/** Formats a dialog for reading: its summary and messages, or only those with numbers in `keep`. */
export function dialogText(
  dialog: string,
  summary: JsonObject | undefined,
  lines: readonly Line[],
  keep?: readonly number[],
): string {
  const kept = new Set(keep);
  const listed = keep
    ? lines.filter(({ number }) => kept.has(number))
    : lines.length <= mostListed
      ? lines
      : lines.slice(-mostListed);
  const omitted = keep ? 0 : lines.length - listed.length;
  return [
    `# ${dialog}`,
    ...sectionTexts(summary),
    `## ${l10n.t('Messages')} (${messageCount(keep ? keep.length : lines.length)})`,
    [...(omitted > 0 ? [l10n.t('{0} older', omitted)] : []), ...listed.map(messageLine)].join('\n'),
    '',
  ].join('\n\n');
}

function sectionTexts(summary: JsonObject | undefined): readonly string[] {
  return summarySections(summary).map(({ label, entries }) => {
    const lines = entries.map((entry) => {
      const date =
        isObject(entry.value) && typeof entry.value.date === 'string' ? entry.value.date : undefined;
      const marks = [entryState(entry), date].filter((mark) => mark !== undefined);
      return `- ${itemText(entry)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
    });
    return [`## ${label}`, '', ...lines].join('\n');
  });
}

function messageLine({ number, role, ts, text }: Line): string {
  const speaker = role === 'user' ? l10n.t('User') : l10n.t('Assistant');
  return `- ${number} · ${dateTime(ts)} · ${speaker}: ${firstLine(text)}`;
}
