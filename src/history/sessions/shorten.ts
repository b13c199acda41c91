import { withoutHalfPair } from '../../disk/text/containText.ts';
import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { isList, objectOf } from '../../agents/reading/fields.ts';
import { charsPerToken, type Measure } from '../../disk/text/textLength.ts';
import type { Content, ContentPart } from './content.ts';

/** Share of a shortened text that is its beginning; the rest is its end. */
const headShare = 2 / 3;

/** Shortens texts to a number of tokens, those of tools to another, and counts them. */
export class TextShortener {
  readonly #maxTokens: number;
  readonly #maxToolTokens: number;
  readonly #measure: Measure;
  count = 0;

  constructor(maxTokens: number, maxToolTokens: number, measure: Measure) {
    this.#maxTokens = maxTokens;
    this.#maxToolTokens = maxToolTokens;
    this.#measure = measure;
  }

  turn({ parts, ...turn }: Content): Content {
    return { ...turn, parts: parts.map((part) => this.#part(part)) };
  }

  #part(part: ContentPart): ContentPart {
    const { functionCall, functionResponse } = part;
    if (functionCall)
      return { functionCall: { ...functionCall, args: this.#fields(functionCall.args ?? {}) } };
    if (functionResponse)
      return { functionResponse: { ...functionResponse, response: this.#fields(functionResponse.response) } };
    return { ...part, text: this.#text(part.text ?? '', this.#maxTokens) };
  }

  /** Shortens the texts of an object; many small values become JSON text. */
  #fields(fields: JsonObject): JsonObject {
    const json = JSON.stringify(fields);
    const most = this.#maxToolTokens;
    if (!this.#isLonger(json, most)) return fields;
    const before = this.count;
    const shorter = this.#object(fields);
    if (!this.#isLonger(JSON.stringify(shorter), most * 2)) return shorter;
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
    if (!this.#isLonger(text, maxTokens)) return text;
    this.count++;
    // Long texts are measured by their beginning.
    const sample = text.slice(0, 10_000);
    const length = Math.floor((maxTokens / this.#measure(sample)) * sample.length);
    const head = withoutHalfPair(text.slice(0, Math.floor(length * headShare)));
    const tail = text
      .slice(text.length - Math.ceil(length * (1 - headShare)))
      .replace(/^[\uDC00-\uDFFF]/, '');
    return `${head}…[${text.length - head.length - tail.length} characters left out]…${tail}`;
  }

  /** Reports whether a text exceeds a number of tokens; obvious cases are not counted. */
  #isLonger(text: string, tokens: number): boolean {
    return (
      text.length > tokens * charsPerToken || (text.length * 1.5 > tokens && this.#measure(text) > tokens)
    );
  }
}
