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
import { StoreError, errorMessage } from '../../disk/base/core.ts';
import { noticeText } from './noticeText.ts';

/** A button of a notice with its action. */
export interface NoticeButton {
  readonly label: string;
  readonly run: () => unknown;
}

export type OnError = (error: unknown) => void;
type Show = (text: string, ...labels: readonly string[]) => Thenable<string | undefined>;

/** Reports success, or why nothing was done. Returns immediately; errors of a button's action go to `onError`. */
export function inform(text: string, buttons: readonly NoticeButton[] = [], onError?: OnError): void {
  show((...all) => window.showInformationMessage(...all), text, buttons, onError);
}

/** Reports partial success or a loss, like `inform`. */
export function warn(text: string, buttons: readonly NoticeButton[] = [], onError?: OnError): void {
  show((...all) => window.showWarningMessage(...all), text, buttons, onError);
}

/** Reports a failure, like `inform`. */
export function complain(text: string, buttons: readonly NoticeButton[] = [], onError?: OnError): void {
  show((...all) => window.showErrorMessage(...all), text, buttons, onError);
}

/** How long a remark stays in the status bar. Milliseconds. */
const remarkMs = 6_000;

/** Shows a remark in the status bar for some seconds. */
export function remark(text: string): void {
  window.setStatusBarMessage(`$(info) ${text}`, remarkMs);
}

/** Reports success with a button to undo it, after other buttons. Errors go to `onError`. */
export function offerUndo(
  text: string,
  undo: () => Promise<unknown>,
  onError: OnError,
  others: readonly NoticeButton[] = [],
): void {
  const run = async (): Promise<void> => {
    await undo();
    window.setStatusBarMessage(l10n.t('$(check) Undone'), 3_000);
  };
  inform(text, [...others, { label: l10n.t('Undo'), run }], onError);
}

/** The result for one item, and how to undo it. */
export interface Undoable<Done, Undone = unknown> {
  readonly done: Done;
  readonly undo: () => Promise<Undone>;
}

/** At least one. */
export type Several<T> = readonly [T, ...T[]];

/**
 * Does something to one item after another and offers to undo all of it, even if one fails; undefined means nothing
 * was done. Returns whether anything was. `onUndone` gets what all of the undoing returned.
 */
export async function undoably<T, Done, Undone>(
  targets: readonly T[],
  act: (target: T) => Promise<Undoable<Done, Undone> | undefined>,
  textOf: (done: Several<Done>) => string,
  onError: OnError,
  onUndone?: (undone: readonly Undone[]) => Promise<void> | undefined,
): Promise<boolean> {
  const undoable: Undoable<Done, Undone>[] = [];
  try {
    for (const target of targets) {
      const one = await act(target);
      if (one) undoable.push(one);
    }
  } finally {
    const [first, ...more] = undoable;
    const undoAll = async (): Promise<void> => {
      const undone: Undone[] = [];
      for (const { undo } of undoable) undone.push(await undo());
      await onUndone?.(undone);
    };
    if (first) offerUndo(textOf([first.done, ...more.map(({ done }) => done)]), undoAll, onError);
  }
  return undoable.length > 0;
}

/** Reports what was moved to the trash, by the names of one or two. */
export function movedToTrash([first, second, ...more]: Several<string>): string {
  if (second === undefined) return l10n.t('Moved “{0}” to the trash.', first);
  return more.length === 0
    ? l10n.t('Moved “{0}” and “{1}” to the trash.', first, second)
    : l10n.t('Moved “{0}” and {1} others to the trash.', first, number(more.length + 1));
}

/** A step of running work; `increment` in percent. */
export interface Step {
  readonly message: string;
  readonly increment: number;
}

/** Shows that work is running, with a title and its reports. */
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

/** Returns an error's text for people, followed by the store's own text (in English) if it helps to fix it. */
export function errorText(error: unknown): string {
  if (!(error instanceof StoreError)) return errorMessage(error);
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
    case 'newer':
      return newerText(error.data);
    case 'storage':
      return error.message;
  }
}

/** Says why a history of a later version is not changed or not opened, and which version is needed. */
function newerText({ isReadable, needs }: StoreError['data']): string {
  if (typeof needs !== 'string')
    return isReadable === true
      ? l10n.t(
          'A later version wrote this history: it can be read, but not changed. Update the extension or the command line.',
        )
      : l10n.t(
          'A later version wrote this history: it cannot be opened. Update the extension or the command line.',
        );
  return isReadable === true
    ? l10n.t(
        'A later version wrote this history: it can be read, but not changed. Update the extension or the command line to {0} or newer.',
        needs,
      )
    : l10n.t(
        'A later version wrote this history: it cannot be opened. Update the extension or the command line to {0} or newer.',
        needs,
      );
}

/** Logs an error with its stack. */
export function logError(error: unknown, log: LogOutputChannel): void {
  log.error(error instanceof Error ? error : String(error));
}

/** The attempted action as named in menus, and its object. */
export interface FailedAction {
  readonly title: string;
  readonly thing: string | undefined;
}

/** Logs an error and shows it with a link to the log; ignores cancellation. */
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

/**
 * Formats a relative time in the editor's language: `3 min. ago`, `8 days ago`, `Sep 14`, `now`. Times in
 * milliseconds.
 */
export const relativeTime = (time: number, now: number): string => format.relative(time, now);

/** Formats date and time in the editor's language. */
export const dateTime = (time: number): string => format.dateTime(time);

/** Formats a number in the editor's language with at most one decimal place. */
export const number = (value: number): string => format.number(value);

/** Formats a fraction as a whole percentage. */
export const percent = (share: number): string => format.percent(share);

/** Formats how full something is as a whole percentage, or as more than 100%. */
export const fullnessText = (share: number): string => format.fullness(share);

/** Formats a size with a suitable unit, e.g. `64 KB` for 65,536 bytes. */
export const byteSize = (bytes: number): string => format.bytes(bytes);

export function messageCount(count: number): string {
  return count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(count));
}

export function turnCount(count: number): string {
  return count === 1 ? l10n.t('{0} turn', 1) : l10n.t('{0} turns', number(count));
}

/** Returns the first line with text, without Markdown at its start, at most 120 characters. */
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

/** Returns the start of a local day, some days before another. Milliseconds. */
export function startOfDay(time: number, daysBefore = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
