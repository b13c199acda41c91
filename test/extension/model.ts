// A language model of the editor that answers what a test says.
import assert from 'node:assert/strict';
import { extensions, lm, type CancellationToken } from 'vscode';
import { eventually } from './workspace.ts';

/** What the extension in test/editor/model gives. */
interface ModelOfTests {
  offered: readonly OfferedModel[];
  /** The texts of each request. */
  asked: string[][];
  answer: (talk: readonly string[], token: CancellationToken) => Promise<string> | string;
  changed(): void;
}

interface OfferedModel {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly version: string;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  readonly capabilities: object;
}

export const modelNamed = (name: string, maxInputTokens = 100_000): OfferedModel => ({
  id: name.toLowerCase(),
  name,
  family: 'test',
  version: '1',
  maxInputTokens,
  maxOutputTokens: 4_000,
  capabilities: {},
});

/** Runs a test while the editor offers these models, and no longer. */
export async function withModels(
  offered: readonly OfferedModel[],
  answer: ModelOfTests['answer'],
  body: (model: ModelOfTests) => Promise<void>,
): Promise<void> {
  const model = await extensions
    .getExtension<ModelOfTests>('mcp-history-store-tests.model-of-tests')
    ?.activate();
  assert.ok(model, 'the extension with the model of tests is not installed');
  const offer = async (models: readonly OfferedModel[]): Promise<void> => {
    model.offered = models;
    model.changed();
    await eventually('the editor has these models', async () => {
      const known = await lm.selectChatModels({ vendor });
      return known.map(({ name }) => name).join() === models.map(({ name }) => name).join();
    });
  };
  Object.assign(model, { answer, asked: [] });
  await offer(offered);
  // Once a chat was opened, the editor's own chat offers a model, too, which answers nobody who has not signed in.
  const select = lm.selectChatModels.bind(lm);
  Reflect.set(lm, 'selectChatModels', () => select({ vendor }));
  try {
    await body(model);
  } finally {
    Reflect.set(lm, 'selectChatModels', select);
    await offer([]);
  }
}

const vendor = 'history-tests';

/** An answer as models write it. */
export const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
