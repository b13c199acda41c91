import type { Line, Material, Model, ModelMessage } from '../../../../src/history/summaries/types.ts';

const begin = Date.UTC(2026, 1, 5, 12);
const day = 24 * 60 * 60_000;

/** Messages by turns of the person and the agent, one a day. */
export const linesOf = (...texts: readonly string[]): Line[] =>
  texts.map((text, n) => ({
    number: n + 1,
    role: n % 2 === 0 ? 'user' : 'assistant',
    ts: begin + n * day,
    text,
    bytes: Buffer.byteLength(text),
  }));

export const room = { messages: 10, bytes: 4_000, summaryBytes: 8_000 };

export const materialOf = (lines: readonly Line[], more: Partial<Material> = {}): Material => ({
  lines,
  room,
  language: 'other',
  ...more,
});

/** A model that gives answers one after the other, and remembers what it was asked. A token is four characters. */
export class ScriptedModel implements Model {
  readonly asked: (readonly ModelMessage[])[] = [];
  readonly maxInputTokens: number;
  readonly #answer: (prompt: string, n: number) => unknown;

  constructor(answer: (prompt: string, n: number) => unknown, maxInputTokens = 100_000) {
    this.#answer = answer;
    this.maxInputTokens = maxInputTokens;
  }

  readonly count = (text: string): Promise<number> => Promise.resolve(Math.ceil(text.length / 4));

  readonly ask = (talk: readonly ModelMessage[]): Promise<string> => {
    this.asked.push(talk);
    const answer = this.#answer(talk[0]?.text ?? '', this.asked.length - 1);
    return Promise.resolve(typeof answer === 'string' ? answer : fenced(answer));
  };
}

export const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

export const noAnswer = { entries: [], remove: [], essential: [] };

/** The messages a prompt shows. */
export const shownIn = (prompt: string): { readonly message: number; readonly text: string }[] => {
  const [, block = ''] = /<conversation>\n([\s\S]*)\n<\/conversation>$/.exec(prompt) ?? [];
  return block
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { message: number; text: string });
};
