import { commands, Disposable, l10n, workspace, type LogOutputChannel } from 'vscode';
import { showError } from './errors.ts';
import { inform } from './notices.ts';

/** A command of package.json and what it does. Arguments come from menus and other extensions: check them. */
export interface Command {
  readonly id: string;
  /** Changes the history, so it is refused in an untrusted workspace. */
  readonly writes?: true;
  readonly run: (...args: readonly unknown[]) => Promise<void> | void;
}

/** Registers every command; what one throws is shown to the person. */
export function registerCommands(table: readonly Command[], log: LogOutputChannel): Disposable {
  const register = (command: Command): Disposable =>
    commands.registerCommand(command.id, async (...args: readonly unknown[]) => {
      try {
        if (command.writes && !workspace.isTrusted) refuse();
        else await command.run(...args);
      } catch (error) {
        showError(error, log);
      }
    });
  return Disposable.from(...table.map(register));
}

function refuse(): void {
  inform(l10n.t('History can be changed only in a trusted workspace.'));
}
