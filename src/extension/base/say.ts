import { env } from 'vscode';
import { sayIn, type Say } from '../../disk/base/texts.ts';

/** Says a text of the store's own in the editor's language; those of the editor go through `l10n.t`. */
export const sayHere: Say = (text, ...values) =>
  sayIn(/^zh\b/i.test(env.language) ? 'zh' : 'en')(text, ...values);
