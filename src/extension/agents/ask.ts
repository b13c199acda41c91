import { CancellationError, window, type QuickPickItem } from 'vscode';

/** Asks to choose, and stays open while the person looks at the editor. Throws `CancellationError` when they leave. */
export function ask<T extends QuickPickItem>(
  title: string,
  placeholder: string,
  items: readonly T[],
): Promise<T> {
  const pick = window.createQuickPick<T>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  return new Promise((resolve, reject) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.activeItems;
      if (chosen) resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      reject(new CancellationError());
      pick.dispose();
    });
    pick.show();
  });
}
