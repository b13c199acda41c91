import type { ContentStrings } from '../../protocol/contentStrings.ts';
import { fill, type Format } from '../../protocol/format.ts';

/** The words that rendered Markdown contains beside its own. */
export interface MarkdownTexts {
  lines(count: number): string;
  image(alt: string): string;
  readonly code: string;
  readonly toolCall: string;
  readonly toolResult: string;
}

/** The words in the reader's language. */
export function markdownTexts(strings: ContentStrings, format: Format): MarkdownTexts {
  return {
    lines: (count) => fill(count === 1 ? strings.codeLine : strings.codeLines, format.count(count)),
    image: (alt) => fill(strings.image, alt),
    code: strings.code,
    toolCall: strings.toolCall,
    toolResult: strings.toolResult,
  };
}
