import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, textOf } from '../reading/fields.ts';
import type { ClaudeLine } from './claudeLine.ts';
import { usageOf } from './claudeUsage.ts';

/** The newest answer of a conversation. */
interface Answer {
  readonly key: string;
  readonly messageId: string;
  requestId: string | undefined;
  /** Tokens read; 0 if unknown. */
  input: number;
  /** Whether its newest piece says that the model has ended. */
  isEnded: boolean;
  /** Whether the result of a tool followed its newest piece. */
  isResumed: boolean;
}

/**
 * Names the answers of a transcript. Pieces of one share `message.id`, which some gateways give to several answers: only
 * what follows one another in one turn is one answer, or what has the id of the same request.
 */
export class ClaudeAnswers {
  /** By conversation. */
  readonly #newest = new Map<string, Answer>();
  /** Answers by the id of message and request. */
  readonly #requested = new Map<string, string>();
  /** Number of answers per id of a message. */
  readonly #counts = new Map<string, number>();

  /** Returns the name of the answer that a line is a piece of, if it is one; in line order per conversation. */
  keyOf(line: JsonObject, read: ClaudeLine, conversation: string): string | undefined {
    if (read.kind === 'answer') return this.#pieceOf(line, read.messageId, conversation);
    if (read.kind !== 'user' || line.type === 'queue-operation') return undefined;
    const newest = this.#newest.get(conversation);
    if (newest && read.results.length > 0) newest.isResumed = true;
    if (read.parts.length > 0) this.#newest.delete(conversation);
    return undefined;
  }

  #pieceOf(line: JsonObject, messageId: string | undefined, conversation: string): string | undefined {
    if (messageId === undefined) {
      this.#newest.delete(conversation);
      return undefined;
    }
    const { usage, stop_reason: stop } = fieldsOf(line.message);
    const requestId = textOf(line.requestId);
    const piece = { requestId, input: usageOf(usage)?.input ?? 0, isEnded: textOf(stop) !== undefined };
    const newest = this.#newest.get(conversation);
    if (newest?.messageId === messageId && goesOn(newest, piece)) {
      newest.requestId ??= requestId;
      newest.input = piece.input === 0 ? newest.input : piece.input;
      newest.isEnded = piece.isEnded;
      newest.isResumed = false;
      return newest.key;
    }
    const key = this.#named(messageId, requestId);
    this.#newest.set(conversation, { key, messageId, ...piece, isResumed: false });
    return key;
  }

  /** Names another answer, or an earlier one of which pieces were written late. */
  #named(messageId: string, requestId: string | undefined): string {
    const request = requestId === undefined ? undefined : `${messageId}\0${requestId}`;
    const known = request === undefined ? undefined : this.#requested.get(request);
    if (known !== undefined) return known;
    const count = (this.#counts.get(messageId) ?? 0) + 1;
    this.#counts.set(messageId, count);
    const key = count === 1 ? messageId : `${messageId}\0${count}`;
    if (request !== undefined) this.#requested.set(request, key);
    return key;
  }
}

type Piece = Pick<Answer, 'requestId' | 'input' | 'isEnded'>;

/** Reports whether a piece with the same id of a message belongs to the newest answer. */
function goesOn(newest: Answer, { requestId, input }: Piece): boolean {
  if (requestId !== undefined && newest.requestId !== undefined) return requestId === newest.requestId;
  if (!newest.isResumed) return true;
  return !newest.isEnded && (input === 0 || newest.input === 0 || input === newest.input);
}
