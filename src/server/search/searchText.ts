import { isoTime } from '../../store/base/core.ts';
import { preview } from '../../store/text/containText.ts';
import { missingOn } from '../../store/search/pendingNote.ts';
import { summaryEntry } from '../../store/search/summaryEntry.ts';
import type { SearchHit, SearchPage, SearchRequest } from '../../store/search/types.ts';
import type { Reply } from '../base/reply.ts';
import { longestPrefix } from '../base/text.ts';

/** Names are shown up to so many characters; calls have them whole. */
const nameChars = 60;
/** The first hit is shown at least so far. */
const leastChars = 200;
/** Messages the call of a hit fetches: the one before it, it, and what followed. */
const around = 5;

/**
 * Hits as text that an agent reads at little cost: what, when, where, and the call that fetches more; with `references`
 * also what each is called in answers.
 */
export function searchReply(
  page: SearchPage,
  request: SearchRequest,
  maxChars: number,
  { references = false } = {},
): Reply {
  const { hits, total } = page;
  const notes = missingOn(page);
  if (hits.length === 0) return [[nothingFound(request), ...notes].join('\n')];
  const head = `${total} found, best first. Times are UTC.`;
  const texts: string[] = [];
  let chars = head.length;
  for (const [n, hit] of hits.entries()) {
    const text = `${n + 1}. ${hitText(hit)}${references || isWritten(hit) ? `\n   ${hit.reference}` : ''}`;
    if (texts.length > 0 && chars + text.length > maxChars) break;
    chars += text.length + 1;
    texts.push(longestPrefix(text, Math.max(maxChars, leastChars), (piece) => piece.length));
  }
  return [[head, ...texts, ...more(page, texts.length), ...notes].join('\n')];
}

/** Of a session, what was written down of it: no call gives that, but its reference does. */
const isWritten = ({ source, role }: SearchHit): boolean =>
  source === 'sessions' && (role === 'summary' || role === 'note');

const nothingFound = ({ query }: SearchRequest): string =>
  `Nothing found for ${JSON.stringify(query)}: nothing holds any of these words, or one that means the same. Try other or fewer words, or leave out filters.`;

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

/** The call that gives what is around a hit. */
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

const call = (tool: string, args: object): string => `${tool} ${JSON.stringify(args)}`;

/** A name on one line, so that it cannot pass for another hit. */
const short = (name: string): string => preview(name, nameChars);
