import { l10n, lm, window } from 'vscode';
import { inform } from '../base/notices.ts';
import { askModel } from './models.ts';
import type { SummaryServices } from './summaryCommands.ts';

// What is loaded when a summary is first made.
export { compactDialog } from './compactDialog.ts';
export { summarizeContext } from './summarizeContext.ts';
export { summarizeSession } from './summarizeSession.ts';

/** Asks which model writes summaries from now on. */
export async function chooseModel({ modelMemory }: SummaryServices): Promise<void> {
  const models = await lm.selectChatModels();
  if (models.length === 0) {
    inform(l10n.t('This editor has no language model.'));
    return;
  }
  const { name } = await askModel(models, modelMemory, l10n.t('Choose Model for Summaries'));
  window.setStatusBarMessage(l10n.t('$(check) {0} writes summaries from now on', name), 3_000);
}
