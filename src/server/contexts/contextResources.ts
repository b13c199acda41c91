import { contextsDisabled } from '../../store/contexts/contextFiles.ts';
import { preview } from '../../store/text/containText.ts';
import type { Completer } from '../base/completion.ts';
import type { Resource } from '../base/offers.ts';
import { charsOf } from '../base/reply.ts';

/** The ids of all archived contexts, newest first; found by their titles and dialogs, too. */
export const contextIds: Completer = async ({ project }) => {
  const { contexts } = (await project()).store;
  if (!contexts.enabled) return [];
  return (await contexts.listAll()).map(({ contextId, title, dialog }) => ({
    value: contextId,
    also: `${title} ${dialog}`,
  }));
};

const titleChars = 120;

const context: Resource = {
  uri: 'history://contexts/{id}',
  name: 'contexts',
  title: 'Archived context',
  description: 'Newest turns of an archived context, for reference.',
  mimeType: 'text/plain',
  priority: 0.5,
  sized: true,
  read: async ({ store: { contexts }, around }, { id: contextId = '' }) => {
    if (!contexts.enabled) throw contextsDisabled();
    const maxChars = charsOf(around) - restChars;
    const { text, omittedTurns } = await contexts.injection(contextId, { mode: 'full', maxChars });
    const args = { contextId, mode: 'full', maxChars: 200_000 };
    return omittedTurns === 0 ? text : `${text}\n\nThe whole: chat_context_recall ${JSON.stringify(args)}`;
  },
  newest: async ({ store: { contexts } }) =>
    contexts.enabled
      ? (await contexts.listAll()).map(({ contextId, title, dialog, archivedAt, messageCount }) => ({
          variables: { id: contextId },
          title: preview(title, titleChars),
          description: `Archived context of ${preview(dialog, titleChars)}, ${messageCount} turns.`,
          changedAt: archivedAt,
        }))
      : [],
  complete: { id: contextIds },
};

/** What the call for the rest takes. Characters. */
const restChars = 200;

/** Archived contexts. */
export const contextResources: readonly Resource[] = [context];
