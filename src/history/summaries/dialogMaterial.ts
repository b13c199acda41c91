import { inSections } from './entries.ts';
import type { DialogVersion } from '../dialogs/compactionTypes.ts';
import type { DialogStore, Message } from '../dialogs/types.ts';
import { languageOf } from './language.ts';
import type { Line, Material } from './types.ts';

/** How often to reread a dialog that others write to. */
const maxReads = 5;
/** Number of newest messages that always stay. */
const recentMessages = 6;
/** Maximum number of additional messages that stay. */
const maxEssential = 40;

/** A dialog as input for a model. */
export interface DialogMaterial extends Material {
  /** The version that was read. */
  readonly version: DialogVersion;
  /** Numbers of the newest messages, which always stay. */
  readonly recent: readonly number[];
}

/**
 * Reads a dialog to be compacted. The newest and the essential messages may each take a quarter of the recommended
 * limits.
 */
export async function dialogMaterial(
  dialogs: Pick<DialogStore, 'version' | 'all' | 'summary'>,
  dialog: string,
  { maxMessages, maxBytes }: { readonly maxMessages: number; readonly maxBytes: number },
): Promise<DialogMaterial> {
  const { version, lines, summary } = await readWhole(dialogs, dialog);
  const [messages, bytes] = [Math.max(1, Math.floor(maxMessages / 4)), Math.floor(maxBytes / 4)];
  return {
    version,
    lines,
    recent: recentOf(lines, Math.min(recentMessages, messages), bytes),
    language: languageOf(lines),
    summary: inSections(summary),
    room: { messages: Math.min(maxEssential, messages), bytes, summaryBytes: Math.floor(maxBytes * 0.375) },
  };
}

async function readWhole(dialogs: Pick<DialogStore, 'version' | 'all' | 'summary'>, dialog: string) {
  for (let n = 1; ; n++) {
    const version = await dialogs.version(dialog);
    const lines: Line[] = [];
    for await (const batch of dialogs.all(dialog))
      for (const message of batch) lines.push(lineOf(message, lines.length + 1));
    const summary = await dialogs.summary(dialog);
    // If others keep writing, saving the result reports the conflict.
    if (lines.length === version.messages || n === maxReads)
      return { version, lines: lines.slice(0, version.messages), summary };
  }
}

/** Converts a message to a line. */
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
