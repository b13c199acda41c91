import { sayIn } from '../../disk/base/texts.ts';
import { isoTime } from '../../disk/base/core.ts';
import { jsonLine, preview } from '../../disk/text/containText.ts';
import { missingOn } from '../../find/search/pendingNote.ts';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import type { SearchHit, SearchPage, SearchRequest } from '../../find/search/types.ts';
import type { Reply } from '../base/reply.ts';
import { longestPrefix } from '../base/text.ts';

/** Maximum length of displayed names; calls contain the whole name. Characters. */
const nameChars = 60;
/** Minimum shown of the first hit. Characters. */
const minChars = 200;
/** Number of messages fetched by a hit's call: the one before, the hit, and those after. */
const around = 5;

/** Formats hits as compact text: what, when, where, and the call that fetches more; `references` adds the reference of each for citations. */
export function searchReply(
  page: SearchPage,
  request: SearchRequest,
  maxChars: number,
  { references = false } = {},
): Reply {
  const { hits } = page;
  const notes = missingOn(page, sayIn('en'));
  if (hits.length === 0) return [[nothingFound(request), ...notes].join('\n')];
  const head = `${foundText(page)} Times are UTC.`;
  const texts: string[] = [];
  let chars = head.length;
  for (const [n, hit] of hits.entries()) {
    const text = `${n + 1}. ${hitText(hit)}${references || isWritten(hit) ? `\n   ${hit.reference}` : ''}`;
    if (texts.length > 0 && chars + text.length > maxChars) break;
    chars += text.length + 1;
    texts.push(longestPrefix(text, Math.max(maxChars, minChars), (piece) => piece.length));
  }
  return [[head, ...texts, ...more(page, texts.length), ...notes].join('\n')];
}

/** A session's summary or note: no call returns it, but its reference does. */
const isWritten = ({ source, role }: SearchHit): boolean =>
  source === 'sessions' && role !== 'user' && role !== 'assistant';

const nothingFound = ({ query }: SearchRequest): string =>
  `Nothing found for ${jsonLine(query)}: nothing holds any of these words, or one that means the same. Try other or fewer words, or leave out filters.`;

function foundText({ total, related = 0 }: SearchPage): string {
  if (related === 0) return `${total} found, best first.`;
  if (related === total)
    return `Nothing contains these words. ${related} related by meaning (≈), best first.`;
  return `${total - related} found, and ${related} related by meaning only (≈), best first.`;
}

function more({ hits, cursor }: SearchPage, shown: number): string[] {
  if (shown < hits.length)
    return [
      `${hits.length - shown} hits of this page were left out by maxChars; give a greater one or a smaller limit.`,
    ];
  return cursor === undefined ? [] : [`More: the same call with "cursor":"${cursor}"`];
}

function hitText(hit: SearchHit): string {
  const { role, agent, ts, snippet, meant } = hit;
  const time = isoTime(ts).slice(0, 19).replace('T', ' ');
  const who = agent === undefined ? role : `${role} (${short(agent)})`;
  const near = meant ? ` ${`≈ ${meant.join(', ')}`.trim()}` : '';
  return `${time} ${placeText(hit)}, ${who}${near}: ${snippet}\n   → ${hit.source === 'shared' ? hit.reference : callText(hit)}`;
}

function placeText({ source, title, dialog }: SearchHit): string {
  switch (source) {
    case 'dialogs':
      return short(title);
    case 'contexts':
      return `${short(dialog ?? '')}, context ${short(title)}`;
    case 'archives':
    case 'sessions':
    case 'shared':
      return `${source} ${short(title)}`;
    case 'memories':
      return source;
  }
}

/** The call for the messages around a hit. */
function callText(hit: SearchHit): string {
  const { source, name, dialog, id, ts, previousTs = ts, position, snippet } = hit;
  const since = { dialog, sinceTs: Math.min(ts, previousTs) - 1, limit: around };
  switch (source) {
    case 'dialogs':
      if (id === summaryEntry) return call('history_get_dialog_detail', { dialog, includeMessages: false });
      return call('history_get_messages_since', since);
    case 'contexts':
      if (name === 'active') return call('history_get_messages_since', since);
      return call('chat_context_recall', { contextId: name, mode: 'full' });
    case 'archives':
      return call('archive_read', { name, offset: Math.max(0, position - 1), limit: around });
    case 'sessions':
      return call('session_resume', { id: name });
    case 'shared':
    case 'memories':
      return call('retrieve_memory', { query: wordsOf(snippet), n_results: 1 });
  }
}

/** Enough of a memory to find it by. */
const wordsOf = (snippet: string): string =>
  longestPrefix(snippet.replaceAll('…', ''), 80, (piece) => piece.length);

const call = (tool: string, args: object): string => `${tool} ${jsonLine(args)}`;

/** Shortens a name to one line, so that it cannot look like another hit. */
const short = (name: string): string => preview(name, nameChars);
