import type { PaneMedia, PaneToolCall, SessionPaneMessage, PaneEdit } from '../../protocol/sessionPane.ts';
import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { isList, textOf, listOf, type Field } from '../../agents/reading/fields.ts';
import type { MessageRecord, Part, ToolCall } from '../../agents/reading/types.ts';
import { pathIn, editArguments, editsIn } from '../../history/facts/edits.ts';

/** Longer texts are truncated in the pane and opened completely in an editor. Characters. */
const shownText = 20_000;
const shownOfTool = 6_000;
const hintLength = 160;
/** Limit of a session's displayed pictures; further ones are only named. Characters of base64. */
const allPictures = 24_000_000;

const hints = ['command', 'cmd', 'pattern', 'query', 'url', 'description', 'prompt', 'input'] as const;

/** Converts a session's messages for a pane. */
export class MessageView {
  readonly #cwd: string | undefined;
  #pictures = allPictures;

  /** `cwd` is the session's working folder: paths below it are shown relative to it. */
  constructor(cwd: string | undefined) {
    this.#cwd = cwd;
  }

  /** Converts the message at a position, with texts truncated. */
  show(record: MessageRecord, position: number): SessionPaneMessage {
    const { content, timestamp, model, toolCalls = [], thoughts = [], compaction } = record;
    const whole = compaction ? (compaction.summary ?? '') : textIn(content);
    const media = typeof content === 'string' ? [] : content.flatMap((part) => this.#media(part));
    return {
      position,
      ...roleOf(record),
      text: cut(whole, shownText),
      ...(whole.length > shownText && { cutChars: whole.length - shownText }),
      ts: Date.parse(timestamp),
      ...defined({ model }),
      ...(compaction?.trigger !== undefined && { trigger: compaction.trigger }),
      thoughts: thoughts.map(({ subject, description }) =>
        cut([subject === undefined ? '' : `**${subject}**\n\n`, description].join(''), shownText),
      ),
      tools: toolCalls.map((call) => this.#tool(call)),
      media,
    };
  }

  #tool(call: ToolCall): PaneToolCall {
    const { id, name, status, pictures = [], agentId } = call;
    const { edits, rest } = editsOf(call);
    const args = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, null, 2);
    const result = edits.length > 0 && status === 'success' ? undefined : resultOf(call);
    const cutChars =
      Math.max(0, args.length - shownOfTool) + Math.max(0, (result?.length ?? 0) - shownOfTool);
    return {
      id,
      name,
      status,
      edits: edits.map((edit) => ({ ...edit, path: this.#below(edit.path) })),
      hint: this.#hint(call.args),
      args: cut(args, shownOfTool),
      ...(result !== undefined && result !== '' && { result: cut(result, shownOfTool) }),
      ...(cutChars > 0 && { cutChars }),
      media: pictures.flatMap((part) => this.#media(part)),
      ...defined({ agentId }),
    };
  }

  #hint(args: JsonObject): string {
    const path = pathIn(args);
    if (path !== undefined) return this.#below(path);
    const given = hints.map((name) => args[name]).find((value) => value !== undefined && value !== null);
    const text = isList(given) ? given.map((word) => textOf(word) ?? '').join(' ') : textOf(given);
    return (text ?? '')
      .slice(0, 4 * hintLength)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, hintLength);
  }

  #below(path: string): string {
    const inside = this.#cwd !== undefined && path.startsWith(`${this.#cwd}/`);
    return inside ? path.slice(this.#cwd.length + 1) : path;
  }

  #media(part: Part): PaneMedia[] {
    if ('text' in part) return [];
    if ('fileData' in part) return [{ mimeType: part.fileData.mimeType, uri: part.fileData.fileUri }];
    const { mimeType, data } = part.inlineData;
    if (data === undefined || data.length > this.#pictures) return [{ mimeType }];
    this.#pictures -= data.length;
    return [{ mimeType, data }];
  }
}

/** Copies the beginning of a text: a slice would keep all of a long one in memory. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();

const textIn = (content: MessageRecord['content']): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n\n');

function roleOf(record: MessageRecord): Pick<SessionPaneMessage, 'role' | 'level'> {
  const { type, content, compaction } = record;
  if (compaction) return { role: 'compaction' };
  if (type === 'user') return { role: 'user' };
  if (type === 'assistant') return { role: 'assistant' };
  const stopped = type === 'info' && textIn(content).startsWith('[Request interrupted by user');
  return { role: 'notice', level: stopped ? 'interrupted' : type };
}

/** Prefers what a person was shown, unless it is a diff, which is among the changes. */
function resultOf({ result, resultDisplay }: ToolCall): string | undefined {
  const texts = textsOf(result);
  if (texts !== undefined) return texts;
  if (resultDisplay !== undefined) return resultDisplay;
  return result === undefined ? undefined : JSON.stringify(result, null, 2);
}

/** Returns a textual result: plain, or in blocks that may include pictures. */
function textsOf(result: JsonValue | undefined): string | undefined {
  if (typeof result === 'string') return result;
  if (!isList(result ?? null) || !isList(result)) return undefined;
  const texts = result.map((block) => {
    if (typeof block !== 'object' || block === null || isList(block)) return undefined;
    return block.type === 'image' ? '' : textOf(block.text);
  });
  return texts.includes(undefined) ? undefined : texts.filter((text) => text !== '').join('\n');
}

/** Longer changes are not shown as such. Characters. */
const maxLength = 60_000;

/** A call's changes to files, and its arguments without what they contain. */
interface ToolEdits {
  readonly edits: readonly PaneEdit[];
  readonly rest: JsonObject;
}

/** Finds changes to files in a tool call of any agent; none for other tools and for changes too long to show. */
export function editsOf(call: ToolCall): ToolEdits {
  const edits = editsIn(call);
  const length = edits.reduce((sum, edit) => sum + lengthOf(edit), 0);
  if (edits.length === 0 || length > maxLength) return { edits: [], rest: call.args };
  const shown = new Set(edits.flatMap((edit) => (edit.kind === 'patch' ? [edit.patch] : [])));
  return { edits, rest: restOf(call.args, shown) };
}

const lengthOf = (edit: PaneEdit): number =>
  edit.kind === 'patch' ? edit.patch.length : edit.before.length + edit.after.length;

/** Returns what the changes do not show. */
function restOf(args: JsonObject, patches: ReadonlySet<string>): JsonObject {
  const isPatch = (value: Field): boolean =>
    typeof value === 'string' && [...patches].some((patch) => value.includes(patch));
  return Object.fromEntries(
    Object.entries(args).filter(
      ([key, value]) => !editArguments.has(key) && !isPatch(value) && !listOf(value).some(isPatch),
    ),
  );
}
