// Export formats of a dialog.
import { wellFormedJson } from '../../disk/text/wellFormed.ts';
import { isoTime, type JsonValue } from '../../disk/base/core.ts';
import type { Message } from './types.ts';

/** Source of an export. */
export interface ExportSource {
  readonly dialog: string;
  readonly summary: JsonValue | undefined;
  /** Oldest first, in batches. */
  readonly messages: AsyncIterable<readonly Message[]>;
}

/** Words of a Markdown export, in the user's language. */
export interface ExportWords {
  readonly summary: string;
  readonly messages: string;
  readonly user: string;
  readonly assistant: string;
}

/**
 * Yields a document for people: the summary by section, then the messages with their times (UTC), texts unchanged.
 */
export async function* exportMarkdown(
  source: ExportSource,
  sections: readonly { readonly label: string; readonly lines: readonly string[] }[],
  words: ExportWords,
): AsyncGenerator<string> {
  yield `# ${source.dialog}\n`;
  if (sections.length > 0) yield `\n## ${words.summary}\n`;
  for (const { label, lines } of sections) yield `\n### ${label}\n\n${lines.map(listItem).join('')}`;
  yield `\n## ${words.messages}\n`;
  for await (const run of source.messages) for (const message of run) yield markdownMessage(message, words);
}

/** Formats a message below its author and time. */
export function markdownMessage(
  { role, text, ts }: Message,
  words: Pick<ExportWords, 'user' | 'assistant'>,
): string {
  const time = isoTime(ts).replace('T', ' ').slice(0, 19);
  return `\n### ${role === 'user' ? words.user : words.assistant} · ${time}\n\n${text}\n`;
}

const listItem = (line: string): string => `- ${line.replaceAll('\n', '\n  ')}\n`;

const json = (value: unknown): string => wellFormedJson(JSON.stringify(value));

/** Yields one JSON object `{v, dialog, summary, messages}` for programs, one message per line. */
export async function* exportJson({ dialog, summary, messages }: ExportSource): AsyncGenerator<string> {
  yield `{\n"v": 1,\n"dialog": ${json(dialog)},\n"summary": ${json(summary ?? null)},\n"messages": [`;
  let separator = '\n';
  for await (const run of messages) {
    for (const message of run) {
      yield separator + json(message);
      separator = ',\n';
    }
  }
  yield '\n]\n}\n';
}
