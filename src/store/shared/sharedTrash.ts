import { isObject } from '../base/core.ts';
import { WrongContent } from '../files/json.ts';
import type { TrashItem } from '../files/trash.ts';
import type { WithdrawnItem } from './types.ts';

/** Of shared items in the trash. */
export const trashKind = 'shared';

/** What was withdrawn on this machine. */
export function withdrawnHere({ id, deletedAt, fields: { file, title } }: TrashItem): WithdrawnItem {
  const name = typeof file === 'string' ? file : id;
  return {
    ...{ id, file: name, kind: 'note', title: typeof title === 'string' ? title : name },
    ...{ at: deletedAt, trashId: id },
  };
}

/** The file that was put into the trash; throws where it holds something else. */
export function textIn(value: unknown): string {
  if (isObject(value) && typeof value.text === 'string') return value.text;
  throw new WrongContent('not a shared item');
}
