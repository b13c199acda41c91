import { isSessionContext } from '../sessions/convert.ts';
import { contentText } from '../sessions/parts.ts';
import { isCommand } from '../transcripts/shared/titles.ts';
import type { MessageRecord, SubagentRecord } from '../transcripts/shared/types.ts';

/** Counts the messages of a session, and knows upon which request of the person each was written. */
export class RequestCounter {
  /** The number of the last message, from 1. */
  entry = 0;
  /** The number of the last request; 0 for none. */
  asked = 0;

  /** Takes the next message; gives its text where it is a request. */
  next(message: MessageRecord): string | undefined {
    this.entry++;
    if (message.type !== 'user') return undefined;
    const text = contentText(message.displayContent ?? message.content).trim();
    if (text === '' || isCommand(text) || isSessionContext(text)) return undefined;
    this.asked = this.entry;
    return text;
  }
}

/** A session piece by piece, wherever it is kept. */
export interface SessionPieces {
  readonly cwd: string | undefined;
  readonly messages: AsyncIterable<MessageRecord>;
  readonly subagents: () => AsyncIterable<SubagentRecord>;
}
