import { StoreError } from '../base/errors.ts';

/** The refusal of whatever needs contexts while they are switched off. */
export const contextsDisabled = (): StoreError =>
  new StoreError(
    'disabled',
    'contexts are disabled; switch them on with the setting historyStore.contexts.enabled, or HISTORY_CONTEXTS_ENABLED=true for a server started by hand.',
  );
