import { factsOf, calledOf } from './searchItems.ts';
import type { ResultNode } from './resultsTree.ts';

/** Results as a text for the clipboard: each with its place, its snippet and the reference that opens it. */
export const resultsText = (results: readonly ResultNode[]): string =>
  results
    .map(({ finding }) => {
      const { snippet, reference } = finding.hit;
      const lines = [`${calledOf(finding)} · ${factsOf(finding, false)}`, snippet, reference];
      return lines.filter((line) => line !== '').join('\n  ');
    })
    .join('\n');
