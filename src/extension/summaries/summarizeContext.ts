import { l10n, lm } from 'vscode';
import { contextTitle } from '../../history/contexts/archives.ts';
import { lineOf } from '../../history/summaries/dialogMaterial.ts';
import { pick } from '../base/pick.ts';
import { writeSummary } from '../contexts/contextCommands.ts';
import { chooseArchived, requireEnabled } from '../contexts/pickContext.ts';
import { modelFor } from './models.ts';
import { summarizeText, type SummaryServices } from './summarizeText.ts';

/** Adds a summary to an archived context, by a model or in the person's own words; without a model, the latter. */
export async function summarizeContext(services: SummaryServices, argument: unknown): Promise<void> {
  const title = l10n.t('Summarize Context Snapshot');
  const target = await chooseArchived(services, argument, title);
  const { project, contextId } = target;
  requireEnabled(project);
  const chat = (await wantsModel(title)) ? await modelFor(services.modelMemory, title) : undefined;
  if (chat === undefined) return writeSummary(services, target);
  const { context } = await project.contexts.get(contextId);
  await summarizeText<string>(services, chat, {
    name: contextTitle(context) || contextId,
    key: JSON.stringify([project.root, contextId]),
    lines: context.turns.map((turn, n) => lineOf(turn, n + 1)),
    read: async () => (await project.contexts.get(contextId)).context.summary ?? '',
    textOf: (kept) => kept,
    keptOf: (_, text) => text,
    write: (text) => project.contexts.summarize(contextId, text),
    again: () => summarizeContext(services, target),
  });
}

async function wantsModel(title: string): Promise<boolean> {
  if ((await lm.selectChatModels()).length === 0) return false;
  const model = { label: `$(sparkle) ${l10n.t('Let a Model Write It')}` };
  const own = { label: `$(edit) ${l10n.t('Write It Yourself')}` };
  return (await pick([model, own], title, l10n.t('Choose who writes the summary'))) === model;
}
