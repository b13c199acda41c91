import type { JsonObject } from '../base/core.ts';
import { estimatedTokens } from '../text/textLength.ts';

/** A piece of a turn, in the shape of Gemini's `Part`. */
export interface ContentPart {
  readonly text?: string;
  readonly functionCall?: FunctionCall;
  readonly functionResponse?: FunctionResponse;
  /** `data` is base64; missing where only that it was there is known. */
  readonly inlineData?: { readonly mimeType: string; readonly data?: string };
  readonly fileData?: { readonly mimeType: string; readonly fileUri: string };
  /** Whether `text` is what the model thought; in older histories the thought itself. */
  readonly thought?: boolean | string;
}

export interface FunctionCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: JsonObject;
}

export interface FunctionResponse {
  /** That of the call it answers. */
  readonly id?: string;
  readonly name: string;
  readonly response: JsonObject;
}

/** A turn of a chat, in the shape of Gemini's `Content`. Answers of tools are turns of the user. */
export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly ContentPart[];
}

/** What models take for a picture, and for a document of some pages; measured by the original. */
const imageTokens = 3_000;
const documentTokens = 25_800;

/** About how many tokens parts take: texts by their characters, calls and answers by their JSON, pictures 3,000 each. Rounded down. */
export function estimateTokenCountSync(parts: readonly ContentPart[]): number {
  return Math.floor(parts.reduce((sum, part) => sum + tokensOfPart(part), 0));
}

function tokensOfPart(part: ContentPart): number {
  if (part.text !== undefined) return estimatedTokens(part.text);
  const mimeType = part.inlineData?.mimeType ?? part.fileData?.mimeType;
  if (mimeType !== undefined) return tokensOfMedia(mimeType);
  return estimatedTokens(JSON.stringify(part));
}

/** Pictures and documents cost what they show, however long their data is. */
function tokensOfMedia(mimeType: string): number {
  return mimeType.startsWith('application/pdf') ? documentTokens : imageTokens;
}
