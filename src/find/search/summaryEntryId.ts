import { createHash } from 'node:crypto';
import { knownSection, viewSummary, type SummaryItem } from '../../protocol/summarySections.ts';
import type { JsonValue } from '../../disk/base/core.ts';
import { summaryEntry } from './summaryEntry.ts';

/** Makes the id of a summary entry for references, from its section and text, independent of its state. */
export const summaryEntryId = (section: string, text: string): string =>
  `${summaryEntry}:${createHash('sha256')
    .update(JSON.stringify([section, text]))
    .digest('hex')
    .slice(0, 16)}`;

/** A summary entry with the key of its section. */
export interface IdentifiedEntry extends Pick<SummaryItem, 'value' | 'text'> {
  readonly section: string;
}

/** Finds the summary entry with an id; undefined if it no longer exists. */
export function summaryEntryById(summary: JsonValue | undefined, id: string): IdentifiedEntry | undefined {
  const view = viewSummary(summary);
  if (view.kind === 'empty') return undefined;
  const sections =
    view.kind === 'text' ? [{ key: '', items: [{ value: view.text, text: view.text }] }] : view.sections;
  for (const { key: section, items } of sections)
    for (const { value, text } of items)
      if (summaryEntryId(section, text) === id) return { section, value, text };
  return undefined;
}

/** Returns the singular name for an entry of a section. */
export function kindOfSection(section: string): string {
  const names = { decisions: 'decision', constraints: 'constraint', todo: 'task' } as const;
  const others = { issues: 'issue', facts: 'fact', references: 'reference' } as const;
  const known = knownSection(section);
  return known === undefined ? 'note' : { ...names, ...others }[known];
}
