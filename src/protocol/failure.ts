import { isRecord } from './json.ts';

/** Extension → pane, in the place of a state that cannot be read. */
export interface PaneFailure<Resource, Strings> {
  readonly type: 'failure';
  readonly resource: Resource;
  /** What is wrong and how to mend it, as far as possible in the reader's language. */
  readonly reason: string;
  readonly locale: string;
  readonly strings: Strings;
}

/** Whether a message is a failure; the extension is trusted to fill it, as with a state. */
export function isPaneFailure(message: unknown): boolean {
  if (!isRecord(message) || message.type !== 'failure' || typeof message.reason !== 'string') return false;
  return [message.resource, message.strings].every(isRecord);
}
