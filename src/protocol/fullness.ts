import type { DialogHeader } from './dialogPane.ts';

export type FullnessLevel = 'ok' | 'near' | 'over';

/** How full the comfort zone of a dialog is; 1 is full, more is over it. */
export interface Fullness {
  readonly value: number;
  /** What fills it more: the number of messages or their size. */
  readonly by: 'messages' | 'bytes';
  readonly level: FullnessLevel;
}

const near = 0.8;

/** The fuller one of messages and bytes, each against its threshold. */
export function fullness(
  header: Pick<DialogHeader, 'messages' | 'bytes' | 'thresholds' | 'compact'>,
): Fullness {
  const messages = share(header.messages, header.thresholds.maxMessages);
  const bytes = share(header.bytes, header.thresholds.maxBytes);
  const value = Math.max(messages, bytes);
  const level = header.compact === undefined ? levelOf(value) : 'over';
  return { value, by: bytes > messages ? 'bytes' : 'messages', level };
}

/** How a reader should take a fullness. */
export function levelOf(value: number): FullnessLevel {
  if (value > 1) return 'over';
  return value >= near ? 'near' : 'ok';
}

/** What part of a threshold a value is; 0 where there is none. */
export function share(value: number, threshold: number): number {
  return threshold > 0 ? value / threshold : 0;
}
