import { createHash } from 'node:crypto';
import type { JsonObject } from '../../disk/base/core.ts';
import type { Places } from '../profile/machine.ts';

/** A session to be written for an agent, in one neutral form. */
export interface NewSession {
  /** A UUID. */
  readonly id: string;
  readonly title: string;
  /** Working folder: the real path of the project. */
  readonly cwd: string;
  /** Tells the model what the session is and where it comes from; in `<session_context>`. */
  readonly note: string;
  /** At least one, in order. */
  readonly turns: readonly NewTurn[];
}

/** What one side said. A turn of the user has a text and no calls. */
export interface NewTurn {
  readonly role: 'user' | 'assistant';
  /** ISO 8601. */
  readonly at: string;
  /** May be empty where there are calls. */
  readonly text: string;
  readonly model?: string;
  readonly calls: readonly NewCall[];
}

/** A call with its result. Ids are unique and, like names, valid in every API. */
export interface NewCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly output: string;
  readonly failed: boolean;
}

/** Where and when a session is written. */
export interface WritingPlace {
  readonly places: Places;
  /** Version of the agent's program. */
  readonly version: string;
  /** Milliseconds. */
  readonly now: number;
  /** What the program said to `asks`, in lines. */
  readonly told?: readonly string[];
}

/** A file to be written. */
export interface NewFile {
  /** Absolute; there is nothing at it. */
  readonly path: string;
  readonly text: string;
}

/** The files of a session, the one with its messages first. */
export interface WritableSession {
  /** Id under which the agent resumes it. */
  readonly id: string;
  readonly files: readonly NewFile[];
}

/** How sessions of an agent are written. */
export interface SessionWriter {
  /** Name of its program, which `--version` makes print its version. */
  readonly program: string;
  /** Newest version in which sessions written here were tried, as `major.minor`. */
  readonly tried: string;
  readonly write: (session: NewSession, place: WritingPlace) => WritableSession | Promise<WritableSession>;
  /** Arguments with which the program itself takes in the only file, and takes the session out again. */
  readonly itself?: {
    /** Asks it first for what the file has to name. */
    readonly asks: readonly string[];
    readonly takeIn: (file: string) => readonly string[];
    readonly takeOut: (id: string) => readonly string[];
    /** Makes it print the session in the form of the file. */
    readonly show: (id: string) => readonly string[];
    /** Returns the number of messages in a text of that form; undefined for others. */
    readonly messagesIn: (text: string) => number | undefined;
  };
}

/** Makes the id of a line or message of a session, always the same. */
export function partId(session: string, part: number | string): string {
  const hex = createHash('sha256').update(`${session}\n${part}`).digest('hex');
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `${a}-${b}-4${c}-8${d}-${e}`;
}

/** Formats records as JSON lines. */
export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Returns the first and the last time of a session. ISO 8601. */
export function timesOf({ turns }: NewSession): { readonly first: string; readonly last: string } {
  const times = turns.map(({ at }) => at).sort();
  return { first: times[0] ?? '', last: times.at(-1) ?? '' };
}

/** Makes the response of a call in the form of Gemini's API. */
export const geminiResponse = ({ id, name, output, failed }: NewCall): object => ({
  functionResponse: { id, name, response: failed ? { error: output } : { output } },
});

/** Reports whether a text is a note, or what Gemini CLI itself tells a model first, and no words of a person. */
export const isNote = (text: string): boolean => /^\s*<session_context>/.test(text);
