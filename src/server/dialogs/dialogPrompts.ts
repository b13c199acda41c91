import { defined } from '../../disk/base/core.ts';
import { sayIn } from '../../disk/base/texts.ts';
import type { Store } from '../../store/types.ts';
import { oneOfTexts } from '../base/completion.ts';
import type { Prompt } from '../base/offers.ts';
import { briefChars } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { detailReply } from './detailReply.ts';
import { dialogNames, existingDialog } from './dialogResources.ts';
import { compactText, saveText } from './dialogPromptTexts.ts';
import { folderLookup } from './messageText.ts';

/** Length of a dialog's content in the prompt that compacts it. Characters. */
const contentChars = 60_000;
/** Number of messages considered for it. */
const contentMessages = 1_000;

/** The dialog chosen by a person, otherwise the last active one, as agents use names of their own. */
async function defaultDialog({ dialogs }: Store): Promise<string> {
  const { name, chosen } = await dialogs.active();
  return chosen ? name : ((await dialogs.list())[0]?.name ?? name);
}

const save: Prompt = {
  name: 'save',
  title: 'Save this chat',
  description: 'Keep what matters of this chat in the history.',
  arguments: [
    {
      name: 'what',
      description: 'what to save; default: all that matters',
      complete: oneOfTexts(
        'what was decided and why',
        'what is done and what is open',
        'everything since the last save',
      ),
    },
  ],
  ofProject: true,
  write: async ({ what }, { project, language }) => {
    const dialog = await defaultDialog((await project()).store);
    return saveText(sayIn(language), dialog, nonBlank(what)?.trim());
  },
};

const compact: Prompt = {
  name: 'compact',
  title: 'Compact a dialog',
  description: 'A new summary of a dialog, and only its essential messages; a backup is made first.',
  arguments: [
    {
      name: 'dialog',
      description: 'which dialog; default: the active one, or the newest',
      complete: dialogNames,
    },
  ],
  ofProject: true,
  write: async (args, { project, language }) => {
    const { store, toolContext } = await project();
    const { name: dialog } = await existingDialog(
      store,
      nonBlank(args.dialog) ?? (await defaultDialog(store)),
    );
    const query = { recentTurns: contentMessages, includeSummary: true, includeMessages: true };
    const detail = defined({ ...(await store.dialogs.detail(dialog, query)), maintenance: undefined });
    const form = { dialog, format: 'flat', includeSummary: true, summaryText: false } as const;
    const maxChars = toolContext.brief ? briefChars : contentChars;
    const reply = await detailReply(detail, { ...form, maxChars }, folderLookup(store, dialog));
    return `${compactText(sayIn(language), dialog)}\n\n${reply.join('\n\n')}`;
  },
};

/** Prompts about a dialog. */
export const dialogPrompts: readonly Prompt[] = [save, compact];
