import type { StoreContext } from '../store.ts';
import type { DialogStore } from './types.ts';

// Placeholder until the store lands (same day): the interface is final, see types.ts.
export const Dialogs: new (context: StoreContext) => DialogStore = class {
  constructor() {
    throw new Error('not built yet');
  }
} as never;
