import { commands, Disposable, l10n, workspace, type LogOutputChannel } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { Clock } from '../../disk/base/context.ts';
import { inform, showError } from './notices.ts';
import type { Projects } from './projects.ts';

/** A command of package.json and its action. Arguments come from menus and other extensions and must be checked. */
export interface Command {
  readonly id: string;
  /** Whether it changes the history, and so is rejected in an untrusted workspace. */
  readonly writes?: true;
  readonly run: (...args: readonly unknown[]) => Promise<void> | void;
}

/** What commands of all parts require. */
export interface Services {
  readonly projects: Projects;
  readonly clock: Clock;
  /** Shows an error that occurs after a command has returned. */
  readonly onError: (error: unknown) => void;
}

/** Registers all commands; errors are shown with the command's title in menus. `onDone` is called after success. */
export function registerCommands(
  table: readonly Command[],
  titles: ReadonlyMap<string, string>,
  { log, onDone }: { readonly log: LogOutputChannel; readonly onDone: (command: string) => void },
): Disposable {
  const register = (command: Command): Disposable =>
    commands.registerCommand(command.id, async (...args: readonly unknown[]) => {
      try {
        if (command.writes && !workspace.isTrusted) refuse();
        else {
          await command.run(...args);
          onDone(command.id);
        }
      } catch (error) {
        const title = titles.get(command.id);
        showError(error, log, title === undefined ? undefined : { title, thing: thingOf(args[0]) });
      }
    });
  return Disposable.from(...table.map(register));
}

/** Returns the displayed name of a command's argument, a node or a resource. */
function thingOf(argument: unknown): string | undefined {
  if (!isObject(argument)) return undefined;
  return typeof argument.dialog === 'string' ? argument.dialog : undefined;
}

/** Returns titles of commands in the extension's manifest, in the editor's language. */
export function commandTitles(manifest: unknown): ReadonlyMap<string, string> {
  const contributes = isObject(manifest) ? manifest.contributes : undefined;
  const entries: unknown = isObject(contributes) ? contributes.commands : undefined;
  const listed: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const titles = new Map<string, string>();
  for (const each of listed)
    if (isObject(each) && typeof each.command === 'string' && typeof each.title === 'string')
      titles.set(each.command, each.title.replace(/…$/, ''));
  return titles;
}

function refuse(): void {
  inform(l10n.t('History can be changed only in a trusted workspace.'));
}
