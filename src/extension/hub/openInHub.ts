import { commands } from 'vscode';
import { positionIn, type OpenOptions, type OpenPlace } from '../base/place.ts';
import { hubUri } from './hubDocuments.ts';
import type { RecordToOpen } from './hubTarget.ts';
import { copyName, fetchedMessageId } from './hubTypes.ts';

/** The editor's own Markdown preview. */
const preview = 'vscode.markdown.preview.editor';

/** Opens a message in its dialog if that is on this machine; everything else is read from the hub. */
export async function openInHub(
  openPlace: OpenPlace,
  record: RecordToOpen,
  options: OpenOptions,
): Promise<void> {
  const { project, light } = record;
  const here = await messageHere(record);
  if (here === undefined) {
    const { preserveFocus } = options;
    await commands.executeCommand('vscode.openWith', hubUri(record), preview, {
      preview: true,
      preserveFocus,
    });
    return;
  }
  const reference = { source: 'dialogs' as const, name: here.dialog, entry: here.entry };
  await openPlace({ project, reference, position: here.position }, { ...options, light });
}

/** Finds a message on this machine, in its sender's dialog or the copy of a colleague's. */
async function messageHere({ project, kind, isMine, owner, dialog, id, ts }: RecordToOpen) {
  if (kind !== 'message' || dialog === undefined) return undefined;
  const name = isMine ? dialog : copyName({ person: owner, dialog });
  const entry = isMine ? String(ts) : fetchedMessageId(id);
  if ((await project.dialogs.overview(name)) === undefined) return undefined;
  const position = await positionIn(project.dialogs.all(name), entry);
  return position === undefined ? undefined : { dialog: name, entry, position };
}
