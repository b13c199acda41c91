import type { Secrets, StoreContext } from '../base/context.ts';
import type { SharedStore } from './types.ts';

/** What is shared of a project; its code is loaded when it is asked for. `masking` masks whatever the settings say. */
export function sharedStore(context: StoreContext, masking: Secrets): SharedStore {
  let loaded: Promise<SharedStore> | undefined;
  const items = (): Promise<SharedStore> =>
    (loaded ??= import('./sharedItems.ts').then(({ SharedItems }) => new SharedItems(context, masking)));
  return {
    list: async (...args) => (await items()).list(...args),
    get: async (...args) => (await items()).get(...args),
    draft: async (...args) => (await items()).draft(...args),
    share: async (...args) => (await items()).share(...args),
    edit: async (...args) => (await items()).edit(...args),
    unshare: async (...args) => (await items()).unshare(...args),
    restore: async (...args) => (await items()).restore(...args),
    withdrawn: async () => (await items()).withdrawn(),
  };
}
