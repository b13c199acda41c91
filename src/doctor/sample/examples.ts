import type { JsonValue } from '../../disk/base/core.ts';
import { formOf, shapeOf, type HoldsSecret } from './shape.ts';

/** Bounds of what is shown: shapes of one form, of all, and their characters. */
const [maxAlike, maxShapes, maxChars] = [2, 20, 200_000] as const;

/** Shapes of the first records of each form. */
export class Examples {
  readonly #holdsSecret: HoldsSecret;
  readonly #forms = new Map<string, number>();
  readonly #shapes: JsonValue[] = [];
  #chars = 0;

  constructor(holdsSecret: HoldsSecret) {
    this.#holdsSecret = holdsSecret;
  }

  /** In the order of the records. */
  get shapes(): readonly JsonValue[] {
    return this.#shapes;
  }

  get isFull(): boolean {
    return this.#shapes.length >= maxShapes || this.#chars >= maxChars;
  }

  /** Whether a record is of a form of which there are not enough yet. */
  lacks(record: JsonValue): boolean {
    return !this.isFull && (this.#forms.get(formOf(this.#shapeOf(record))) ?? 0) < maxAlike;
  }

  /** Adds the shape of a record that is lacking. */
  add(record: JsonValue): void {
    if (!this.lacks(record)) return;
    const shape = this.#shapeOf(record);
    const form = formOf(shape);
    this.#forms.set(form, (this.#forms.get(form) ?? 0) + 1);
    this.#shapes.push(shape);
    this.#chars += JSON.stringify(shape).length;
  }

  #shapeOf(record: JsonValue): JsonValue {
    return shapeOf(record, this.#holdsSecret);
  }
}
