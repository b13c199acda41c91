import type { DialogTarget } from '../base/pick.ts';

/** A place at the end of any dialog. */
export const newest = Number.MAX_SAFE_INTEGER;

/** Where the user was in each dialog of the window. */
export class DialogPlaces {
  readonly #places = new Map<string, number>();

  /** Returns the index of the message that was at the top; undefined for the newest message. */
  of(target: DialogTarget): number | undefined {
    return this.#places.get(keyOf(target));
  }

  set(target: DialogTarget | undefined, at: number | undefined): void {
    if (target === undefined) return;
    if (at === undefined) this.#places.delete(keyOf(target));
    else this.#places.set(keyOf(target), at);
  }
}

const keyOf = ({ project, dialog }: DialogTarget): string => JSON.stringify([project.root, dialog]);
