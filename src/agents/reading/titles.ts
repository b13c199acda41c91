import { safeCutIndex, prefixFor } from '../../disk/secrets/cut.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';
import type { MessageRecord, SessionHeader } from './types.ts';

/** Length limit of titles; views cut what they cannot show. Code points. */
const maxTitleLength = 200;

/** Returns a given title on one line; undefined if it is blank. */
export function givenTitle(title: string | undefined): string | undefined {
  return title === undefined ? undefined : beginning(title);
}

/** Returns the beginning of a prompt on one line; undefined if it is blank. */
export function titleOfPrompt(prompt: string): string | undefined {
  return beginning(prompt);
}

/** Makes a title from the person's first message that is not a command, else from the first command. */
export function titleOfMessages(messages: readonly MessageRecord[]): string | undefined {
  const said = messages.filter(({ type }) => type === 'user').map(textOfContent);
  const first = said.find((text) => text.trim() !== '' && !isCommand(text.trim()));
  return titleOfPrompt(first ?? said.find((text) => text.trim() !== '') ?? '');
}

/** Whether a text is `/word`, `/word args` or a lone `?`, but not a path. */
export const isCommand = (text: string): boolean => /^(\/[\w:-]+(\s|$)|\?$)/.test(text);

/** Returns the text of a message, of its parts on one line. */
export function textOfContent({ content }: MessageRecord): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : '')).join(' ');
}

/** Title of a session without text: `conversation-HHmmss`, UTC. `time` is ISO 8601. */
export function titleOfTime(time: string): string {
  return `conversation-${time.slice(11, 19).replaceAll(':', '')}`;
}

/** Whether a session has a real title, not only one made from its time. */
export const isTitled = ({ title, startTime }: Pick<SessionHeader, 'title' | 'startTime'>): boolean =>
  title !== undefined && title !== titleOfTime(startTime);

/**
 * Returns a text on one line, cut after a word with `…` if it is long, and not inside a secret; undefined if it is
 * blank.
 */
function beginning(text: string): string | undefined {
  const line = oneLine(prefixFor(text.trimStart(), maxTitleLength).toWellFormed());
  if (line === '') return undefined;
  const whole = firstCodePoints(line, maxTitleLength);
  if (whole.length === line.length) return line.trimEnd();
  const cut = line.slice(0, safeCutIndex(line, whole.length));
  const word = cut.search(/\s\S*$/);
  return `${cut.slice(0, word > maxTitleLength / 2 ? word : undefined).trimEnd()}…`;
}
