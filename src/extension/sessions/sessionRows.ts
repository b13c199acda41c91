import { isFiltered, type MessageKind } from '../../protocol/messageKinds.ts';
import type { OpenRun, SessionPaneMessage, ToolCount } from '../../protocol/sessionPane.ts';

/** Maximum messages per run, since an expanded one is sent completely. */
const longestRun = 50;

type Kinds = readonly MessageKind[];

/** The rows of a session in a pane: filtered messages, with those that are only tool calls combined. */
export class SessionRows {
  readonly #messages: readonly SessionPaneMessage[];
  readonly #kinds: Kinds;
  /** Positions of the messages of each row. */
  readonly #rows: readonly (readonly number[])[];
  readonly #rowOf = new Map<number, number>();

  constructor(messages: readonly SessionPaneMessage[], kinds: Kinds) {
    this.#messages = messages;
    this.#kinds = kinds;
    this.#rows = rowsOf(messages, kinds);
    for (const [row, places] of this.#rows.entries()) for (const place of places) this.#rowOf.set(place, row);
  }

  get total(): number {
    return this.#rows.length;
  }

  /** Returns the row of the message at a position; undefined if filtered out. */
  rowOf(place: number): number | undefined {
    return this.#rowOf.get(place);
  }

  /** Returns the row of the message at a position or the next one shown; past the last row if there is none. */
  rowFrom(place: number): number {
    for (let at = place; at < this.#messages.length; at++) {
      const row = this.#rowOf.get(at);
      if (row !== undefined) return row;
    }
    return this.total;
  }

  /** Returns positions of all messages in the rows of these, or in all rows. */
  placesOf(places?: readonly number[]): readonly number[] {
    const rows = places?.map((place) => this.#rowOf.get(place) ?? -1);
    const all = rows === undefined ? this.#rows : [...new Set(rows)].map((row) => this.#rows[row] ?? []);
    return all.flat().sort((a, b) => a - b);
  }

  /** Returns rows from `offset` on for the page. */
  window(offset: number, limit: number): readonly SessionPaneMessage[] {
    return this.#rows.slice(offset, offset + limit).flatMap((places, index) => {
      const shown = places.flatMap((place) => this.#shown(place) ?? []);
      const [first] = shown;
      if (first === undefined) return [];
      const { position: at } = first;
      const message = shown.length === 1 ? first : runOf(shown, first);
      const position = offset + index;
      return [{ ...message, position, ...(at !== position && { at }) }];
    });
  }

  /** Returns the messages of the run that starts at a position; undefined if none does. */
  run(at: number): OpenRun | undefined {
    const row = this.#rowOf.get(at);
    const places = row === undefined ? [] : (this.#rows[row] ?? []);
    if (places.length < 2 || places[0] !== at) return undefined;
    return { at, messages: places.flatMap((place) => this.#shown(place) ?? []) };
  }

  /** Returns what the filter leaves of a message. */
  #shown(place: number): SessionPaneMessage | undefined {
    const message = this.#messages[place];
    return message && (isFiltered(this.#kinds) ? cutTo(message, this.#kinds) : message);
  }
}

/** Returns the kinds of a message and its content. */
function kindsIn({ role, text, tools, thoughts, media }: SessionPaneMessage): Kinds {
  if (role === 'user') return ['user'];
  if (role !== 'assistant') return ['notices'];
  const isSaid = text !== '' || media.length > 0 || (tools.length === 0 && thoughts.length === 0);
  return [
    ...(isSaid ? (['assistant'] as const) : []),
    ...(tools.length > 0 ? (['tools'] as const) : []),
    ...(thoughts.length > 0 ? (['thoughts'] as const) : []),
  ];
}

function rowsOf(messages: readonly SessionPaneMessage[], kinds: Kinds): readonly (readonly number[])[] {
  const rows: number[][] = [];
  let run: number[] | undefined;
  for (const message of messages) {
    const all = kindsIn(message);
    const shown = all.filter((kind) => kinds.includes(kind));
    // A message of hidden thoughts only is still indicated, unless the user chose particular kinds.
    if (shown.length === 0 && (isFiltered(kinds) || all[0] !== 'thoughts')) continue;
    const isTools = shown.length === 1 && shown[0] === 'tools';
    if (isTools && run !== undefined && run.length < longestRun) {
      run.push(message.position);
      continue;
    }
    const row = [message.position];
    rows.push(row);
    run = isTools ? row : undefined;
  }
  return rows;
}

function cutTo(message: SessionPaneMessage, kinds: Kinds): SessionPaneMessage {
  if (message.role !== 'assistant') return message;
  const { cutChars, ...rest } = message;
  const said = kinds.includes('assistant');
  return {
    ...rest,
    ...(said && cutChars !== undefined && { cutChars }),
    text: said ? message.text : '',
    media: said ? message.media : [],
    tools: kinds.includes('tools') ? message.tools : [],
    thoughts: kinds.includes('thoughts') ? message.thoughts : [],
  };
}

const runOf = (
  shown: readonly SessionPaneMessage[],
  { position, ts }: SessionPaneMessage,
): SessionPaneMessage => ({
  position,
  ts,
  role: 'run',
  text: '',
  thoughts: [],
  tools: [],
  media: [],
  run: { messages: shown.length, calls: callsOf(shown) },
});

/** Counts calls per tool, most frequent first. */
function callsOf(messages: readonly SessionPaneMessage[]): readonly ToolCount[] {
  const counts = new Map<string, number>();
  for (const { tools } of messages)
    for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
