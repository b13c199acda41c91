import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { isList, listOf, objectOf } from '../reading/fields.ts';

/** VS Code's kinds of entries. */
const kinds = { initial: 0, set: 1, push: 2, delete: 3 } as const;

type Container = JsonObject | readonly JsonValue[];
type ObjectSlot = { readonly container: Container; readonly key: string | number };

/**
 * Object that results from a log of changes, by the rules of VS Code's `objectMutationLog.ts`.
 *
 * `{kind:0, v}` sets the whole object, 1 sets the value at path `k`, 2 cuts the array at `k` to `i` items if given and
 * appends `v`, 3 deletes. Paths that do not exist are refused instead of thrown. A log that lost its first entry is
 * applied to an empty object.
 */
export class OperationLog {
  #state: JsonObject | undefined;
  /** Whether the whole object is missing at the beginning. */
  isTorn = false;

  get state(): JsonObject | undefined {
    return this.#state;
  }

  /** Applies an entry; returns false and changes nothing if that is impossible. */
  apply(entry: JsonObject): boolean {
    if (entry.kind === kinds.initial) return this.#begin(objectOf(entry.v));
    if (this.#state === undefined && isChange(entry)) {
      this.#state = {};
      this.isTorn = true;
    }
    const slot = this.#find(listOf(entry.k));
    if (!slot) return false;
    if (entry.kind === kinds.set) return put(slot, entry.v);
    if (entry.kind === kinds.delete) return put(slot, undefined);
    return entry.kind === kinds.push && push(slot, entry.v, entry.i);
  }

  #begin(state: JsonObject | undefined): boolean {
    if (state === undefined) return false;
    this.#state = state;
    this.isTorn = false;
    return true;
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

const isChange = ({ kind, k }: JsonObject): boolean =>
  (kind === kinds.set || kind === kinds.push) && isList(k);

/** Returns an own value; inherited ones are out of reach. */
function valueAt(container: Container, key: JsonValue): JsonValue | undefined {
  if (isList(container)) return typeof key === 'number' ? container[key] : undefined;
  return typeof key === 'string' && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Whether a key is valid: array indexes without gaps, and no key that reaches the prototype. */
function fits(container: Container, key: string | number): boolean {
  if (!isList(container)) return typeof key === 'string' && key !== '__proto__';
  return typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= container.length;
}

function put({ container, key }: ObjectSlot, value: JsonValue | undefined): boolean {
  if (value !== undefined) return Reflect.set(container, key, value);
  return isList(container) ? Reflect.set(container, key, null) : Reflect.deleteProperty(container, key);
}

function push(slot: ObjectSlot, values: JsonValue | undefined, cutAt: JsonValue | undefined): boolean {
  if (values !== undefined && !isList(values)) return false;
  if (cutAt !== undefined && (!Number.isInteger(cutAt) || Number(cutAt) < 0)) return false;
  const before = valueAt(slot.container, slot.key);
  if (!isList(before)) return put(slot, [...(values ?? [])]);
  // In place, so that a long log takes linear time.
  if (cutAt !== undefined && Number(cutAt) < before.length) Reflect.set(before, 'length', cutAt);
  return (values ?? []).every((value) => Reflect.set(before, before.length, value));
}
