import { CancellationError, l10n, type LogOutputChannel } from 'vscode';
import { StoreError } from '../../store/base/errors.ts';
import { complain } from './notices.ts';

/** What a person reads of an error. The store's own words (in English) follow where they help to repair it. */
export function errorText(error: unknown): string {
  if (!(error instanceof StoreError)) return error instanceof Error ? error.message : String(error);
  switch (error.code) {
    case 'invalid_argument':
      return l10n.t('Not possible: {0}', error.message);
    case 'not_found':
      return l10n.t('Not found. It may have been renamed or deleted. {0}', error.message);
    case 'already_exists':
      return l10n.t('A dialog with this name already exists. Choose another name.');
    case 'outside':
      return l10n.t('Refused: the path leads outside the history folder: {0}', error.message);
    case 'damaged':
      return l10n.t('A file is damaged: {0}', error.message);
    case 'disabled':
      return l10n.t('This is switched off in the settings: {0}', error.message);
    case 'busy':
      return l10n.t('Another program is writing to this dialog. Try again in a moment.');
    case 'storage':
      return error.message;
  }
}

/** Logs an error with its stack. */
export function logError(error: unknown, log: LogOutputChannel): void {
  log.error(error instanceof Error ? error : String(error));
}

/** What a person wanted to do, as menus call it, and to what. */
export interface FailedAction {
  readonly title: string;
  readonly thing: string | undefined;
}

/** Logs an error and shows it with a way to the log; a cancelled action is no error. */
export function showError(error: unknown, log: LogOutputChannel, action?: FailedAction): void {
  if (error instanceof CancellationError) return;
  logError(error, log);
  complain(withAction(errorText(error), action), [{ label: l10n.t('Show Log'), run: () => log.show() }]);
}

function withAction(cause: string, action: FailedAction | undefined): string {
  if (action === undefined) return cause;
  const { title, thing } = action;
  return thing === undefined
    ? l10n.t('“{0}” failed: {1}', title, cause)
    : l10n.t('“{0}” failed for “{1}”: {2}', title, thing, cause);
}
