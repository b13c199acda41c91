import {
  CancellationError,
  env,
  l10n,
  LanguageModelChatMessage,
  LanguageModelError,
  lm,
  type CancellationToken,
  type LanguageModelChat,
  type Memento,
  window,
} from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { SummaryError, type Model } from '../../history/summaries/types.ts';
import { estimatedTokens } from '../../disk/text/textLength.ts';
import { complain, firstLine, inform, number, type NoticeButton } from '../base/notices.ts';
import { pick } from '../base/pick.ts';

const memoryKey = 'summaries.model';
/** Assumed limit of a model that states none. Tokens. */
const usualInput = 8_000;

/**
 * Returns the model chosen before if still available, else asks. Undefined if the editor has none. Throws
 * `CancellationError`.
 */
export async function modelFor(memento: Memento, title: string): Promise<LanguageModelChat | undefined> {
  const models = await lm.selectChatModels();
  const before: unknown = memento.get(memoryKey);
  const known = isObject(before)
    ? models.find(({ vendor, id }) => vendor === before.vendor && id === before.id)
    : undefined;
  return models.length === 0 ? undefined : (known ?? (await askModel(models, memento, title)));
}

/** Asks for a model and saves the choice. */
async function askModel(
  models: readonly LanguageModelChat[],
  memento: Memento,
  title: string,
): Promise<LanguageModelChat> {
  const items = models.map((model) => ({
    label: model.name === '' ? model.id : model.name,
    description: [model.vendor, model.family].filter((part) => part !== '').join(' · '),
    detail: l10n.t('Takes {0} tokens', number(model.maxInputTokens)),
    model,
  }));
  const { model } = await pick(items, title, l10n.t('Choose the model that writes summaries'));
  await memento.update(memoryKey, { vendor: model.vendor, id: model.id });
  return model;
}

/** Reports that the editor has no model, with a button that copies a prompt for an agent instead. */
export function withoutModel(text: string, prompt: string, onError: (error: unknown) => void): void {
  const copy = { label: l10n.t('Copy Prompt'), run: () => env.clipboard.writeText(prompt) };
  inform(`${l10n.t('This editor has no language model.')} ${text}`, [copy], onError);
}

/** Asks which model writes summaries. */
export async function chooseModel(memento: Memento): Promise<void> {
  const models = await lm.selectChatModels();
  if (models.length === 0) {
    inform(l10n.t('This editor has no language model.'));
    return;
  }
  const { name } = await askModel(models, memento, l10n.t('Choose Model for Summaries'));
  window.setStatusBarMessage(l10n.t('$(check) {0} writes summaries from now on', name), 3_000);
}

/** Adapts a model of the editor for summarizing. Requests end immediately when canceled. */
export function modelOf(chat: LanguageModelChat, token: CancellationToken): Model {
  const justification = l10n.t('To summarize the history of this project.');
  return {
    maxInputTokens: chat.maxInputTokens > 0 ? chat.maxInputTokens : usualInput,
    count: async (text) => {
      const tokens = await cancellable(chat.countTokens(text, token), token);
      return tokens > 0 ? tokens : Math.ceil(estimatedTokens(text));
    },
    ask: (talk) => {
      const messages = talk.map(({ role, text }) =>
        role === 'user' ? LanguageModelChatMessage.User(text) : LanguageModelChatMessage.Assistant(text),
      );
      const answer = async (): Promise<string> => {
        const response = await chat.sendRequest(messages, { justification }, token);
        let text = '';
        for await (const part of response.text) text += part;
        return text;
      };
      return cancellable(answer(), token);
    },
  };
}

/** A model that ignores cancellation may continue without being awaited. */
async function cancellable<T>(work: Thenable<T>, token: CancellationToken): Promise<T> {
  let cancel = (): void => undefined;
  const cancelled = new Promise<never>((_, reject) => (cancel = () => reject(new CancellationError())));
  if (token.isCancellationRequested) cancel();
  const listening = token.onCancellationRequested(cancel);
  return Promise.race([work, cancelled]).finally(() => void listening.dispose());
}

/** Reports why a model gave no summary, and ends the command. */
export function failed(error: unknown, name: string, another: NoticeButton): Error {
  if (error instanceof CancellationError || !(error instanceof Error)) return new CancellationError();
  complain(`${sentence(reasonOf(error, name))} ${l10n.t('Nothing was changed.')}`, [another]);
  return new CancellationError();
}

function reasonOf(error: Error, name: string): string {
  if (error instanceof SummaryError) return problemText(error, name);
  const said = firstLine(error.message);
  if (/quota|rate.?limit|too many requests|premium requests/i.test(error.message))
    return l10n.t('The quota of “{0}” is used up for now: {1}', name, said);
  switch (error instanceof LanguageModelError ? error.code : '') {
    case 'NoPermissions':
      return l10n.t(
        'History may not use “{0}”. Allow it in the Accounts menu, or choose another model.',
        name,
      );
    case 'NotFound':
      return l10n.t('“{0}” is not there any more. Choose another model.', name);
    case 'Blocked':
      return l10n.t('“{0}” refused the request: {1}', name, said);
    default:
      return l10n.t('“{0}” failed: {1}', name, said);
  }
}

/** Adds a full stop, which others' texts may lack. */
const sentence = (text: string): string => (/[.!?。！？]$/.test(text) ? text : `${text}.`);

function problemText({ problem }: SummaryError, name: string): string {
  if (problem.kind === 'noRoom')
    return l10n.t(
      '“{0}” takes {1} tokens, too few for this summary. Choose a larger model.',
      name,
      number(problem.maxInputTokens),
    );
  const answer = firstLine(problem.answer);
  const isTalk = !problem.answer.includes('{') && answer !== '';
  const why = isTalk ? answer : firstLine(problem.problems[0] ?? '');
  return l10n.t('“{0}” gave no usable summary, also when asked again: {1}', name, why);
}
