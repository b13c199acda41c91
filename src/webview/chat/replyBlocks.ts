/** A call of a tool of the server. */
export interface ReplyCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A session as `session_list` describes it. */
export interface SessionBlock {
  readonly kind: 'session';
  readonly id: string;
  readonly title: string;
  /** Everything else that the reply says of it, in its order. */
  readonly facts: readonly string[];
  /** When its agent deletes it, ISO 8601. */
  readonly deleted?: string;
}

/** A part of a reply as shown. */
export type Block =
  | { readonly kind: 'note' | 'heading' | 'item'; readonly text: string }
  | { readonly kind: 'hit'; readonly place: string; readonly text: string; readonly call?: ReplyCall }
  | { readonly kind: 'message'; readonly role: string; readonly text: string; readonly time?: string }
  | SessionBlock
  | { readonly kind: 'more'; readonly call: ReplyCall };

/** Divides the texts of a reply into blocks; what has no known form stays a note, so nothing is left out. */
export function replyBlocks(texts: readonly string[], asked: ReplyCall): Block[] {
  return texts.flatMap((text) => {
    const value = objectIn(text);
    return value ? blocksOfObject(value, text, asked) : blocksOfText(text, asked);
  });
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectIn(text: string): Fields | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** Keys whose lists become blocks; the other keys become one note. */
const lists: Readonly<Record<string, (item: Fields) => Block>> = {
  sessions: sessionBlock,
  messages: ({ role, text, ts }) => ({
    kind: 'message',
    role: textIn(role),
    text: textIn(text),
    ...(typeof ts === 'number' && { time: shownTime(new Date(ts).toISOString()) }),
  }),
};

function blocksOfObject(value: Fields, text: string, asked: ReplyCall): Block[] {
  const [key, make] = Object.entries(lists).find(([name]) => Array.isArray(value[name])) ?? [];
  if (key === undefined || make === undefined)
    return [{ kind: 'note', text: typeof value.error === 'string' ? value.error : text }];
  const { cursor, ...rest } = value;
  const facts = Object.entries(rest).filter(([name, one]) => name !== key && one !== true);
  const items = listIn(value[key]);
  // A cursor of messages also serves to ask later for what comes, so a short page is the last one.
  const isLast = typeof asked.args.limit === 'number' && items.length < asked.args.limit;
  const note = facts.map(([name, one]) => `${name}: ${textIn(one)}`).join(' · ');
  return [
    ...items.map(make),
    ...(note === '' ? [] : [{ kind: 'note', text: note } as const]),
    ...(typeof cursor === 'string' && !isLast ? [moreOf(asked, { cursor })] : []),
  ];
}

/** The block that goes on with a call where its reply ended. */
const moreOf = ({ name, args }: ReplyCall, cursor: Fields): Block => ({
  kind: 'more',
  call: { name, args: { ...args, ...cursor } },
});

function sessionBlock({ id, title, deleted, ...rest }: Fields): SessionBlock {
  const facts = Object.entries(rest).map(([name, value]) =>
    name === 'updated' ? shownTime(textIn(value)) : name === 'number' ? `${textIn(value)}.` : textIn(value),
  );
  return {
    kind: 'session',
    id: textIn(id),
    title: textIn(title),
    facts,
    ...(typeof deleted === 'string' && { deleted }),
  };
}

/** The time of an ISO 8601 text to the minute, as replies write it; other texts unchanged. */
export const shownTime = (iso: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? iso.slice(0, 16).replace('T', ' ') : iso;

const hitLine = /^\d+\. (\d{4}-\d\d-\d\d [\d:]+ .*)$/;
const callLine = /^ {3}→ (\w+) (\{.*\})$/;
const moreLine = /^More: the same call with ("cursor":".*")$/;
/** Tools that the page may call for a reply to be read on; a reply holds texts of others. */
const readingTools = new Set(
  'history_get_messages_since history_get_dialog_detail session_resume archive_read chat_context_recall retrieve_memory'.split(
    ' ',
  ),
);
const roleLine = /^### (User|Assistant)$/;
const flatLine = /^([UA]):(.*)$/;

/** The block that a line of a reply begins; undefined for a line that belongs to the block before it. */
type LineForm = (line: string, asked: ReplyCall) => Block | undefined;

/** Forms of the lines by tool, so that no line of a message looks like one of a search. */
const lineForms: Readonly<Record<string, LineForm>> = {
  history_search: (line, asked) => {
    const [, hit] = hitLine.exec(line) ?? [];
    if (hit !== undefined) return { kind: 'hit', ...placeAndText(hit) };
    const [, cursor] = moreLine.exec(line) ?? [];
    const more = cursor === undefined ? undefined : objectIn(`{${cursor}}`);
    if (more) return moreOf(asked, more);
    return line.startsWith('   ') ? undefined : { kind: 'note', text: line };
  },
  history_brief: (line) => {
    if (line.startsWith('## ')) return { kind: 'heading', text: line.slice(3) };
    return line.startsWith('- ') ? { kind: 'item', text: line.slice(2) } : { kind: 'note', text: line };
  },
  session_resume: (line) => {
    const [, role] = roleLine.exec(line) ?? [];
    if (role !== undefined) return { kind: 'message', role: role.toLowerCase(), text: '' };
    return line === '<session_context>' ? { kind: 'note', text: line } : undefined;
  },
  history_get_dialog_detail: (line) => {
    const [, letter, said = ''] = flatLine.exec(line) ?? [];
    const role = letter === 'U' ? 'user' : 'assistant';
    return letter === undefined ? undefined : { kind: 'message', role, text: said.replaceAll('\\n', '\n') };
  },
};

function blocksOfText(text: string, asked: ReplyCall): Block[] {
  const form = lineForms[asked.name] ?? (() => undefined);
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    const block = form(line, asked);
    const last = blocks.at(-1);
    if (block) blocks.push(block);
    else if (last) blocks[blocks.length - 1] = goingOn(last, line);
    else blocks.push({ kind: 'note', text: line });
  }
  return blocks.map(trimmed).filter((block) => block.kind !== 'note' || block.text !== '');
}

function placeAndText(hit: string): { place: string; text: string } {
  const [, place, text] = /^(.*?, [\w ]+(?: \([^)]*\))?): (.*)$/.exec(hit) ?? [];
  return place === undefined || text === undefined ? { place: '', text: hit } : { place, text };
}

/** Adds a line to the block before it: the call of a hit, else one more line of its text. */
function goingOn(block: Block, line: string): Block {
  if (block.kind === 'hit') {
    const [, name, json = ''] = callLine.exec(line) ?? [];
    const args = objectIn(json);
    if (name !== undefined && readingTools.has(name) && args) return { ...block, call: { name, args } };
  }
  if (block.kind === 'session' || block.kind === 'more') return block;
  return { ...block, text: `${block.text}\n${line}` };
}

const trimmed = (block: Block): Block =>
  'text' in block ? { ...block, text: block.text.replace(/^\n+|\s+$/g, '') } : block;
