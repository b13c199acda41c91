import { createHash } from 'node:crypto';
import { knownSection, viewSummary, type SummaryItem } from '../../protocol/summarySections.ts';
import type { JsonValue } from '../base/core.ts';
import { summaryEntry } from './summaryEntry.ts';

/** Names an entry of a summary in references, by its section and text, whatever its state. */
export const entryMark = (section: string, text: string): string =>
  `${summaryEntry}:${createHash('sha256')
    .update(JSON.stringify([section, text]))
    .digest('hex')
    .slice(0, 16)}`;

/** An entry of a summary, with the key of its section. */
export interface MarkedEntry extends Pick<SummaryItem, 'value' | 'text'> {
  readonly section: string;
}

/** The entry of a summary that a mark names; undefined where it is not there (any more). */
export function entryMarked(summary: JsonValue | undefined, mark: string): MarkedEntry | undefined {
  const view = viewSummary(summary);
  if (view.kind === 'empty') return undefined;
  const sections =
    view.kind === 'text' ? [{ key: '', items: [{ value: view.text, text: view.text }] }] : view.sections;
  for (const { key: section, items } of sections)
    for (const { value, text } of items)
      if (entryMark(section, text) === mark) return { section, value, text };
  return undefined;
}

/** What an entry of a section is called by itself. */
export function kindOfSection(section: string): string {
  const names = { decisions: 'decision', constraints: 'constraint', todo: 'task' } as const;
  const others = { issues: 'issue', facts: 'fact', references: 'reference' } as const;
  const known = knownSection(section);
  return known === undefined ? 'note' : { ...names, ...others }[known];
}
