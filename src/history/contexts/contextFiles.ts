import { WrongContent } from '../../disk/files/json.ts';
import { isObject, StoreError, timeOfNumber } from '../../disk/base/core.ts';
import type { ActiveContext, ArchivedContext, ContextItem, ContextMeta, Reach, Turn } from './types.ts';

type ContextFields = Readonly<Record<string, unknown>>;

/** Parses `contexts/active.json`. Unknown fields are kept. */
export function parseActive(value: unknown): ActiveContext {
  const fields = asObject(value);
  const meta = isObject(fields.meta) ? fields.meta : {};
  const reach = parseReach(meta.reach);
  return {
    ...parseContext(fields, 'active'),
    status: 'active',
    meta: { ...parseMeta(meta), ...(reach && { reach }) },
  };
}

const parseMeta = (meta: ContextFields): ContextMeta => ({
  ...meta,
  ...text('lastUserTextPreview', meta),
  ...text('lastRequestId', meta),
});

/** Parses `contexts/archive/<contextId>.json`. Unknown fields are kept. */
export function parseArchived(value: unknown): ArchivedContext {
  const fields = asObject(value);
  const checkpoint = parseReach(fields.checkpoint);
  return {
    ...parseContext(fields, 'archived'),
    status: 'archived',
    archivedAt: time(fields.archivedAt, fields.updatedAt),
    archiveReason: typeof fields.archiveReason === 'string' ? fields.archiveReason : '',
    ...text('summary', fields),
    meta: parseMeta(isObject(fields.meta) ? fields.meta : {}),
    ...(checkpoint && { checkpoint }),
  };
}

/** Parses `contexts/index.json`. */
export function parseIndex(value: unknown): ContextItem[] {
  if (!isObject(value) || !Array.isArray(value.items))
    throw new WrongContent('an object with items was expected');
  return value.items.map(parseItem);
}

/** Formats JSON for people and git. */
export const formatContext = (context: ActiveContext | ArchivedContext): string =>
  `${JSON.stringify(context, null, 1)}\n`;

export const formatIndex = (items: readonly ContextItem[]): string =>
  `${JSON.stringify({ v: 1, items }, null, 1)}\n`;

function asObject(value: unknown): ContextFields {
  if (!isObject(value)) throw new WrongContent('an object was expected');
  const { state, ...fields } = value;
  return { status: state, ...fields }; // older name
}

function parseContext(fields: ContextFields, status: 'active' | 'archived') {
  if (fields.status !== status) throw new WrongContent(`the status is not "${status}"`);
  const { contextId, turns } = fields;
  if (typeof contextId !== 'string' || contextId === '') throw new WrongContent('contextId is missing');
  if (!Array.isArray(turns)) throw new WrongContent('turns is not an array');
  const createdAt = time(fields.createdAt, 0);
  return {
    ...fields,
    v: 1 as const,
    contextId,
    createdAt,
    updatedAt: time(fields.updatedAt, createdAt),
    ...text('title', fields),
    turns: turns.map(parseTurn),
    ...(typeof fields.droppedTurns === 'number' && { droppedTurns: fields.droppedTurns }),
  };
}

function parseTurn(value: unknown): Turn {
  if (!isObject(value)) throw new WrongContent('a turn is not an object');
  const { role, text: words, ts } = value;
  if (role !== 'user' && role !== 'assistant')
    throw new WrongContent('a turn has neither the role user nor assistant');
  if (typeof words !== 'string') throw new WrongContent('a turn has no text');
  return { ...value, v: 1, ts: time(ts, 0), role, text: words };
}

function parseItem(value: unknown): ContextItem {
  if (!isObject(value) || typeof value.contextId !== 'string')
    throw new WrongContent('an item has no contextId');
  const { messageCount, turns, summaryPreview, searchTextPreview } = value;
  const createdAt = time(value.createdAt, 0);
  return {
    contextId: value.contextId,
    title: typeof value.title === 'string' ? value.title : '',
    createdAt,
    archivedAt: time(value.archivedAt, createdAt),
    messageCount: number(messageCount ?? turns, 0),
    summaryPreview: firstText(summaryPreview, searchTextPreview),
  };
}

const firstText = (...values: readonly unknown[]): string => {
  const found = values.find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
};

function parseReach(value: unknown): Reach | undefined {
  if (!isObject(value) || typeof value.epoch !== 'string') return undefined;
  return { epoch: value.epoch, position: number(value.position, 0), ts: time(value.ts, 0) };
}

const number = (value: unknown, otherwise: unknown): number => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof otherwise === 'number' ? otherwise : 0;
};

/** Milliseconds, or the other value if it is not a time. */
const time = (value: unknown, otherwise: unknown): number =>
  timeOfNumber(value) ?? timeOfNumber(otherwise) ?? 0;

/** Returns the field as an object to spread if it is a text. */
function text<K extends string>(key: K, fields: ContextFields): Partial<Record<K, string>> {
  const value = fields[key];
  const found: Partial<Record<K, string>> = {};
  if (typeof value === 'string') found[key] = value;
  return found;
}

/** Makes the error for operations on contexts while they are disabled. */
export const contextsDisabled = (): StoreError =>
  new StoreError(
    'disabled',
    'contexts are disabled; switch them on with the setting historyStore.contexts.enabled, or HISTORY_CONTEXTS_ENABLED=true for a server started by hand.',
  );
