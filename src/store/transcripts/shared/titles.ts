import { endBesideSecret, enoughFor } from '../../secrets/cut.ts';
import { firstCodePoints } from '../../text/textLength.ts';
import type { MessageRecord, SessionHeader } from './types.ts';

/** Titles show at most this many code points. */
const maxTitleLength = 50;
/** Titles people or models gave may be longer than those cut from a prompt. */
const maxGivenLength = 200;

/** A title somebody gave, on one line; undefined when there is nothing on it. */
export function givenTitle(title: string | undefined): string | undefined {
  return title === undefined ? undefined : oneLine(title, maxGivenLength);
}

/** The first 50 code points of a prompt on one line, cut between code points; undefined when nothing is left of it. */
export function titleOfPrompt(prompt: string): string | undefined {
  return oneLine(prompt, maxTitleLength);
}

/** A title from the first thing the person said that is no command, else from the first command. */
export function titleOfMessages(messages: readonly MessageRecord[]): string | undefined {
  const said = messages.filter(({ type }) => type === 'user').map(textOfContent);
  const first = said.find((text) => text.trim() !== '' && !isCommand(text.trim()));
  return titleOfPrompt(first ?? said.find((text) => text.trim() !== '') ?? '');
}

/** `/word`, `/word args` or a lone `?`, but no path. */
export const isCommand = (text: string): boolean => /^(\/[\w:-]+(\s|$)|\?$)/.test(text);

function textOfContent({ content }: MessageRecord): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : '')).join(' ');
}

/** The title of a session without any text: `conversation-HHmmss`, UTC. `time` is ISO 8601. */
export function titleOfTime(time: string): string {
  return `conversation-${time.slice(11, 19).replaceAll(':', '')}`;
}

/** Whether a session has a title of its own, not only that of its time. */
export const isTitled = ({ title, startTime }: Pick<SessionHeader, 'title' | 'startTime'>): boolean =>
  title !== undefined && title !== titleOfTime(startTime);

/**
 * Text on one line, at most `length` code points of it unless it is a secret, of which nothing is cut off; undefined
 * when only white space is left.
 */
function oneLine(text: string, length: number): string | undefined {
  const line = enoughFor(text.trimStart(), length)
    .toWellFormed()
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  return line.slice(0, endBesideSecret(line, firstCodePoints(line, length).length)).trimEnd();
}
