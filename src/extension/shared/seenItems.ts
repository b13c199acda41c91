import { createHash } from 'node:crypto';
import type { Memento } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { SharedItem } from '../../history/shared/types.ts';
import type { Project } from '../base/project.ts';

/** Key in the workspace's state: by project root and item id, the content last seen. */
const key = 'team.seen';

/** Knows which shared items a person has seen in their current version. */
export class SeenItems {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  isSeen({ root }: Project, item: SharedItem): boolean {
    return this.#of(root)[item.id] === versionOf(item);
  }

  /** Marks items as seen; returns whether any was new. */
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

/** Derived from the content, since times in files are only days. */
const versionOf = ({ title, text }: SharedItem): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('hex').slice(0, 12);
