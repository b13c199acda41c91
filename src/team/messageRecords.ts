import type { Message } from '../history/dialogs/types.ts';
import type { Secrets } from '../disk/base/context.ts';
import { idOf, plain } from './recordBodies.ts';
import type { HubRecord } from './types.ts';

/** The part of a history needed to name messages. */
interface MaskingHistory {
  readonly masked: Secrets;
}

/** The parts of the journal needed to name messages. */
interface MessageJournal {
  readonly state: { readonly author: string };
  readonly messages: {
    /** Reports whether an id in the hub belongs to another dialog. */
    isElsewhere(id: string, dialog: string): boolean;
  };
}

/**
 * Creates the records of a dialog's messages, given in their order: equal ones that follow one another with one time
 * and without ids get numbers, so that none takes the place of another.
 */
export class MessageRecords {
  readonly #local: MaskingHistory;
  readonly #name: string;
  readonly #journal: MessageJournal;
  #time: number | undefined;
  /** How many there were of each id at that time. */
  readonly #equal = new Map<string, number>();

  constructor(local: MaskingHistory, name: string, journal: MessageJournal) {
    this.#local = local;
    this.#name = name;
    this.#journal = journal;
  }

  of(message: Message): HubRecord {
    const { record, isDerived } = messageRecord(this.#local, this.#name, message, this.#journal);
    if (!isDerived) return record;
    if (message.ts !== this.#time) this.#equal.clear();
    this.#time = message.ts;
    const before = this.#equal.get(record.id) ?? 0;
    this.#equal.set(record.id, before + 1);
    return before === 0 ? record : { ...record, id: equalId(record.id, before) };
  }
}

/** Returns the hub id of a message that has `before` equal ones of the same time before it. */
const equalId = (id: string, before: number): string => idOf([id, before]);

/** How many equal messages of one time are recognized by their ids. */
const maxEqual = 50;

/** Reports whether an id is that of a message without an id of its own in a dialog. */
export function isIdIn(dialog: string, message: Pick<Message, 'role' | 'text' | 'ts'>, id: string): boolean {
  const first = messageId(dialog, message);
  if (first === id) return true;
  return Array.from({ length: maxEqual }, (_, n) => equalId(first, n + 1)).includes(id);
}

/**
 * Creates the masked record of a message, identical on every machine that saved it from the same source, and reports
 * whether its id is made of role, time and text.
 */
function messageRecord(
  { masked }: MaskingHistory,
  name: string,
  message: Message,
  { messages: versions, state: { author } }: MessageJournal,
): { readonly record: HubRecord; readonly isDerived: boolean } {
  const { role, text, ts, id: given, meta } = masked.shown(message);
  const dialog = masked.text(name);
  const known = hubIdOf({ id: given });
  const id = known === undefined ? given : undefined;
  const body = plain({ dialog, message: { role, text, ts, id, meta } });
  const isOfDialog = known !== undefined && !versions.isElsewhere(known, dialog);
  const own = isOfDialog ? known : messageId(dialog, { role, text, ts, id });
  const record: HubRecord = { kind: 'message', id: own, body, text, time: ts, author, deleted: false };
  return { record, isDerived: id === undefined && !isOfDialog };
}

/**
 * Returns the hub id of a received message without an id of its own; after its dialog is renamed, the message gets a
 * new one.
 */
export const hubIdOf = ({ id }: { readonly id?: string | undefined }): string | undefined =>
  receivedId.exec(id ?? '')?.[1];

/** Local ids of messages received without an id of their own. */
const receivedId = /^hub:([0-9a-f]{64})$/;

export const hubMessageId = (recordId: string): string => `hub:${recordId}`;

/** Returns the hub id of a message: from its own id if it has one, else from its content and time. */
const messageId = (
  dialog: string,
  { role, text, ts, id }: Pick<Message, 'role' | 'text' | 'ts'> & { readonly id?: string | undefined },
): string => idOf(id === undefined ? [dialog, role, ts, text] : [dialog, id]);
