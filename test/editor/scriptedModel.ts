import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packModelExtension } from './modelExtension.ts';

/** How an editor is started that has a model which compacts the sample dialog of the nightly import. */
export async function withScriptedModel(folder: string) {
  const script = join(folder, 'model.json');
  writeFileSync(script, JSON.stringify({ offered: [offered], answer: JSON.stringify(answer) }));
  return { vsix: [await packModelExtension(folder)], env: { MODEL_OF_TESTS: script } };
}

const offered = {
  id: 'large',
  name: 'Model of tests',
  family: 'test',
  version: '1',
  maxInputTokens: 200_000,
  maxOutputTokens: 4_000,
  capabilities: {},
};

/** To the 320 messages of the dialog. */
const answer = {
  entries: [
    {
      section: 'decisions',
      text: 'A price that moves by more than 20 % is held back and reported to the buyers in the morning.',
      messages: [320],
      replaces: ['E1'],
    },
    { section: 'facts', text: 'The import ran every night for five months.', messages: [2, 320] },
    { section: 'todo', text: 'Watch the job another month.', messages: [319] },
  ],
  remove: [{ entry: 'E3', because: 'The article numbers are stable.', messages: [318] }],
  essential: [2, 160],
};
