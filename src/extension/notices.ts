import { l10n, window } from 'vscode';

/** A notice of something done, with a button that undoes it. What then goes wrong is told to `onError`. */
export function offerUndo(
  text: string,
  undo: () => Promise<unknown>,
  onError: (error: unknown) => void,
): void {
  const label = l10n.t('Undo');
  void window
    .showInformationMessage(text, label)
    .then((choice) => (choice === label ? undo() : undefined))
    .then(undefined, onError);
}
