import { commands, l10n, type LanguageModelChat } from 'vscode';
import type { JsonObject } from '../../store/base/core.ts';
import { asText } from '../../store/summaries/asText.ts';
import { languageOf } from '../../store/summaries/language.ts';
import type { Line } from '../../store/summaries/types.ts';
import { inform, offerUndo, warn } from '../base/notices.ts';
import { review, written, type ReviewServices } from './review.ts';

/** Something that has a summary as a text. `Kept` is what is stored of it. */
export interface Summarizable<Kept> {
  readonly name: string;
  /** Tells it from all others. */
  readonly key: string;
  readonly lines: readonly Line[];
  readonly read: () => Promise<Kept>;
  readonly textOf: (kept: Kept) => string;
  readonly write: (kept: Kept) => Promise<unknown>;
  /** What is stored of a new summary. */
  readonly keptOf: (summary: JsonObject, text: string) => Kept;
  readonly again: () => unknown;
}

/** Has a model write the summary, shows it beside the present one, and stores it with the person's consent. */
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

/** Stores the summary, unless somebody wrote another one meanwhile. */
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
