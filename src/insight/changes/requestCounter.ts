import { isSessionContext } from '../../history/sessions/sessionContext.ts';
import { contentText } from '../../history/sessions/parts.ts';
import { isCommand } from '../../agents/reading/titles.ts';
import type { MessageRecord, SubagentRecord } from '../../agents/reading/types.ts';

/** Counts the messages of a session and tracks the request that each belongs to. */
export class RequestCounter {
  /** Number of the last message, from 1. */
  entry: number;
  /** Message number of the last request; 0 for none. */
  asked: number;

  constructor(entry = 0, asked = 0) {
    [this.entry, this.asked] = [entry, asked];
  }

  /** Takes the next message and returns its text if it is a request. */
  next(message: MessageRecord): string | undefined {
    this.entry++;
    if (message.type !== 'user') return undefined;
    const text = contentText(message.displayContent ?? message.content).trim();
    if (text === '' || isCommand(text) || isSessionContext(text)) return undefined;
    this.asked = this.entry;
    return text;
  }
}

/** A session read piece by piece, wherever it is stored. */
export interface SessionPieces {
  readonly cwd: string | undefined;
  readonly messages: AsyncIterable<MessageRecord>;
  readonly subagents: () => AsyncIterable<SubagentRecord>;
}
