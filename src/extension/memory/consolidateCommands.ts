import { CancellationError, l10n, type QuickPickItem } from 'vscode';
import type { ConsolidationAction, Horizon } from '../../history/memory/scheduleTypes.ts';
import type { Consolidation } from '../../history/memory/types.ts';
import type { Command } from '../base/commands.ts';
import { inform, number, offerUndo } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { consolidationReport, healthReport } from './reportText.ts';
import type { MemoryServices } from './pickMemory.ts';
import { chooseProject, pick } from '../base/pick.ts';

/** Commands that archive similar or old memories, and report on all memories. */
export function consolidateCommands(services: MemoryServices): readonly Command[] {
  return [
    { id: 'historyStore.consolidateMemories', writes: true, run: (argument) => ask(services, argument) },
    { id: 'historyStore.undoConsolidation', writes: true, run: (argument) => undo(services, argument) },
    { id: 'historyStore.memoryHealth', run: (argument) => health(services, argument) },
  ];
}

interface Plan {
  readonly project: Project;
  readonly action: ConsolidationAction;
  readonly horizon: Horizon;
}

/** Shows a preview before changing anything. */
async function ask(services: MemoryServices, argument: unknown): Promise<void> {
  const project = await chooseProject(services.projects, argument, l10n.t('Consolidate Memories'));
  const plan: Plan = { project, action: await askAction(), horizon: await askHorizon() };
  const preview = await project.memories.consolidate(plan.action, { ...plan, dryRun: true });
  if (preview.archived.length === 0) {
    inform(l10n.t('Nothing to consolidate.'));
    return;
  }
  switch (await askConsent(preview)) {
    case 'run':
      return run(services, plan);
    case 'show':
      await services.memoryReports.open(l10n.t('Consolidate Memories'), consolidationReport(preview));
      offer(services, plan, preview);
      return;
    case 'cancel':
      throw new CancellationError();
  }
}

async function askAction(): Promise<ConsolidationAction> {
  const items: (QuickPickItem & { readonly action: ConsolidationAction })[] = [
    {
      label: l10n.t('$(fold) Merge similar memories'),
      action: 'compress',
      detail: l10n.t('Merges three or more similar memories into one summary.'),
    },
    {
      label: l10n.t('$(eye-closed) Hide old memories'),
      action: 'forget',
      detail: l10n.t('Memories unchanged for the chosen period, except those tagged “important”'),
    },
    { label: l10n.t('$(combine) Both'), action: 'run' },
  ];
  return (await pick(items, l10n.t('Consolidate Memories'), l10n.t('Choose an action'))).action;
}

async function askHorizon(): Promise<Horizon> {
  const items: (QuickPickItem & { readonly horizon: Horizon })[] = [
    { label: l10n.t('1 day'), horizon: 'daily' },
    { label: l10n.t('1 week'), horizon: 'weekly' },
    { label: l10n.t('1 month'), horizon: 'monthly' },
    { label: l10n.t('3 months'), horizon: 'quarterly' },
    { label: l10n.t('1 year'), horizon: 'yearly' },
  ];
  const placeholder = l10n.t('Choose the age limit');
  return (await pick(items, l10n.t('Consolidate Memories'), placeholder, { staysOpen: true })).horizon;
}

async function askConsent(preview: Consolidation): Promise<'run' | 'show' | 'cancel'> {
  const items: (QuickPickItem & { readonly answer: 'run' | 'show' | 'cancel' })[] = [
    {
      label: l10n.t('$(archive) Consolidate'),
      answer: 'run',
      description: outcomeText(preview),
      detail: l10n.t('Nothing is deleted, and you can undo this.'),
    },
    { label: l10n.t('$(open-preview) Show what would change'), answer: 'show' },
    { label: l10n.t('$(close) Cancel'), answer: 'cancel' },
  ];
  const question = l10n.t('Consolidate these memories?');
  return (await pick(items, l10n.t('Consolidate Memories'), question, { staysOpen: true })).answer;
}

/** Offers to continue, beside the preview. */
function offer(services: MemoryServices, plan: Plan, preview: Consolidation): void {
  const buttons = [{ label: l10n.t('Consolidate'), run: () => run(services, plan) }];
  inform(outcomeText(preview), buttons, services.onError);
}

async function run({ onError }: MemoryServices, { project, action, horizon }: Plan): Promise<void> {
  const done = await project.memories.consolidate(action, { horizon, dryRun: false });
  const undone = (): Promise<unknown> => project.memories.consolidate('undo', { horizon, dryRun: false });
  const { archived, summaries } = done;
  const text = l10n.t(
    'Memories hidden: {0}, summaries written: {1}',
    number(archived.length),
    number(summaries.length),
  );
  offerUndo(text, undone, onError);
}

const outcomeText = ({ archived, summaries }: Consolidation): string =>
  l10n.t('Memories to hide: {0}, summaries to write: {1}', number(archived.length), number(summaries.length));

/** Undoes the latest consolidation. */
async function undo(services: MemoryServices, argument: unknown): Promise<void> {
  const project = await chooseProject(services.projects, argument, l10n.t('Undo Consolidation'));
  const undone = await project.memories.consolidate('undo', { horizon: 'monthly', dryRun: false });
  const text =
    undone.archived.length === 0
      ? l10n.t('No consolidation is left to undo.')
      : l10n.t('Memories restored: {0}', number(undone.archived.length));
  inform(text);
}

async function health(services: MemoryServices, argument: unknown): Promise<void> {
  const project = await chooseProject(services.projects, argument, l10n.t('Memory Health'));
  const { memories } = project;
  const report = healthReport(
    await memories.health(),
    await memories.analysis(),
    await memories.maintenance.scheduled(),
  );
  const name = services.projects.all.length > 1 ? ` ${project.name}` : '';
  await services.memoryReports.open(`${l10n.t('Memory Health')}${name}`, report);
}
