import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList } from '../reading/fields.ts';

/** Characters at each end of a text by which it is compared. */
const compared = 200;

/** Finds lines that are copies of earlier ones; a line may have the uuid of another and hold different words. */
export class RepeatedLines {
  /** Marks of what lines with a uuid hold. */
  readonly #marks = new Map<string, readonly number[]>();

  /** Reports whether an earlier line has the uuid and content of this one, else remembers it. */
  isCopy(line: JsonObject, uuid: string | undefined): boolean {
    if (uuid === undefined) return false;
    const { type, message, content, attachment } = line;
    const said = fieldsOf(message).content ?? content ?? attachment ?? null;
    const mark = markOf([type ?? null, said]);
    const known = this.#marks.get(uuid);
    if (known?.includes(mark) === true) return true;
    this.#marks.set(uuid, known ? [...known, mark] : [mark]);
    return false;
  }
}

/** Returns a number that equal values share. */
export const markOf = (value: JsonValue): number => marked(2_166_136_261, value);

function marked(mark: number, value: JsonValue): number {
  if (typeof value === 'string') return markedText(mark, value);
  if (typeof value !== 'object' || value === null) return markedText(mark, String(value));
  if (isList(value)) return value.reduce(marked, markedText(mark, `[${value.length}`));
  let next = mark;
  for (const key in value) next = marked(markedText(next, key), value[key] ?? null);
  return next;
}

/** Continues an FNV-1a hash with the length and both ends of a text. */
function markedText(mark: number, text: string): number {
  let next = Math.imul(mark ^ text.length, 16_777_619);
  const tail = Math.max(compared, text.length - compared);
  for (let at = 0; at < text.length; at = at + 1 === compared ? tail : at + 1)
    next = Math.imul(next ^ text.charCodeAt(at), 16_777_619);
  return next >>> 0;
}
