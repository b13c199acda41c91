import { l10n } from 'vscode';
import type { Attribution, LineRange, WritingRequest } from '../../insight/changes/types.ts';
import { firstLine, relativeTime } from '../base/notices.ts';
import { sourceName } from '../sessions/agents.ts';

/** Maximum characters of a request in a line's note and a diff's title. */
const shortLength = 60;
/** Maximum number of line ranges named. */
const namedRuns = 4;

/** Returns the request for which an agent wrote something, on one line. */
export const requestOf = ({ request, sessionTitle }: WritingRequest): string =>
  firstLine(request) || firstLine(sessionTitle);

/** Returns the session's title if it adds to the request. */
export const titleOf = (writing: WritingRequest): string => {
  const title = firstLine(writing.sessionTitle);
  return requestOf(writing).startsWith(title.replace(/…$/, '')) ? '' : title;
};

/** Describes agent, time and the start of the request briefly. */
export function writingInShort(writing: WritingRequest, now: number): string {
  const said = requestOf(writing);
  const short = said.length > shortLength ? `${said.slice(0, shortLength - 1).trimEnd()}…` : said;
  return l10n.t('{0}, {1}: {2}', sourceName(writing.agent), whenOf(writing, now), short);
}

export const whenOf = ({ time }: WritingRequest, now: number): string => relativeTime(Date.parse(time), now);

/** Describes the lines; of many, the first. */
export function linesText({ lines }: Pick<Attribution, 'lines'>): string {
  const [first] = lines;
  if (first === undefined) return l10n.t('not in the file any more');
  const named = lines.slice(0, namedRuns).map(rangeText).join(', ');
  const [from, to] = first;
  if (lines.length === 1 && from === to) return l10n.t('line {0}', named);
  return l10n.t('lines {0}', lines.length > namedRuns ? `${named} …` : named);
}

const rangeText = ([from, to]: LineRange): string => (from === to ? `${from}` : `${from}–${to}`);
