import type { Limits } from '../base/limits.ts';
import type { Language } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import type { Maintenance, MaintenanceReason } from './types.ts';

const guidance: Readonly<Record<Language, string>> = {
  zh:
    '先进行总结：必须基于本次 detail 返回的 S 摘要与 U/A 历史消息共同生成“新的全量摘要”；然后依次调用 history_clear（会自动备份）、' +
    "history_set_summary({mode:'merge'}) 写入新摘要；最后用 history_save({entries:[...]}) 批量回灌：entries 必须从 detail 的 U:/A: 行中挑选" +
    '（或经最小合并重述）而来，不得只包含此次清理后的新对话。',
  en:
    'Summarise first, from the S summary and the U/A messages of this detail; then call history_clear (it makes a backup), ' +
    "history_set_summary({mode:'merge'}) with the new summary, and history_save({entries:[...]}) with the essential messages taken from the U:/A: lines, not only what came after clearing.",
};

/** The signal to compact a dialog that has left its comfort zone; undefined within it. Counts are of the whole dialog. */
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
    guidance: guidance[guidanceLanguage],
    thresholds: thresholds(limits),
    metrics: { messages: metrics.messages, approxBytes: metrics.bytes },
    backup: { enabled: true, retention: limits.backupRetention },
  };
}

/** The edges of the comfort zone. */
export const thresholds = ({ maxMessages, maxBytes }: Limits) => ({ maxMessages, maxBytes });

function reasonToCompact(
  metrics: { messages: number; bytes: number },
  limits: Limits,
): MaintenanceReason | undefined {
  if (metrics.messages > limits.maxMessages) return 'messages_count_exceeds_comfort_zone';
  return metrics.bytes > limits.maxBytes ? 'bytes_exceed_comfort_zone' : undefined;
}
