import type { ArchiveInfo, ArchiveList, ArchiveOutcome } from '../../store/archive/types.ts';
import { withDamage } from '../dialogs/dialogReplies.ts';
import { fit, jsonObject, jsonReply, maxReplyChars, type Reply } from '../base/reply.ts';

/** The reply of `archive_transcript`. */
export function archivedReply(outcome: ArchiveOutcome): Reply {
  const { state } = outcome;
  if (state === 'unchanged')
    return jsonReply({ success: true, state, session: outcome.session, parts: outcome.parts });
  const { name, path, session, agent, title, messages, part, previous } = outcome.archive;
  const told = { success: true, state, name, path, session, agent, title, messages, part, previous };
  return withDamage(
    told,
    outcome.damaged.map((damage) => `${damage.name}: ${damage.reason}`),
  );
}

/** The reply of `archive_list`: the newest `limit` of all. */
export const archivesReply = ({ archives, damaged }: ArchiveList, limit: number): Reply =>
  fit(
    {
      items: archives.slice(0, limit),
      keep: 'first',
      render: itemOf,
      compose: (items, omitted) => [
        jsonObject({
          success: 'true',
          archives: `[${items.join(',')}]`,
          total: String(archives.length),
          damaged: damaged.length > 0 ? JSON.stringify(damaged.slice(0, limit)) : undefined,
          omitted: omitted && JSON.stringify(omitted),
        }),
      ],
      rest: (dropped) =>
        `${dropped.length} older archives were left out of this reply, which would be too long; give a smaller limit, or look into the folder .conversations of the history.`,
      shorten: (item) => item,
    },
    maxReplyChars,
  );

function itemOf({ name, session, agent, title, updated, messages, part, previous }: ArchiveInfo): string {
  return JSON.stringify({ name, session, agent, title, updated, messages, part, previous });
}
