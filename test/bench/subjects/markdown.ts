import { createMarkdown } from '../../../src/markdown/markdown.ts';
import { timesInTurn } from '../measure.ts';
import type { Subject } from '../subject.ts';

/** What begins a block, or makes a long line of code, again and again. */
const texts: Readonly<Record<string, (times: number) => string>> = {
  'blocks that begin and do not end': (times) => '<tool_call>\n'.repeat(times),
  'quoted blocks that begin and do not end': (times) => `${'> <tool_call>\n'.repeat(times)}\n</tool_call>`,
  'many blocks': (times) => '<tool_call>\nx\n</tool_call>\n\n'.repeat(times),
  'a long line of JavaScript': (times) => `\`\`\`js\n${'a=>'.repeat(times)}\n\`\`\``,
  'a long line of TypeScript': (times) => `\`\`\`ts\n${'f<('.repeat(times)}\n\`\`\``,
};
const [few, many] = [1_600, 16_000];

export const markdown: Subject = {
  name: 'markdown',
  about: 'Making HTML of a message that repeats what is costly to recognise, beside a tenth of it.',
  run: async function* () {
    const messages = createMarkdown({
      lines: (count) => `${String(count)} lines`,
      image: (alt) => `Image: ${alt}`,
      code: 'Code',
      toolCall: 'Tool call',
      toolResult: 'Tool result',
    });
    for (const [size, text] of Object.entries(texts)) {
      const made = [text(many), text(few)].map((each) => () => Promise.resolve(messages.render(each)));
      const [ours = NaN, tenth = NaN] = await timesInTurn(made, { rounds: 9 });
      const reference = { name: 'a tenth of it', value: tenth };
      yield { what: 'Markdown', size, unit: 'ms', ours, reference, limit: { ratio: 15 } };
    }
  },
};
