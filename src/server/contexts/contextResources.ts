import { contextsDisabled } from '../../history/contexts/contextFiles.ts';
import { jsonLine, preview } from '../../disk/text/containText.ts';
import type { Completer } from '../base/completion.ts';
import type { Resource } from '../base/offers.ts';
import { charsOf } from '../base/reply.ts';

/** Completes the ids of all archived contexts, newest first; also found by title and dialog. */
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
  read: async ({ store: { contexts }, toolContext }, { id: contextId = '' }) => {
    if (!contexts.enabled) throw contextsDisabled();
    const maxChars = charsOf(toolContext) - restChars;
    const { text, omittedTurns } = await contexts.injection(contextId, { mode: 'full', maxChars });
    const args = { contextId, mode: 'full', maxChars: 200_000 };
    return omittedTurns === 0 ? text : `${text}\n\nThe whole: chat_context_recall ${jsonLine(args)}`;
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

/** Approximate length of the call for the rest. Characters. */
const restChars = 200;

/** Archived contexts. */
export const contextResources: readonly Resource[] = [context];
