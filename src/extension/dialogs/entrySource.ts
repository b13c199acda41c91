import { isObject } from '../../disk/base/core.ts';
import type { DialogStore, Message } from '../../history/dialogs/types.ts';
import { isStopWord, terms } from '../../disk/text/tokens.ts';
import type { SummaryItem } from '../../protocol/summarySections.ts';

/** Minimum share of an entry's words in a message for it to be the source. */
const leastShare = 0.5;

/**
 * Returns the position of the message an entry comes from: the one it names, else the one with most of its words;
 * undefined if none has enough.
 */
export async function sourceOf(
  dialogs: DialogStore,
  dialog: string,
  entry: SummaryItem,
): Promise<number | undefined> {
  const named = namesIn(entry.value);
  const wanted = new Set(terms(entry.text).filter((term) => !isStopWord(term)));
  let best: { readonly at: number; readonly share: number } | undefined;
  let at = 0;
  for await (const run of dialogs.all(dialog))
    for (const message of run) {
      if (isNamed(message, named)) return at;
      const share = shareOf(message.text, wanted);
      if (share >= leastShare && share > (best?.share ?? 0)) best = { at, share };
      at++;
    }
  return best?.at;
}

/** Returns all texts and numbers beside an item's text, one of which may identify its message. */
function namesIn(value: SummaryItem['value']): ReadonlySet<string> {
  const fields = isObject(value) ? Object.values(value).flat() : [];
  const texts = fields.flatMap((field) =>
    typeof field === 'string' || typeof field === 'number' ? [String(field)] : [],
  );
  return new Set(texts.map((text) => text.replace(/^history:\/\/.*\//, '')));
}

const isNamed = ({ id, ts }: Message, names: ReadonlySet<string>): boolean =>
  (id !== undefined && names.has(id)) || names.has(String(ts));

function shareOf(text: string, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  const said = new Set(terms(text));
  return [...wanted].filter((term) => said.has(term)).length / wanted.size;
}
