import { parseFind, type FindAction } from './find.ts';
import { isCount, isHref, isRecord, isText } from './json.ts';

/** Pane → extension: what the content of every pane asks for. */
export type ContentAction =
  { readonly type: 'copyText'; readonly text: string } | { readonly type: 'openLink'; readonly href: string }; // http(s), mailto, or a path such as `src/a.ts:12:3`

/** Pane → extension: what every pane asks for. */
export type CommonAction = { readonly type: 'ready' } | ContentAction;

/** Pane → extension: what a list of messages asks for of which the page holds a part only. */
export type MessageAction =
  | FindAction
  | { readonly type: 'window'; readonly offset: number; readonly limit: number }
  | { readonly type: 'copyMessage'; readonly position: number } // its whole text
  | { readonly type: 'openMessage'; readonly position: number }; // the whole of it in an editor

/** What one pane asks for beyond what all do. */
export type OwnAction<Action> = Exclude<Action, CommonAction>;

/** The most messages a pane asks for at once. */
const maxWindow = 200;

/** The fields of a message that is to be parsed. */
export type Fields = Readonly<Record<string, unknown>>;

/** One parser per type of action; each takes only the fields the protocol names. */
export type Parsers<Action extends { readonly type: string }> = Readonly<
  Record<Action['type'], (fields: Fields) => Action | undefined>
>;

/** Parses what every pane asks for. */
export const commonParsers: Parsers<CommonAction> = {
  ready: () => ({ type: 'ready' }),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
};

/** Parses what a list of messages asks for. */
export const messageParsers: Parsers<MessageAction> = {
  find: parseFind,
  window: ({ offset, limit }) =>
    isCount(offset) && isCount(limit) && limit > 0 && limit <= maxWindow
      ? { type: 'window', offset, limit }
      : undefined,
  copyMessage: ({ position }) => (isCount(position) ? { type: 'copyMessage', position } : undefined),
  openMessage: ({ position }) => (isCount(position) ? { type: 'openMessage', position } : undefined),
};

/** A parser of the action that calls one of these commands. */
export const commandParser =
  <Command extends string>(commands: readonly Command[]) =>
  ({ command: wanted }: Fields): { readonly type: 'command'; readonly command: Command } | undefined => {
    const command = commands.find((known) => known === wanted);
    return command && { type: 'command', command };
  };

/**
 * Reads the action a message from a pane stands for; undefined when it is none of the protocol's. Extra fields are
 * dropped.
 */
export function actionParser<Action extends { readonly type: string }>(
  parsers: Parsers<Action>,
): (message: unknown) => Action | undefined {
  const byType = new Map<unknown, Parsers<Action>[Action['type']]>(Object.entries(parsers));
  return (message) => (isRecord(message) ? byType.get(message.type)?.(message) : undefined);
}
