import { jsonLine } from '../../disk/text/containText.ts';
import type { Say } from '../../disk/base/texts.ts';

const call = (tool: string, args: object): string => `${tool} ${jsonLine(args)}`;

const entries = [
  { role: 'user', text: '…', id: '…' },
  { role: 'assistant', text: '…', id: '…' },
];
const summary = (dialog: string, mode: string): string =>
  call('history_set_summary', {
    dialog,
    summary: {
      decisions: ['…'],
      constraints: ['…'],
      todo: ['…'],
      issues: ['…'],
      facts: ['…'],
      references: ['…'],
    },
    mode,
  });

/** Asks an agent to save a chat, or what of it is named, in a dialog. */
export const saveText = (say: Say, dialog: string, what: string | undefined): string =>
  say(
    `Save {0}.

1. Call once, with all messages that are to be kept and were not saved yet, in order of time:
   {1}
   What I asked in my own words; of your answers what I saw and the key conclusions, never raw tool output. Each id is one that no other message has, such as the date, the time and a number.
2. Only if decisions, constraints, to-dos or issues changed, call with those alone; they are merged:
   {2}

If a call is refused, do what its error says and call again. Then tell me in one line what was saved.`,
    what === undefined ? say('what matters of this chat') : say('this of the present chat: {0}', what),
    call('history_save', { dialog, entries }),
    summary(dialog, 'merge'),
  );

/** Asks an agent to compact a dialog, whose content follows. */
export const compactText = (say: Say, dialog: string): string =>
  say(
    `Compact the dialog {0} in these four steps, from its content below; what we say here does not belong into it.

1. Write a new complete summary from both the summary (S) and the messages (U: mine, A: yours) below. Where a note says that older ones were left out, first fetch them with its call.
2. {1}
   It makes a backup and tells its id.
3. {2}
   with the new summary.
4. {3}
   in order of time, with only the essential messages: chosen from those below, or minimally restated, newlines unescaped.

If a step fails or the result is poor, {4} brings everything back. Then tell me in one line how many messages there were and are.

The content:`,
    jsonLine(dialog),
    call('history_clear', { dialog }),
    summary(dialog, 'merge'),
    call('history_save', { dialog, entries }),
    call('history_restore_backup', { dialog, id: say('the id of step 2') }),
  );
