import { commands, l10n, type LanguageModelChat, type Memento } from 'vscode';
import type { JsonObject } from '../../disk/base/core.ts';
import { asText } from '../../history/summaries/asText.ts';
import { languageOf } from '../../history/summaries/language.ts';
import type { Line } from '../../history/summaries/types.ts';
import { inform, offerUndo, warn } from '../base/notices.ts';
import { review, written, type ReviewServices } from './review.ts';
import type { ContextServices } from '../contexts/pickContext.ts';
import type { SessionServices } from '../sessions/sessionTarget.ts';
import type { Proposals } from './proposals.ts';

/** What summarizing requires. */
export interface SummaryServices extends ContextServices, SessionServices {
  readonly proposals: Proposals;
  /** Where the chosen model is saved. */
  readonly modelMemory: Memento;
}

/** An item with a text summary. `Kept` is what is saved of it. */
export interface Summarizable<Kept> {
  readonly name: string;
  /** Identifies the item. */
  readonly key: string;
  readonly lines: readonly Line[];
  readonly read: () => Promise<Kept>;
  readonly textOf: (kept: Kept) => string;
  readonly write: (kept: Kept) => Promise<unknown>;
  /** Returns what is saved of a new summary. */
  readonly keptOf: (summary: JsonObject, text: string) => Kept;
  readonly again: () => unknown;
}

/** Creates a summary with a model, shows it beside the current one, and saves it after consent. */
export async function summarizeText<Kept>(
  services: ReviewServices,
  chat: LanguageModelChat,
  subject: Summarizable<Kept>,
): Promise<void> {
  const { name, key, lines, read, textOf, keptOf } = subject;
  if (lines.length === 0) {
    inform(l10n.t('“{0}” has no messages to summarize.', name));
    return;
  }
  const before = textOf(await read());
  const language = languageOf(lines);
  const progress = l10n.t('Summarizing “{0}” with {1}', name, chat.name);
  const { summary } = await written(chat, { lines, language }, progress, async () => {
    await commands.executeCommand('historyStore.chooseSummaryModel');
    await subject.again();
  });
  const after = asText(summary);
  if (after === '') {
    inform(l10n.t('{0} found nothing to summarize in “{1}”.', chat.name, name));
    return;
  }
  const accept = () => store(services, subject, { before, kept: keptOf(summary, after) });
  const title = l10n.t('{0}: Summary ↔ Proposed Summary', name);
  await review(
    services,
    { title, name, key, before, after, accept },
    l10n.t('Use this summary of “{0}”?', name),
  );
}

/** Saves the summary, unless someone else changed it in the meantime. */
async function store<Kept>(
  { onError }: ReviewServices,
  { name, read, textOf, write, again }: Summarizable<Kept>,
  { before, kept }: { readonly before: string; readonly kept: Kept },
): Promise<void> {
  const old = await read();
  if (textOf(old) !== before) {
    const button = { label: l10n.t('Summarize Again'), run: again };
    warn(l10n.t('The summary of “{0}” was changed meanwhile. Nothing was written.', name), [button], onError);
    return;
  }
  await write(kept);
  offerUndo(l10n.t('Summarized “{0}”.', name), () => write(old), onError);
}
