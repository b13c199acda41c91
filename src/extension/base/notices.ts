import {
  CancellationError,
  type CancellationToken,
  env,
  l10n,
  type LogOutputChannel,
  type ProgressOptions,
  window,
} from 'vscode';
import { Format } from '../../protocol/format.ts';
import { StoreError } from '../../store/base/core.ts';
import { noticeText } from './noticeText.ts';

/** A button of a notice, and what it does. */
export interface NoticeButton {
  readonly label: string;
  readonly run: () => unknown;
}

type OnError = (error: unknown) => void;
type Show = (text: string, ...labels: readonly string[]) => Thenable<string | undefined>;

/** Says that something is done, or why nothing was. Returns at once; what a button then does wrong goes to `onError`. */
export function inform(text: string, buttons: readonly NoticeButton[] = [], onError?: OnError): void {
  show((...all) => window.showInformationMessage(...all), text, buttons, onError);
}

/** As `inform`, of something that was done in part or with a loss. */
export function warn(text: string, buttons: readonly NoticeButton[] = [], onError?: OnError): void {
  show((...all) => window.showWarningMessage(...all), text, buttons, onError);
}

/** As `inform`, of something that failed. */
export function complain(text: string, buttons: readonly NoticeButton[] = [], onError?: OnError): void {
  show((...all) => window.showErrorMessage(...all), text, buttons, onError);
}

/** A notice of something done, with a button that undoes it, after others. What then goes wrong goes to `onError`. */
export function offerUndo(
  text: string,
  undo: () => Promise<unknown>,
  onError: OnError,
  others: readonly NoticeButton[] = [],
): void {
  inform(text, [...others, { label: l10n.t('Undo'), run: undo }], onError);
}

/** What was done to one thing, and what takes it back. */
export interface Undoable<Done> {
  readonly done: Done;
  readonly undo: () => Promise<unknown>;
}

/** At least one. */
export type Several<T> = readonly [T, ...T[]];

/**
 * Does something to one thing after the other and offers to undo all of it, also where one of several failed; undefined
 * stands for nothing done. Gives whether anything was.
 */
export async function undoably<T, Done>(
  targets: readonly T[],
  act: (target: T) => Promise<Undoable<Done> | undefined>,
  textOf: (done: Several<Done>) => string,
  onError: OnError,
): Promise<boolean> {
  const undoable: Undoable<Done>[] = [];
  try {
    for (const target of targets) {
      const one = await act(target);
      if (one) undoable.push(one);
    }
  } finally {
    const [first, ...more] = undoable;
    const undoAll = async (): Promise<void> => {
      for (const { undo } of undoable) await undo();
    };
    if (first) offerUndo(textOf([first.done, ...more.map(({ done }) => done)]), undoAll, onError);
  }
  return undoable.length > 0;
}

/** One step of work that goes on; `increment` in percent. */
export interface Step {
  readonly message: string;
  readonly increment: number;
}

/** Shows that work goes on, with a title and what the work reports. */
export function withProgress<T>(
  { title, ...options }: ProgressOptions & { readonly title: string },
  work: (report: (step: Step) => void, token: CancellationToken) => Thenable<T>,
): Thenable<T> {
  return window.withProgress<T>({ ...options, title: noticeText(title) }, (progress, token) =>
    work(({ message, increment }) => progress.report({ message: noticeText(message), increment }), token),
  );
}

function show(call: Show, text: string, buttons: readonly NoticeButton[], onError?: OnError): void {
  void call(noticeText(text), ...buttons.map(({ label }) => label))
    .then((choice) => buttons.find(({ label }) => label === choice)?.run())
    .then(undefined, onError);
}

/** What a person reads of an error. The store's own words (in English) follow where they help to repair it. */
export function errorText(error: unknown): string {
  if (!(error instanceof StoreError)) return error instanceof Error ? error.message : String(error);
  switch (error.code) {
    case 'invalid_argument':
      return l10n.t('Not possible: {0}', error.message);
    case 'not_found':
      return l10n.t('Not found. It may have been renamed or deleted. {0}', error.message);
    case 'already_exists':
      if (error.data.file !== undefined || error.data.folder !== undefined)
        return l10n.t('Not possible: {0}', error.message);
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

const format = new Format(env.language, 'short');

/** How long ago, in the editor's language: `3 min. ago`, `8 days ago`, `Sep 14`, `now`. Times in milliseconds. */
export const relativeTime = (time: number, now: number): string => format.relative(time, now);

/** Date and time in the editor's language. */
export const dateTime = (time: number): string => format.dateTime(time);

/** A number with the separators of the editor's language and at most one digit after the point. */
export const number = (value: number): string => format.number(value);

/** A share of 1 in whole percent. */
export const percent = (share: number): string => format.percent(share);

/** A size with the unit that suits it, e.g. `64 KB` for 65,536 bytes. */
export const byteSize = (bytes: number): string => format.bytes(bytes);

export function messageCount(count: number): string {
  return count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(count));
}

export function turnCount(count: number): string {
  return count === 1 ? l10n.t('{0} turn', 1) : l10n.t('{0} turns', number(count));
}

/** The first line that says something, without the marks of Markdown at its start, at most 120 characters. */
export function firstLine(text: string): string {
  const lines = text.slice(0, 2_000).split(/[\r\n]+/);
  const shown =
    lines
      .filter((line) => !line.trimStart().startsWith('```'))
      .map((line) =>
        line
          .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+)*/, '')
          .replaceAll('**', '')
          .trim(),
      )
      .find((line) => line !== '') ?? '';
  return shown.length > 120 ? `${shown.slice(0, 119)}…` : shown;
}

/** The first moment of a day on this machine, some days before another. Milliseconds. */
export function startOfDay(time: number, daysBefore = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
