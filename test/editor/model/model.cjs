// A language model for tests in the editor, in an extension of its own: what it offers and answers, a test says.
const { EventEmitter, LanguageModelTextPart, lm } = require('vscode');

const textOf = ({ content }) => content.map(({ value }) => value ?? '').join('');

exports.activate = ({ subscriptions }) => {
  const changed = new EventEmitter();
  const model = { offered: [], asked: [], answer: () => '', changed: () => changed.fire() };
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
