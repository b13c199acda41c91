import { l10n, window, type CancellationToken, type ProgressOptions } from 'vscode';
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
