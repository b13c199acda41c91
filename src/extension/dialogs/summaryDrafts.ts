import type { Memento } from 'vscode';
import {
  emptyDraft,
  isEmptyDraft,
  parseSummaryDraft,
  type SummaryDraft,
} from '../../protocol/summary/draft.ts';
import { applyEdits } from '../../protocol/summary/edits.ts';
import { Drafts } from '../drafts.ts';
import type { Target } from './target.ts';

/** What is changed in the summaries of dialogs and not saved. */
export class SummaryDrafts extends Drafts<SummaryDraft> {
  /** Edits that were saved: a page that did not know yet may send them once more. */
  readonly #saved = new Set<string>();

  constructor(memory: Memento) {
    super(memory, { key: 'summary.drafts', parse: parseSummaryDraft, isEmpty: isEmptyDraft });
  }

  of(target: Target): SummaryDraft | undefined {
    return this.get(keyOf(target));
  }

  /** Keeps what a page sent, and tells whether it held something that was saved meanwhile. */
  take(target: Target, draft: SummaryDraft, by: unknown): boolean {
    const edits = draft.edits.filter(({ id }) => !this.#saved.has(id));
    this.set(keyOf(target), { ...draft, edits }, by);
    return edits.length < draft.edits.length;
  }

  discard(target: Target): void {
    this.set(keyOf(target), emptyDraft);
  }

  /** Stores the edits on top of what the summary is now. Where that fails they stay a draft. */
  async save(target: Target): Promise<void> {
    const edits = this.of(target)?.edits ?? [];
    if (edits.length === 0) return;
    const { dialogs } = target.project;
    const summary = applyEdits(await dialogs.summary(target.dialog), edits);
    await dialogs.setSummary(target.dialog, summary, 'replace');
    for (const { id } of edits) this.#saved.add(id);
    this.take(target, this.of(target) ?? emptyDraft, undefined);
  }

  /** A dialog has another name. */
  renamed(from: Target, to: Target): void {
    this.move(keyOf(from), keyOf(to));
  }

  isOf(of: string, target: Target): boolean {
    return of === keyOf(target);
  }
}

const keyOf = ({ project, dialog }: Target): string => JSON.stringify([project.root, dialog]);
