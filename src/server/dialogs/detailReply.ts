import { join } from 'node:path';
import { defined, type JsonValue } from '../../disk/base/core.ts';
import type { Damage, DialogDetail, Maintenance } from '../../history/dialogs/types.ts';
import { summaryMarkdown } from '../../history/dialogs/summaryMarkdown.ts';
import { maxPageSize } from '../../disk/base/limits.ts';
import { jsonLine, oneFlatLine, oneLine } from '../../disk/text/containText.ts';
import {
  callFrom,
  contained,
  flatMessage,
  jsonMessage,
  markdownMessage,
  shortenMessage,
  type MessageOrigin,
  type FolderLookup,
  type ShownMessage,
} from './messageText.ts';
import { fit, jsonMembers, jsonObject, maxReplyChars, type Reply } from '../base/reply.ts';

/** The form of a requested detail. */
export interface DetailForm {
  readonly dialog: string;
  /** `markdown` is also for people, who attach resources. */
  readonly format: 'flat' | 'json' | 'markdown';
  readonly includeSummary: boolean;
  /** In JSON, the summary as JSON text, as in the original text. */
  readonly summaryText: boolean;
  readonly maxChars: number;
}

/** The parts of a detail besides its messages, shortened to fit. */
interface DetailHead {
  /** JSON, or Markdown for Markdown; undefined where not requested, or in flat text without a summary. */
  readonly summary?: string;
  readonly maintenance?: Maintenance;
  readonly cursor?: string;
  readonly damaged: readonly Damage[];
  readonly notes: readonly string[];
}

/** The reply of `history_get_dialog_detail`. */
export async function detailReply(
  detail: DialogDetail,
  form: DetailForm,
  place: FolderLookup,
): Promise<Reply> {
  const { dialog, format, maxChars } = form;
  const { messages, position = 0, cursor = '' } = detail;
  const head = await detailHead(detail, form, place);
  const render = renderers[format];
  const origin = { dialog, cursor };
  return fit(
    {
      items: (messages ?? []).map((message, n) => ({ message, position: position + n })),
      keep: 'last',
      render,
      compose: (lines, omitted) => {
        if (format === 'json') return composeJson(head, messages && lines, omitted);
        const isEmpty = messages?.length === 0 && position === 0;
        const text = format === 'flat' ? flatText(head, lines, isEmpty) : markdownText(dialog, head, lines);
        return [text, ...notesOf(head, form, omitted)];
      },
      rest: (dropped) => olderLeftOut(dropped, origin),
      shorten: (message, chars) => shortenMessage(message, render, chars, origin),
    },
    maxChars,
  );
}

const renderers = { flat: flatMessage, json: jsonMessage, markdown: markdownMessage } as const;

async function detailHead(detail: DialogDetail, form: DetailForm, place: FolderLookup): Promise<DetailHead> {
  const { maintenance, cursor, damaged } = detail;
  const base = { ...defined({ maintenance, cursor }), damaged, notes: [] };
  const asJson = form.format === 'json';
  if (detail.summary === undefined)
    return asJson && form.includeSummary ? { ...base, summary: 'null' } : base;
  const summary = summaryIn(form, detail.summary);
  const share = detail.messages === undefined ? 1 : 2;
  if (summary.length <= form.maxChars / share) return { ...base, summary };
  return { ...base, notes: [await summaryLeftOut(summary.length, form, place)] };
}

function summaryIn({ format, summaryText }: DetailForm, summary: JsonValue): string {
  if (format === 'markdown') return contained(summaryMarkdown(summary, 3));
  const plain = JSON.stringify(summary);
  return format === 'json' && summaryText ? JSON.stringify(plain) : plain;
}

async function summaryLeftOut(
  chars: number,
  { dialog, format }: DetailForm,
  place: FolderLookup,
): Promise<string> {
  const left = `The summary was left out of this reply, it has ${chars} characters`;
  const file = join(await place(), 'summary.json');
  const maxChars = Math.ceil(chars / 1_000) * 1_000 + 5_000;
  if (maxChars > maxReplyChars) return `${left}; it is in ${file}.`;
  const args = { dialog, ...(format !== 'markdown' && { format }), includeMessages: false, maxChars };
  return `${left}: history_get_dialog_detail ${jsonLine(args)} gives it alone. It is in ${file}.`;
}

function flatText({ maintenance, summary }: DetailHead, lines: readonly string[], isEmpty: boolean): string {
  const text = [
    ...(maintenance ? [`M:${jsonLine(maintenance)}`] : []),
    ...(summary === undefined ? [] : [`S:${oneFlatLine(summary)}`]),
    ...lines,
  ].join('\n');
  if (text !== '') return text;
  return isEmpty ? 'Nothing is saved here yet.' : 'No summary yet.';
}

const markdownText = (dialog: string, { summary = '' }: DetailHead, lines: readonly string[]): string =>
  [
    `# ${oneLine(dialog)}`,
    ...(summary === '' ? [] : [`## Summary\n\n${summary}`]),
    ...(lines.length === 0 ? [] : ['## Messages', ...lines]),
  ].join('\n\n');

/** The notes after the text: one item, if there are any. */
function notesOf(
  { damaged, notes, cursor }: DetailHead,
  { dialog }: DetailForm,
  omitted: string | undefined,
): Reply {
  const later = (after: string) =>
    `What comes later: history_get_messages_since ${jsonLine({ dialog, cursor: after })}`;
  const sentences = [
    ...damaged.map(damageSentence),
    ...notes,
    ...(omitted === undefined ? [] : [omitted]),
    ...(cursor === undefined ? [] : [later(cursor)]),
  ];
  return sentences.length > 0 ? [sentences.join('\n')] : [];
}

function composeJson(
  { summary, notes, cursor, maintenance, damaged }: DetailHead,
  lines: readonly string[] | undefined,
  omitted: string | undefined,
): Reply {
  const sentences = [...notes, ...(omitted === undefined ? [] : [omitted])].join(' ');
  return [
    jsonObject({
      summary,
      messages: lines && `[${lines.join(',')}]`,
      ...jsonMembers({ cursor, maintenance }),
      ...jsonMembers({ damaged: damaged.length > 0 ? damaged : undefined, omitted: sentences || undefined }),
    }),
  ];
}

/** A damaged file as a sentence, for plain text. */
const damageSentence = ({ file, keptAs, reason }: Damage): string =>
  `Damaged file: ${file} could not be read (${reason}); its old bytes are kept in ${keptAs}.`;

function olderLeftOut(dropped: readonly ShownMessage[], origin: MessageOrigin): string {
  const [{ position } = { position: 0 }] = dropped;
  const call = callFrom(origin, position, Math.min(dropped.length, maxPageSize));
  return `${dropped.length} older messages were left out of this reply; for them: ${call}`;
}
