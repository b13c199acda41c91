import { workspace, type TextEditor } from 'vscode';
import type { NewEntry } from '../../history/dialogs/types.ts';

/** Converts the selected text to a message, with code fenced and its location. Undefined without a selection. */
export function selectionEntry({ document, selection }: TextEditor): NewEntry | undefined {
  const text = document.getText(selection);
  if (text.trim() === '') return undefined;
  const file = workspace.asRelativePath(document.uri);
  const place = `${file}:${selection.start.line + 1}`;
  const meta = { source: 'editor', file, line: selection.start.line + 1, language: document.languageId };
  const isProse = ['markdown', 'plaintext'].includes(document.languageId);
  return {
    role: 'user',
    text: isProse ? text : `\`${place}\`\n\n${fenced(text, document.languageId)}`,
    meta,
  };
}

/** Uses a fence longer than any in the text, which therefore cannot end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
