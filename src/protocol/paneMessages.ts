// Messages between the extension and all panes: actions in one direction, states and failures in the other, and
// drafts.
import { parseFind, type FindAction } from './find.ts';
import { parseFilter, type FilterAction } from './messageKinds.ts';
import { defined, isCount, isHref, isRecord, isText } from './json.ts';

/** Pane → extension: actions of the content in all panes. */
export type ContentAction =
  | { readonly type: 'copyText'; readonly text: string }
  | { readonly type: 'openLink'; readonly href: string }; // http(s), mailto, or a path such as `src/a.ts:12:3`

/** Pane → extension: actions of all panes. */
export type CommonAction =
  | { readonly type: 'ready' }
  | ContentAction
  | { readonly type: 'unlight' } // see light.ts
  | { readonly type: 'restore' }; // takes what is shown out of the trash

/** Pane → extension: actions of a list of messages that is only partly in the page. */
export type MessageAction =
  | FindAction
  | FilterAction
  | { readonly type: 'window'; readonly offset: number; readonly limit: number }
  // These refer to indexes in the conversation, independent of the filter.
  | { readonly type: 'copyMessage'; readonly position: number } // its whole text
  | { readonly type: 'copyMarkdown'; readonly places?: readonly number[] } // everything shown if absent
  | { readonly type: 'shareMessages'; readonly places: readonly number[] }
  | { readonly type: 'openMessage'; readonly position: number } // all of it in an editor
  | { readonly type: 'chooseDay' }; // asks for the day to go to

/** Actions specific to one pane. */
export type OwnAction<Action> = Exclude<Action, CommonAction>;

/** Maximum number of messages requested at once. */
const maxWindow = 200;

/** Maximum number of selected messages to copy. */
export const maxSelected = 10_000;

/** Fields of a message to be parsed. */
export type ActionFields = Readonly<Record<string, unknown>>;

/** One parser per type of action, each reading only the fields in the protocol. */
export type Parsers<Action extends { readonly type: string }> = Readonly<
  Record<Action['type'], (fields: ActionFields) => Action | undefined>
>;

const commonParsers: Parsers<CommonAction> = {
  ready: () => ({ type: 'ready' }),
  unlight: () => ({ type: 'unlight' }),
  restore: () => ({ type: 'restore' }),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
};

/** Reports whether a value is a list of selected messages' indexes. */
export const isPlaces = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length <= maxSelected && value.every(isCount);

/** Parses actions of a list of messages. */
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
  chooseDay: () => ({ type: 'chooseDay' }),
};

/** Creates a parser of an action that runs one of the commands. */
export const commandParser =
  <Command extends string>(commands: readonly Command[]) =>
  ({
    command: wanted,
  }: ActionFields): { readonly type: 'command'; readonly command: Command } | undefined => {
    const command = commands.find((known) => known === wanted);
    return command && { type: 'command', command };
  };

/**
 * Creates a parser of actions, common ones or those of the given parsers. It drops extra fields and returns undefined
 * for anything else.
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

/** Language of a message from the extension to a pane. */
export interface Localised<Strings> {
  /** BCP 47 tag for numbers and times, e.g. `vscode.env.language`. */
  readonly locale: string;
  readonly strings: Strings;
}

/** Where something deleted is: in the trash, or nowhere. */
export type Gone = 'trashed' | 'missing';

/** Part of any content: what is shown may have been deleted. Nothing of it can be changed then. */
export interface Deletable {
  readonly gone?: Gone;
}

/** Extension → pane, instead of a state that cannot be read. */
export interface PaneFailure<Resource, Strings> extends Localised<Strings>, Deletable {
  readonly type: 'failure';
  readonly resource: Resource;
  /** What is wrong and how to fix it, in the user's language if possible. */
  readonly reason: string;
}

/**
 * Reports whether a message is a state with these objects and lists. Their contents are trusted; this only rejects
 * other messages that reach a window.
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

/** Reports whether a message is such a state or a failure. */
export const isPaneContent = (...[message, objects, lists]: Parameters<typeof isPaneState>): boolean =>
  isPaneState(message, objects, lists) || isPaneFailure(message);

function isPaneFailure(message: unknown): boolean {
  if (!isRecord(message) || message.type !== 'failure' || typeof message.reason !== 'string') return false;
  return [message.resource, message.strings].every(isRecord);
}

/**
 * Draft in a state: what a person typed into a pane without saving. The page sends every change, and the extension
 * keeps the draft until it is saved or discarded, so that it outlives the page.
 */
export interface Drafted<Draft> {
  /** Unsaved changes to the summary. */
  readonly draft?: Draft;
  /** Number of this page's drafts that `draft` includes: a page that sent more has a newer draft itself. */
  readonly draftsSeen: number;
}

/** Pane → extension. Each action names its resource, since the page may be about to show another. */
export type DraftAction<Resource, Draft> =
  // Sent after every change; without `draft`, the draft is discarded.
  | { readonly type: 'draftSummary'; readonly resource: Resource; readonly draft?: Draft }
  | { readonly type: 'saveSummary'; readonly resource: Resource }; // saves the latest draft

/** Parses actions on drafts. */
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
