import { join } from 'node:path';
import type { Damage, DialogDetail, Maintenance, Message } from '../store/dialogs/types.ts';
import { flatMessage, jsonMessage, shortenMessage, type Place } from './messageText.ts';
import { fit, jsonObject, maxTextBytes, wireBytes, type Reply } from './reply.ts';

/** What a detail has before its messages, made to fit. */
interface DetailHead {
  readonly summary?: string;
  readonly maintenance?: Maintenance;
  readonly damaged: readonly Damage[];
  readonly notes: readonly string[];
}

/** The reply of `history_get_dialog_detail`. */
export async function detailReply(
  detail: DialogDetail,
  format: 'flat' | 'json',
  place: Place,
): Promise<Reply> {
  const head = await detailHead(detail, place);
  const flat = format === 'flat';
  return fit({
    items: detail.messages ?? [],
    keep: 'last',
    render: flat ? flatMessage : jsonMessage,
    compose: (lines, omitted) =>
      flat ? composeFlat(head, lines, omitted) : composeJson(head, detail.messages && lines, omitted),
    rest: olderLeftOut,
    shorten: (message, bytes) => shortenMessage(message, flat ? flatMessage : jsonMessage, bytes, place),
  });
}

async function detailHead(detail: DialogDetail, place: Place): Promise<DetailHead> {
  const { maintenance, damaged } = detail;
  const base = { ...(maintenance && { maintenance }), damaged };
  if (detail.summary === undefined) return { ...base, notes: [] };
  const summary = JSON.stringify(detail.summary);
  const bytes = wireBytes(summary);
  if (bytes <= maxTextBytes / 2) return { ...base, summary, notes: [] };
  const file = join(await place(), 'summary.json');
  return {
    ...base,
    notes: [`The summary was left out of this reply, it is too long (${bytes} bytes); it is in ${file}.`],
  };
}

function composeFlat(head: DetailHead, lines: readonly string[], omitted: string | undefined): Reply {
  const top = [
    ...(head.maintenance ? [`M:${JSON.stringify(head.maintenance)}`] : []),
    ...(head.summary === undefined ? [] : [`S:${head.summary}`]),
  ];
  const notes = [
    ...head.damaged.map(damageSentence),
    ...head.notes,
    ...(omitted === undefined ? [] : [omitted]),
  ];
  return [[...top, ...lines].join('\n'), ...(notes.length > 0 ? [notes.join('\n')] : [])];
}

function composeJson(
  head: DetailHead,
  lines: readonly string[] | undefined,
  omitted: string | undefined,
): Reply {
  const notes = [...head.notes, ...(omitted === undefined ? [] : [omitted])].join(' ');
  return [
    jsonObject({
      summary: head.summary,
      messages: lines && `[${lines.join(',')}]`,
      maintenance: head.maintenance && JSON.stringify(head.maintenance),
      damaged: head.damaged.length > 0 ? JSON.stringify(head.damaged) : undefined,
      omitted: notes === '' ? undefined : JSON.stringify(notes),
    }),
  ];
}

/** A damaged file in a sentence for readers of plain text. */
const damageSentence = ({ file, keptAs, reason }: Damage): string =>
  `Damaged file: ${file} could not be read (${reason}); its old bytes are kept in ${keptAs}.`;

const olderLeftOut = (dropped: readonly Message[]): string =>
  `${dropped.length} older messages were left out of this reply, which holds at most 8 MiB; ` +
  `read them with history_get_messages_since {"sinceTs":${earliest(dropped) - 1}} and its cursor.`;

const earliest = (messages: readonly Message[]): number =>
  messages.reduce((least, { ts }) => Math.min(least, ts), Infinity);
