import { l10n, window } from 'vscode';
import { number } from '../base/notices.ts';

const shownMs = 4_000;

/** Says how many messages were copied. */
export function sayCopied(messages: number): void {
  const text =
    messages === 1
      ? l10n.t('1 message copied as Markdown')
      : l10n.t('{0} messages copied as Markdown', number(messages));
  window.setStatusBarMessage(`$(check) ${text}`, shownMs);
}
