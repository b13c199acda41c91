import { inSections } from './entries.ts';
import type { DialogStore, DialogVersion, Message } from '../dialogs/types.ts';
import { languageOf } from './language.ts';
import type { Line, Material } from './types.ts';

/** How many times a dialog is read that others write to meanwhile. */
const tries = 5;
/** So many of the newest messages stay, whatever a model says. */
const newest = 6;
/** So many more may stay. */
const mostEssential = 40;

/** A dialog as a model is shown it. */
export interface DialogMaterial extends Material {
  /** What it was read of. */
  readonly version: DialogVersion;
  /** Numbers of the newest messages, which stay anyway. */
  readonly recent: readonly number[];
}

/** Reads a dialog to be compacted; a quarter of the recommended limits each is for the newest and the essential messages. */
export async function dialogMaterial(
  dialogs: Pick<DialogStore, 'version' | 'all' | 'summary'>,
  dialog: string,
  { maxMessages, maxBytes }: { readonly maxMessages: number; readonly maxBytes: number },
): Promise<DialogMaterial> {
  const { version, lines, summary } = await readWhole(dialogs, dialog);
  const [messages, bytes] = [Math.max(1, Math.floor(maxMessages / 4)), Math.floor(maxBytes / 4)];
  return {
    ...{ version, lines },
    recent: recentOf(lines, Math.min(newest, messages), bytes),
    language: languageOf(lines),
    summary: inSections(summary),
    room: { messages: Math.min(mostEssential, messages), bytes, summaryBytes: Math.floor(maxBytes * 0.375) },
  };
}

async function readWhole(dialogs: Pick<DialogStore, 'version' | 'all' | 'summary'>, dialog: string) {
  for (let n = 1; ; n++) {
    const version = await dialogs.version(dialog);
    const lines: Line[] = [];
    for await (const batch of dialogs.all(dialog))
      for (const message of batch) lines.push(lineOf(message, lines.length + 1));
    const summary = await dialogs.summary(dialog);
    // Whoever writes faster than it is read is told of when the result is to be written.
    if (lines.length === version.messages || n === tries)
      return { version, lines: lines.slice(0, version.messages), summary };
  }
}

/** A message as a line. */
export function lineOf(message: Pick<Message, 'role' | 'ts' | 'text'>, number: number): Line {
  const { role, ts, text } = message;
  return { number, role, ts, text, bytes: Buffer.byteLength(JSON.stringify(message)) };
}

function recentOf(lines: readonly Line[], count: number, bytes: number): readonly number[] {
  const recent: number[] = [];
  let left = bytes;
  for (const line of lines.slice(-count).reverse()) {
    left -= line.bytes;
    if (left < 0) break;
    recent.unshift(line.number);
  }
  return recent;
}
