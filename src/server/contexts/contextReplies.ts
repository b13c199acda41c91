import type { ClearedContext, ContextItem, NewContext } from '../../store/contexts/types.ts';
import type { Damage } from '../../store/dialogs/types.ts';
import { withDamage } from '../dialogs/dialogReplies.ts';
import { fit, jsonObject, maxReplyChars, type Reply } from '../base/reply.ts';

/** The reply of `chat_context_new`. */
export function newContextReply(made: NewContext): Reply {
  const { newContextId, archivedContextId, archivedTurns, damaged } = made;
  return withDamage(
    {
      success: true,
      ...(archivedContextId !== undefined && { archivedContextId }),
      newContextId,
      archivedTurns,
      note: newContextNote(made),
    },
    damaged,
  );
}

function newContextNote({ archivedContextId, archivedTurns, keptTurns, droppedTurns }: NewContext): string {
  if (archivedContextId === undefined)
    return `There was nothing to archive, as no assistant turn has come since the last checkpoint; the active context goes on with ${turns(keptTurns, 'pending')}.`;
  const older =
    droppedTurns > 0
      ? ` ${turns(droppedTurns, 'older')} had left the context for its budget and ${droppedTurns === 1 ? 'is' : 'are'} only in the dialog's messages.`
      : '';
  const rest = keptTurns > 0 ? `begins with ${turns(keptTurns, 'pending')}` : 'begins empty';
  return `Archived ${turns(archivedTurns)} up to the last assistant turn; the new context ${rest}.${older} The dialog's messages are unchanged. What came before is archived: disregard it in what follows, and keep to the present request; chat_context_load brings it back when it is needed.`;
}

const turns = (count: number, kind = ''): string =>
  `${count === 0 ? 'no' : count} ${kind}${kind === '' ? '' : ' '}turn${count === 1 ? '' : 's'}`;

/** The reply of `chat_context_clear_active`. */
export function clearedReply({ cleared, trashId, damaged }: ClearedContext): Reply {
  const note =
    trashId === undefined
      ? 'The active context was empty already.'
      : 'The cleared turns are in the trash for 30 days; the user can restore them in the History view under this trashId. The messages of the dialog are unchanged.';
  return withDamage({ success: true, cleared, ...(trashId !== undefined && { trashId }), note }, damaged);
}

/** The reply of `chat_context_list`: the newest `limit` of all, and files that are in no list because they are damaged. */
export const contextsReply = (
  all: readonly ContextItem[],
  limit: number,
  damaged: readonly Damage[],
): Reply =>
  fit(
    {
      items: all.slice(0, limit),
      keep: 'first',
      render: (item) => JSON.stringify(item),
      compose: (items, omitted) => [
        jsonObject({
          success: 'true',
          items: `[${items.join(',')}]`,
          total: String(all.length),
          damaged: damaged.length > 0 ? JSON.stringify(damaged) : undefined,
          omitted: omitted && JSON.stringify(omitted),
        }),
      ],
      rest: (dropped) =>
        `${dropped.length} older contexts were left out of this reply, which would be too long; find them with chat_context_load {"query":…}.`,
      shorten: (item) => item,
    },
    maxReplyChars,
  );
