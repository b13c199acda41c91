import { deviceName } from '../../disk/text/slug.ts';

/** A name that every file system takes. */
export function fileName(dialog: string): string {
  const name = dialog.replaceAll(/[\\/:"*?<>|\p{Cc}]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '');
  return name.slice(0, 80).replace(deviceName, '$&-') || 'dialog';
}

/** Returns unique file names for dialogs, also on case-insensitive systems; none is `index`. */
export function fileNames(dialogs: readonly string[]): readonly string[] {
  const taken = new Set(['index']);
  return dialogs.map((dialog) => {
    const name = fileName(dialog);
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase().normalize()); n++) free = `${name} ${n}`;
    taken.add(free.toLowerCase().normalize());
    return free;
  });
}
