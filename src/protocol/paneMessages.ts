// The messages between the extension and every pane: actions one way, states and failures the other, and drafts.
import { parseFind, type FindAction } from './find.ts';
import { parseFilter, type FilterAction } from './messageKinds.ts';
import { defined, isCount, isHref, isRecord, isText } from './json.ts';

/** Pane → extension: what the content of every pane asks for. */
export type ContentAction =
  | { readonly type: 'copyText'; readonly text: string }
  | { readonly type: 'openLink'; readonly href: string }; // http(s), mailto, or a path such as `src/a.ts:12:3`

/** Pane → extension: what every pane asks for. */
export type CommonAction = { readonly type: 'ready' } | ContentAction | { readonly type: 'unlight' }; // see light.ts

/** Pane → extension: what a list of messages asks for of which the page holds a part only. */
export type MessageAction =
  | FindAction
  | FilterAction
  | { readonly type: 'window'; readonly offset: number; readonly limit: number }
  // These name places in the conversation, which a filter does not change.
  | { readonly type: 'copyMessage'; readonly position: number } // its whole text
  | { readonly type: 'copyMarkdown'; readonly places?: readonly number[] } // all that is shown, where none is named
  | { readonly type: 'shareMessages'; readonly places: readonly number[] }
  | { readonly type: 'openMessage'; readonly position: number }; // the whole of it in an editor

/** The actions of one pane that are not those of every pane. */
export type OwnAction<Action> = Exclude<Action, CommonAction>;

/** The most messages a pane asks for at once. */
const maxWindow = 200;

/** The most messages that are copied by their places. */
export const maxSelected = 10_000;

/** The fields of a message that is to be parsed. */
export type ActionFields = Readonly<Record<string, unknown>>;

/** One parser per type of action; each takes only the fields the protocol names. */
export type Parsers<Action extends { readonly type: string }> = Readonly<
  Record<Action['type'], (fields: ActionFields) => Action | undefined>
>;

const commonParsers: Parsers<CommonAction> = {
  ready: () => ({ type: 'ready' }),
  unlight: () => ({ type: 'unlight' }),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
};

/** Whether these are places of messages that are selected. */
const isPlaces = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length <= maxSelected && value.every(isCount);

/** Parses what a list of messages asks for. */
export const messageParsers: Parsers<MessageAction> = {
  find: parseFind,
  filter: parseFilter,
  window: ({ offset, limit }) =>
    isCount(offset) && isCount(limit) && limit > 0 && limit <= maxWindow
      ? { type: 'window', offset, limit }
      : undefined,
  copyMessage: ({ position }) => (isCount(position) ? { type: 'copyMessage', position } : undefined),
  copyMarkdown: ({ places }) =>
    places === undefined
      ? { type: 'copyMarkdown' }
      : isPlaces(places)
        ? { type: 'copyMarkdown', places: [...places] }
        : undefined,
  shareMessages: ({ places }) =>
    isPlaces(places) ? { type: 'shareMessages', places: [...places] } : undefined,
  openMessage: ({ position }) => (isCount(position) ? { type: 'openMessage', position } : undefined),
};

/** A parser of the action that calls one of these commands. */
export const commandParser =
  <Command extends string>(commands: readonly Command[]) =>
  ({
    command: wanted,
  }: ActionFields): { readonly type: 'command'; readonly command: Command } | undefined => {
    const command = commands.find((known) => known === wanted);
    return command && { type: 'command', command };
  };

/**
 * Reads the action a message from a pane stands for, one of those of every pane or one of these; undefined when it is not
 * an action of the protocol. Extra fields are dropped.
 */
export function actionParser<Action extends { readonly type: string }>(
  parsers: Parsers<Exclude<Action, CommonAction>>,
): (message: unknown) => Action | CommonAction | undefined {
  const byType = new Map<unknown, (fields: ActionFields) => Action | CommonAction | undefined>([
    ...Object.entries(commonParsers),
    ...Object.entries<(fields: ActionFields) => Action | undefined>(parsers),
  ]);
  return (message) => (isRecord(message) ? byType.get(message.type)?.(message) : undefined);
}

/** The language part of every message from the extension to a pane. */
export interface Localised<Strings> {
  /** BCP 47 tag for numbers and times, e.g. `vscode.env.language`. */
  readonly locale: string;
  readonly strings: Strings;
}

/** Extension → pane, in the place of a state that cannot be read. */
export interface PaneFailure<Resource, Strings> extends Localised<Strings> {
  readonly type: 'failure';
  readonly resource: Resource;
  /** What is wrong and how to repair it, in the reader's language where possible. */
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

/** Whether a message is such a state, or a failure in its place. */
export const isPaneContent = (...[message, objects, lists]: Parameters<typeof isPaneState>): boolean =>
  isPaneState(message, objects, lists) || isPaneFailure(message);

function isPaneFailure(message: unknown): boolean {
  if (!isRecord(message) || message.type !== 'failure' || typeof message.reason !== 'string') return false;
  return [message.resource, message.strings].every(isRecord);
}

/**
 * What a state tells of a draft: what a person typed into a pane and has not saved. The page tells every change of it, and
 * the extension keeps it until it is saved or discarded, so that it outlives the page.
 */
export interface Drafted<Draft> {
  /** What is changed in the summary and not saved. */
  readonly draft?: Draft;
  /** How many drafts of this page are in `draft`: a page that sent more holds a newer draft itself. */
  readonly draftsSeen: number;
}

/** Pane → extension. Each names what it is of, since something else may be on its way to the page. */
export type DraftAction<Resource, Draft> =
  // After every change of it; without a draft there is none any more.
  | { readonly type: 'draftSummary'; readonly resource: Resource; readonly draft?: Draft }
  | { readonly type: 'saveSummary'; readonly resource: Resource }; // the last draft

/** Parses what a page tells of its drafts. */
export const draftParsers = <Resource, Draft>(
  parseResource: (value: unknown) => Resource | undefined,
  parseDraft: (value: unknown) => Draft | undefined,
): Parsers<DraftAction<Resource, Draft>> => ({
  draftSummary: ({ resource: of, draft: value }: ActionFields) => {
    const [resource, draft] = [parseResource(of), parseDraft(value)];
    if (resource === undefined || (draft === undefined && value !== undefined)) return undefined;
    return { type: 'draftSummary', resource, ...defined({ draft }) };
  },
  saveSummary: ({ resource: of }: ActionFields) => {
    const resource = parseResource(of);
    return resource && { type: 'saveSummary', resource };
  },
});
