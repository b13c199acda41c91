import { createHash } from 'node:crypto';
import type { Memento } from 'vscode';
import { isObject } from '../../store/base/core.ts';
import type { SharedItem } from '../../store/shared/types.ts';
import type { Project } from '../base/project.ts';

/** In the memory of the workspace: by the root of a project, then by the id of an item, what it said. */
const key = 'team.seen';

/** Which shared items a person has looked at, as they are now. */
export class SeenItems {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  isSeen({ root }: Project, item: SharedItem): boolean {
    return this.#of(root)[item.id] === versionOf(item);
  }

  /** Gives whether any of them was not. */
  see(project: Project, items: readonly SharedItem[]): boolean {
    const unseen = items.filter((item) => !this.isSeen(project, item));
    if (unseen.length === 0) return false;
    const seen = Object.fromEntries(unseen.map((item) => [item.id, versionOf(item)]));
    void this.#memento.update(key, {
      ...this.#all(),
      [project.root]: { ...this.#of(project.root), ...seen },
    });
    return true;
  }

  #all(): Readonly<Record<string, unknown>> {
    const kept = this.#memento.get<unknown>(key);
    return isObject(kept) ? kept : {};
  }

  #of(root: string): Readonly<Record<string, unknown>> {
    const kept = this.#all()[root];
    return isObject(kept) ? kept : {};
  }
}

/** Times in files tell the day only. */
const versionOf = ({ title, text }: SharedItem): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('hex').slice(0, 12);
