import { l10n, ProgressLocation, type LanguageModelChat } from 'vscode';
import { summarize } from '../../history/summaries/summarize.ts';
import type { Material, Summarized } from '../../history/summaries/types.ts';
import { inform, number, withProgress } from '../base/notices.ts';
import { failed, modelOf } from './models.ts';
import type { Proposal, Proposals } from './proposals.ts';

/** What reviewing requires. */
export interface ReviewServices {
  readonly proposals: Proposals;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates a summary with a model, showing progress and allowing cancellation. Reports a model's failure and ends the
 * command.
 */
export async function written(
  chat: LanguageModelChat,
  material: Material,
  title: string,
  chooseAnother: () => unknown,
): Promise<Summarized> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  try {
    return await withProgress(options, (report, token) => {
      let before = 0;
      return summarize(modelOf(chat, token), material, (done, total) => {
        const increment = ((done - before) / total) * 100;
        before = done;
        const message = l10n.t('{0} of {1} messages', number(done), number(total));
        report({ message: done === 0 ? l10n.t('reading') : message, increment });
      });
    });
  } catch (error) {
    throw failed(error, chat.name, { label: l10n.t('Choose Another Model'), run: chooseAnother });
  }
}

/** Shows a model's text beside the current one, for a decision in the editor or a notice. */
export async function review(
  { proposals, onError }: ReviewServices,
  proposal: Proposal,
  question: string,
): Promise<void> {
  const uri = await proposals.show(proposal);
  const buttons = [
    { label: l10n.t('Accept'), run: () => proposals.decide(uri, 'accept') },
    { label: l10n.t('Discard'), run: () => proposals.decide(uri, 'discard') },
  ];
  inform(question, buttons, onError);
}
