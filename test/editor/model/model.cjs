// A language model for tests in the editor, in an extension of its own: what it offers and answers, a test says.
const { readFileSync } = require('node:fs');
const { EventEmitter, LanguageModelTextPart, lm } = require('vscode');

const textOf = ({ content }) => content.map(({ value }) => value ?? '').join('');

/** Where no test runs beside it, what the file says that `MODEL_OF_TESTS` names: models, and the answer to everything. */
function scripted() {
  const file = process.env.MODEL_OF_TESTS;
  if (file === undefined) return {};
  const { offered, answer } = JSON.parse(readFileSync(file, 'utf8'));
  return { offered, answer: () => answer };
}

exports.activate = ({ subscriptions }) => {
  const changed = new EventEmitter();
  const model = { offered: [], asked: [], answer: () => '', changed: () => changed.fire(), ...scripted() };
  const provider = {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () => model.offered,
    provideLanguageModelChatResponse: async (_model, messages, _options, progress, token) => {
      const talk = messages.map(textOf);
      model.asked.push(talk);
      progress.report(new LanguageModelTextPart(await model.answer(talk, token)));
    },
    provideTokenCount: (_model, text) =>
      Promise.resolve(Math.ceil((typeof text === 'string' ? text : textOf(text)).length / 4)),
  };
  subscriptions.push(changed, lm.registerLanguageModelChatProvider('history-tests', provider));
  return model;
};
