import type { Damage, DialogInfo } from '../../store/dialogs/types.ts';
import { fit, jsonObject, jsonReply, type Reply } from '../base/reply.ts';

/** A reply with the files that were found damaged, if any were. */
export const withDamage = (value: object, damaged: readonly (Damage | string)[]): Reply =>
  jsonReply(damaged.length > 0 ? { ...value, damaged } : value);

/** The reply of `history_list_dialogs`. */
export const dialogsReply = (folder: string, dialogs: readonly DialogInfo[]): Reply =>
  fit({
    items: dialogs.map(({ name }) => name),
    keep: 'first',
    render: (name) => JSON.stringify(name),
    compose: (names, omitted) => [
      jsonObject({ dialogs: `[${names.join(',')}]`, omitted: omitted && JSON.stringify(omitted) }),
    ],
    rest: (dropped) =>
      `${dropped.length} less recent dialogs were left out of this reply; they are the folders in ${folder}.`,
    shorten: (name) => name,
  });
