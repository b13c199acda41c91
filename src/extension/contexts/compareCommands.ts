import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { inOrder, titleOf } from './contextDocuments.ts';
import { contextTargetOf, type ContextTarget } from './contextTarget.ts';
import { chooseContext, pickContext, type ContextServices } from './pickContext.ts';

/** Commands that show two contexts side by side in the editor's own comparison. */
export function compareCommands(services: ContextServices): readonly Command[] {
  return [
    {
      id: 'historyStore.compareContexts',
      run: (argument, selection) => compare(services, argument, selection),
    },
  ];
}

/** Takes both from the selection in the tree, or asks for the second. */
async function compare(services: ContextServices, argument: unknown, selection: unknown): Promise<void> {
  const selected = (Array.isArray(selection) ? selection : []).flatMap(
    (node: unknown) => contextTargetOf(node, services.projects) ?? [],
  );
  const [first, second] = selected;
  const pair: readonly [ContextTarget, ContextTarget] =
    first && second && selected.length === 2 ? [first, second] : await askPair(services, argument);
  const [left, right] = await inOrder(pair);
  await services.contextDocuments.compare(left, right);
}

async function askPair(
  services: ContextServices,
  argument: unknown,
): Promise<readonly [ContextTarget, ContextTarget]> {
  const title = l10n.t('Compare Context Snapshots');
  const first = await chooseContext(services, argument, title);
  const second = await pickContext(first, {
    title,
    placeholder: l10n.t('Choose what to compare “{0}” with', await titleOf(first)),
    active: true,
    except: first.contextId,
    now: services.clock.now(),
  });
  return [first, second];
}
