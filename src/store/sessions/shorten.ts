import { withoutHalfPair } from '../text/containText.ts';
import type { JsonObject, JsonValue } from '../base/core.ts';
import { isList, objectOf } from '../transcripts/shared/fields.ts';
import { estimatedTokens } from '../text/textLength.ts';
import type { Content, ContentPart } from './content.ts';

/** Of a shortened text this part is its beginning; the rest is its end. */
const headShare = 2 / 3;

/** Shortens texts of turns to so many estimated tokens each, those of tools to others, and counts them. */
export class TextShortener {
  readonly #maxTokens: number;
  readonly #maxToolTokens: number;
  count = 0;

  constructor(maxTokens: number, maxToolTokens: number) {
    this.#maxTokens = maxTokens;
    this.#maxToolTokens = maxToolTokens;
  }

  turn({ role, parts }: Content): Content {
    return { role, parts: parts.map((part) => this.#part(part)) };
  }

  #part(part: ContentPart): ContentPart {
    const { functionCall, functionResponse } = part;
    if (functionCall)
      return { functionCall: { ...functionCall, args: this.#fields(functionCall.args ?? {}) } };
    if (functionResponse)
      return { functionResponse: { ...functionResponse, response: this.#fields(functionResponse.response) } };
    return { ...part, text: this.#text(part.text ?? '', this.#maxTokens) };
  }

  /** An object with its texts shortened; where it is long of many small values, its JSON instead. */
  #fields(fields: JsonObject): JsonObject {
    const json = JSON.stringify(fields);
    const most = this.#maxToolTokens;
    if (!isLonger(json, most)) return fields;
    const before = this.count;
    const shorter = this.#object(fields);
    if (!isLonger(JSON.stringify(shorter), most * 2)) return shorter;
    this.count = before;
    return { ['error' in fields ? 'error' : 'output']: this.#text(json, most) };
  }

  #object(fields: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, this.#value(value)]));
  }

  #value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#text(value, this.#maxToolTokens);
    if (isList(value)) return value.map((item) => this.#value(item));
    const fields = objectOf(value);
    return fields ? this.#object(fields) : value;
  }

  #text(text: string, maxTokens: number): string {
    if (!isLonger(text, maxTokens)) return text;
    this.count++;
    // Long texts are measured by their beginning.
    const sample = text.slice(0, 10_000);
    const length = Math.floor((maxTokens / estimatedTokens(sample)) * sample.length);
    const head = withoutHalfPair(text.slice(0, Math.floor(length * headShare)));
    const tail = text
      .slice(text.length - Math.ceil(length * (1 - headShare)))
      .replace(/^[\uDC00-\uDFFF]/, '');
    return `${head}…[${text.length - head.length - tail.length} characters left out]…${tail}`;
  }
}

/** Whether a text takes more than so many tokens; of texts that certainly do, nothing is counted. */
function isLonger(text: string, tokens: number): boolean {
  return text.length > tokens * 4 || (text.length * 1.5 > tokens && estimatedTokens(text) > tokens);
}
