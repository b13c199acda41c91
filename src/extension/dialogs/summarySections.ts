import { l10n } from 'vscode';
import {
  viewSummary,
  type KnownSection,
  type SummaryItem,
  type SummarySection,
} from '../../protocol/summarySections.ts';
import type { JsonValue } from '../../disk/base/core.ts';

/** A part of a summary in the tree. */
export interface TreeSection {
  readonly key: string;
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly entries: readonly SummaryItem[];
}

/** Returns the sections of a summary as in the pane: known ones first, then others under their own names. */
export function summarySections(summary: JsonValue | undefined): readonly TreeSection[] {
  const view = viewSummary(summary);
  switch (view.kind) {
    case 'empty':
      return [];
    case 'text':
      return [text([{ value: view.text, text: view.text, editable: true }])];
    case 'sections':
      return view.sections.map((section) => (section.key === '' ? text(section.items) : named(section)));
  }
}

const text = (entries: readonly SummaryItem[]): TreeSection => ({
  key: '',
  label: l10n.t('Text'),
  icon: 'note',
  entries,
});

function named({ key, known, items }: SummarySection): TreeSection {
  if (known === undefined) return { key, label: key, icon: 'symbol-field', entries: items };
  return { key, entries: items, ...appearance(known) };
}

function appearance(known: KnownSection): { readonly label: string; readonly icon: string } {
  switch (known) {
    case 'decisions':
      return { label: l10n.t('Decisions'), icon: 'law' };
    case 'constraints':
      return { label: l10n.t('Constraints'), icon: 'lock' };
    case 'todo':
      return { label: l10n.t('To Do'), icon: 'checklist' };
    case 'issues':
      return { label: l10n.t('Issues'), icon: 'issues' };
    case 'facts':
      return { label: l10n.t('Facts'), icon: 'lightbulb' };
    case 'references':
      return { label: l10n.t('References'), icon: 'references' };
  }
}

/** Returns an item's state, translated if it is just `done`. */
export const entryState = ({ state }: SummaryItem): string | undefined =>
  state === 'done' ? l10n.t('done') : state;
