import type { MessageRecord, Part } from '../../agents/reading/types.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import { estimatedTokens } from '../../disk/text/textLength.ts';

/** A piece of a turn, shaped like Gemini's `Part`. */
export interface ContentPart {
  readonly text?: string;
  readonly functionCall?: FunctionCall;
  readonly functionResponse?: FunctionResponse;
  /** `data`: base64; absent where only its existence is known. */
  readonly inlineData?: { readonly mimeType: string; readonly data?: string };
  readonly fileData?: { readonly mimeType: string; readonly fileUri: string };
  /** Whether `text` is a thought of the model; in older histories the thought itself. */
  readonly thought?: boolean | string;
}

export interface FunctionCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: JsonObject;
}

export interface FunctionResponse {
  /** The id of the answered call. */
  readonly id?: string;
  readonly name: string;
  readonly response: JsonObject;
}

/** A chat turn, shaped like Gemini's `Content`. Tool results are turns of the user. */
export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly ContentPart[];
  readonly said?: SaidBy;
}

/** When a turn was said, ISO 8601, and by which model; only in histories that become sessions of agents. */
export interface SaidBy {
  readonly at: string;
  readonly model?: string;
}

/** Token cost of a picture and of a document of a few pages, as measured by the original. */
const imageTokens = 3_000;
const documentTokens = 25_800;

/** Estimates the tokens of parts, rounded down: text by characters, calls and results by their JSON, pictures 3,000 each. */
export function estimateTokenCountSync(parts: readonly ContentPart[]): number {
  return Math.floor(parts.reduce((sum, part) => sum + tokensOfPart(part), 0));
}

function tokensOfPart(part: ContentPart): number {
  if (part.text !== undefined) return estimatedTokens(part.text);
  const mimeType = part.inlineData?.mimeType ?? part.fileData?.mimeType;
  if (mimeType !== undefined) return tokensOfMedia(mimeType);
  return estimatedTokens(JSON.stringify(part));
}

/** Pictures and documents cost what they show, regardless of the size of their data. */
function tokensOfMedia(mimeType: string): number {
  return mimeType.startsWith('application/pdf') ? documentTokens : imageTokens;
}

/** A message for conversions: from a reader, or with tools among its parts. */
export type SessionMessage = Pick<MessageRecord, 'type' | 'displayContent' | 'thoughts' | 'toolCalls'> & {
  /** Of messages with the same id only the last counts, at the position of the first. */
  readonly id?: string;
  readonly content: string | readonly (Part | ContentPart)[];
};

/** A message with its time, ISO 8601, and its model. */
export type DatedMessage = SessionMessage & Pick<MessageRecord, 'timestamp' | 'model'>;
