import { isObject } from '../../disk/base/core.ts';
import { WrongContent } from '../../disk/files/json.ts';
import type { TrashItem } from '../../disk/files/trash.ts';
import type { WithdrawnItem } from './types.ts';

/** Kind of shared items in the trash. */
export const trashKind = 'shared';

/** Describes an item withdrawn on this machine. */
export function withdrawnHere({ id, deletedAt, fields: { file, title } }: TrashItem): WithdrawnItem {
  const name = typeof file === 'string' ? file : id;
  return {
    id,
    file: name,
    kind: 'note',
    title: typeof title === 'string' ? title : name,
    at: deletedAt,
    trashId: id,
  };
}

/** Returns the text of a trashed file. Throws for other content. */
export function textIn(value: unknown): string {
  if (isObject(value) && typeof value.text === 'string') return value.text;
  throw new WrongContent('not a shared item');
}
