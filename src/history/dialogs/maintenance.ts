import type { Limits } from '../../disk/base/limits.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { sayIn, type Text } from '../../disk/base/texts.ts';
import type { Maintenance, MaintenanceReason } from './types.ts';

const guidance: Text =
  "Summarise first, from the S summary and the U/A messages of this detail; then call history_clear (it makes a backup), history_set_summary({mode:'merge'}) with the new summary, and history_save({entries:[...]}) with the essential messages taken from the U:/A: lines, not only what came after clearing.";

/**
 * Returns the request to compact a dialog above its recommended size; undefined below. Counts are of the whole
 * dialog.
 */
export function maintenance(
  metrics: { messages: number; bytes: number },
  { limits, guidanceLanguage }: Pick<StoreContext, 'limits' | 'guidanceLanguage'>,
): Maintenance | undefined {
  const reason = reasonToCompact(metrics, limits);
  if (reason === undefined) return undefined;
  return {
    action: 'compact',
    importance: 'high',
    reason,
    guidance: sayIn(guidanceLanguage)(guidance),
    thresholds: thresholds(limits),
    metrics: { messages: metrics.messages, approxBytes: metrics.bytes },
    backup: { enabled: true, retention: limits.backupRetention },
  };
}

/** Returns the limits of the recommended size. */
export const thresholds = ({ maxMessages, maxBytes }: Limits) => ({ maxMessages, maxBytes });

function reasonToCompact(
  metrics: { messages: number; bytes: number },
  limits: Limits,
): MaintenanceReason | undefined {
  if (metrics.messages > limits.maxMessages) return 'messages_count_exceeds_comfort_zone';
  return metrics.bytes > limits.maxBytes ? 'bytes_exceed_comfort_zone' : undefined;
}
