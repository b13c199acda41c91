import { isRecord } from './json.ts';

/** What everything the extension sends to a pane has. */
export interface Localised<Strings> {
  /** BCP 47 tag for numbers and times, e.g. `vscode.env.language`. */
  readonly locale: string;
  readonly strings: Strings;
}

/** Extension → pane, in the place of a state that cannot be read. */
export interface PaneFailure<Resource, Strings> extends Localised<Strings> {
  readonly type: 'failure';
  readonly resource: Resource;
  /** What is wrong and how to mend it, as far as possible in the reader's language. */
  readonly reason: string;
}

/**
 * Whether a message is a state with these objects and lists. The extension is trusted to fill them; this tells a state from
 * what else reaches a window.
 */
export function isPaneState(
  message: unknown,
  objects: readonly string[],
  lists: readonly string[] = [],
): boolean {
  if (!isRecord(message) || message.type !== 'state') return false;
  return (
    ['resource', 'strings', ...objects].every((name) => isRecord(message[name])) &&
    lists.every((name) => Array.isArray(message[name]))
  );
}

/** Whether a message is a failure; the extension is trusted to fill it, as with a state. */
export function isPaneFailure(message: unknown): boolean {
  if (!isRecord(message) || message.type !== 'failure' || typeof message.reason !== 'string') return false;
  return [message.resource, message.strings].every(isRecord);
}
