import { workspace, type TextEditor } from 'vscode';
import type { NewEntry } from '../../store/dialogs/types.ts';

/** The selected text as a message; code is fenced and says where it is from. Undefined when nothing is selected. */
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

/** A fence longer than any in the text, so that nothing in it can end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
