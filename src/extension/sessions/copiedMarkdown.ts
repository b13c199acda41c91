import { writeMessage } from '../../history/archive/markdown.ts';
import { archivedMessage } from '../../history/archive/message.ts';
import type { MessageKind } from '../../protocol/messageKinds.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import * as settings from '../base/settings.ts';
import type { OpenedSession } from './types.ts';

/** Formats the messages at these positions as archives do, without what the filter hides. */
export async function copiedMarkdown(
  { messages }: OpenedSession,
  places: readonly number[],
  kinds: readonly MessageKind[],
): Promise<string> {
  const wanted = new Set(places);
  const texts: string[] = [];
  let at = 0;
  for await (const message of messages())
    if (wanted.has(at++))
      texts.push(writeMessage(archivedMessage(cutTo(message, kinds)), settings.archive()));
  return texts.join('\n');
}

function cutTo(message: MessageRecord, kinds: readonly MessageKind[]): MessageRecord {
  const { toolCalls, ...rest } = message;
  if (message.type !== 'assistant') return message;
  return {
    ...rest,
    ...(toolCalls && kinds.includes('tools') && { toolCalls }),
    content: kinds.includes('assistant') ? message.content : '',
  };
}
