import type { JsonObject } from '../base/json.ts';

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
