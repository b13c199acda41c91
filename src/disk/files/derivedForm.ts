import type { StoreContext } from '../base/context.ts';
import type { ValueCodec } from './derivedRows.ts';

/** How values derived from files are stored. */
export interface DerivedForm<T> {
  /** Name in `.index/`, where a number follows it, see `formName`. */
  readonly name: string;
  /** Incremented when values are derived differently, so that those of other versions are not used. */
  readonly version: number;
  /** One file with a row for each key, or, for large values, a folder with a file for each. */
  readonly layout: 'rows' | 'files';
  readonly values: ValueCodec<T>;
}

/** What derived values need of a store. */
export type DerivedContext = Pick<StoreContext, 'folder' | 'elsewhere' | 'isReadOnly' | 'log' | 'clock'> & {
  readonly secrets: Pick<StoreContext['secrets'], 'state'>;
};
