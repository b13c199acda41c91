import type { JsonObject, JsonValue } from '../../base/core.ts';
import { isList, listOf, objectOf } from '../shared/fields.ts';

/** VS Code's kinds of entries. */
const kinds = { initial: 0, set: 1, push: 2, delete: 3 } as const;

type Container = JsonObject | readonly JsonValue[];
type ObjectSlot = { readonly container: Container; readonly key: string | number };

/**
 * The object that a log of changes comes to: `{kind:0, v}` is the whole object, 1 sets the value at the path `k`,
 * 2 cuts the array at `k` to `i` items where that is given and appends `v`, 3 deletes. Rules of VS Code's
 * `objectMutationLog.ts`, with paths that lead nowhere refused instead of thrown.
 */
export class OperationLog {
  #state: JsonObject | undefined;

  get state(): JsonObject | undefined {
    return this.#state;
  }

  /** Applies an entry, or says with false that it cannot be applied; then nothing changed. */
  apply(entry: JsonObject): boolean {
    if (entry.kind === kinds.initial) return this.#begin(objectOf(entry.v));
    const place = this.#find(listOf(entry.k));
    if (!place) return false;
    if (entry.kind === kinds.set) return put(place, entry.v);
    if (entry.kind === kinds.delete) return put(place, undefined);
    return entry.kind === kinds.push && push(place, entry.v, entry.i);
  }

  #begin(state: JsonObject | undefined): boolean {
    if (state) this.#state = state;
    return state !== undefined;
  }

  #find(path: readonly JsonValue[]): ObjectSlot | undefined {
    let container: Container | undefined = this.#state;
    for (const step of path.slice(0, -1)) {
      const value: JsonValue | undefined = container && valueAt(container, step);
      container = isList(value) ? value : objectOf(value);
    }
    const key = path.at(-1);
    if (!container || (typeof key !== 'string' && typeof key !== 'number')) return undefined;
    return fits(container, key) ? { container, key } : undefined;
  }
}

/** Only what the log itself put there can be reached, never what objects inherit. */
function valueAt(container: Container, key: JsonValue): JsonValue | undefined {
  if (isList(container)) return typeof key === 'number' ? container[key] : undefined;
  return typeof key === 'string' && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Items follow one another without gaps, and no key reaches the prototype. */
function fits(container: Container, key: string | number): boolean {
  if (!isList(container)) return typeof key === 'string' && key !== '__proto__';
  return typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= container.length;
}

function put({ container, key }: ObjectSlot, value: JsonValue | undefined): boolean {
  if (value !== undefined) return Reflect.set(container, key, value);
  return isList(container) ? Reflect.set(container, key, null) : Reflect.deleteProperty(container, key);
}

function push(place: ObjectSlot, values: JsonValue | undefined, cutAt: JsonValue | undefined): boolean {
  if (values !== undefined && !isList(values)) return false;
  if (cutAt !== undefined && (!Number.isInteger(cutAt) || Number(cutAt) < 0)) return false;
  const before = valueAt(place.container, place.key);
  if (!isList(before)) return put(place, [...(values ?? [])]);
  // In place, so that a long log stays linear.
  if (cutAt !== undefined && Number(cutAt) < before.length) Reflect.set(before, 'length', cutAt);
  return (values ?? []).every((value) => Reflect.set(before, before.length, value));
}
