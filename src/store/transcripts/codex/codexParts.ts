import { other, type CodexFact } from './codexFacts.ts';
import { readCodexText } from './codexText.ts';
import { placeholder, mediaPart } from '../shared/drafts.ts';
import { fieldsOf, listOf, objectOf, textOf, type Field } from '../shared/fields.ts';
import type { Part, Thought } from '../shared/types.ts';

const none: readonly never[] = [];

/** What the agent thought, if anything. */
export function thoughtOf(thoughts: readonly Thought[]): CodexFact {
  return thoughts.length === 0 ? other : { kind: 'thought', thoughts };
}

/** What the agent said, if anything. */
export function saidBy(parts: readonly Part[]): CodexFact {
  return parts.length === 0 ? other : { kind: 'text', parts };
}

/** What the person said, without what Codex says in the name of the person. */
export function promptOf(parts: readonly Part[]): CodexFact {
  const said: Part[] = [];
  const commands: string[] = [];
  for (const part of parts) {
    if (!('text' in part)) {
      said.push(part);
      continue;
    }
    const { text, command } = readCodexText(part.text);
    if (text !== '') said.push({ text });
    if (command !== undefined) commands.push(command);
  }
  return { kind: 'prompt', parts: said, commands: commands.length === 0 ? none : commands };
}

/** The content of an item of the API. */
export function partsOf(content: Field): readonly Part[] {
  if (typeof content === 'string') return textParts(content);
  return listOf(content).flatMap((item) => {
    if (typeof item === 'string') return textParts(item);
    const block = objectOf(item);
    if (!block) return [];
    if (typeof block.text === 'string') return textParts(block.text);
    if (block.type === 'input_image') return imagePart(block.image_url);
    return [{ text: placeholder(textOf(block.type) ?? 'block without type') }];
  });
}

/** A text as parts of a message: none where it is empty. */
export function textParts(text: string | undefined): readonly Part[] {
  return text === undefined || text === '' ? [] : [{ text }];
}

/** A picture by its address; one that is in the address is kept as it is. */
export function imagePart(address: Field): readonly Part[] {
  const uri = textOf(address) ?? '';
  const inline = /^data:([\w.+-]+\/[\w.+-]+)?(?:;base64,)?/.exec(uri.slice(0, 200));
  if (inline || uri === '') return [mediaPart(inline?.[1] ?? 'image/*', uri.slice(inline?.[0].length))];
  return [{ fileData: { mimeType: 'image/*', fileUri: uri } }];
}

/** Thoughts begin with their subject in bold type. */
export function thoughtsOf(content: Field): readonly Thought[] {
  return listOf(content).flatMap((item) => {
    const text = typeof item === 'string' ? item : (textOf(fieldsOf(item).text) ?? '');
    if (text.trim() === '') return [];
    const subject = /^\*\*([^*\n]+)\*\*\s*/.exec(text);
    if (!subject?.[1]) return [{ description: text }];
    return [{ subject: subject[1], description: text.slice(subject[0].length) }];
  });
}
