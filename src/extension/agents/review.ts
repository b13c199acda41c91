import { env, l10n, type QuickPickItem } from 'vscode';
import type { ConnectableAgent } from '../../connect/agents.ts';
import type { ConfigChange } from '../../connect/drafts.ts';
import { scopes } from '../../agents/profile/machine.ts';
import type { RulesChoice } from '../../agents/profile/parts.ts';
import { connecting, disconnecting, keeping, type ConfigPlan } from '../../connect/plan.ts';
import { toolProfiles } from '../../connect/toolProfiles.ts';
import { connectedBesides } from '../../connect/traces.ts';
import { pick } from '../base/pick.ts';
import { serverTools } from '../base/settings.ts';
import { fileNames } from './configDocuments.ts';
import { aroundOf, projectFolder, type ConnectServices } from './connectServices.ts';

/** What a person wants to do for agents. */
interface Wish {
  readonly connect: boolean;
  readonly hooks: boolean;
  readonly rules?: RulesChoice['kind'];
}

interface WishItem extends QuickPickItem {
  /** Undefined for what is currently shown. */
  readonly wish?: Wish;
}

/**
 * Shows diffs of everything to be written for agents and asks whether to write it, with options that change it.
 * Returns the accepted changes. Throws `CancellationError` if none are.
 */
export async function review(
  agents: readonly ConnectableAgent[],
  isConnected: boolean,
  services: ConnectServices,
): Promise<readonly ConfigChange[]> {
  const names = agents.map(({ label }) => label).join(', ');
  for (let wish: Wish = { connect: !isConnected, hooks: true }; ;) {
    const plan = await planOf(agents, wish, services);
    const changes = plan.changes.filter(({ before, after }) => before !== after);
    const title = wish.connect ? l10n.t('Connect {0}', names) : l10n.t('Disconnect {0}', names);
    await services.documents.show(title, changes);
    try {
      const chosen = await pick(itemsOf(plan, changes, wish), title, reviewHint(), { staysOpen: true });
      if (chosen.wish === undefined) return changes;
      wish = chosen.wish;
    } finally {
      await services.documents.close(title);
    }
  }
}

/** Shows the diff of the setting that says for how many days an agent keeps sessions, as `review` does. */
export async function reviewKeeping(
  agent: ConnectableAgent,
  days: number,
  services: ConnectServices,
): Promise<readonly ConfigChange[]> {
  const plan = await keeping([agent], days, aroundOf(services));
  const changes = plan.changes.filter(({ before, after }) => before !== after);
  const title = l10n.t('Keep Sessions of {0} for {1} Days', agent.label, days);
  await services.documents.show(title, changes);
  try {
    const items = [firstItem(changes, writeLabel()), ...refusedItems(plan)];
    await pick(items, title, reviewHint(), { staysOpen: true });
    return changes;
  } finally {
    await services.documents.close(title);
  }
}

const reviewHint = (): string => l10n.t('Review the changes in the editor, then choose');
const writeLabel = (): string => `$(check) ${l10n.t('Write These Changes')}`;

/** What is shown, for Enter. */
const firstItem = (changes: readonly ConfigChange[], label: string): WishItem =>
  changes.length > 0
    ? { label, description: fileNames(changes) }
    : { label: l10n.t('Nothing to change'), description: '' };

const refusedItems = ({ refusals }: ConfigPlan): readonly WishItem[] =>
  [...new Map(refusals.map((refusal) => [refusal.path, refusal.reason]))].map(([path, reason]) => ({
    label: `$(warning) ${l10n.t('{0} cannot be read and is left alone', path)}`,
    description: reason,
  }));

async function planOf(
  agents: readonly ConnectableAgent[],
  { connect, hooks, rules }: Wish,
  services: ConnectServices,
): Promise<ConfigPlan> {
  const around = aroundOf(services);
  if (!connect)
    return disconnecting(agents, { scopes, keep: await connectedBesides(agents, around) }, around);
  const language = env.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  const choice = rules && { rules: { kind: rules, language } as const };
  const tools = toolProfiles.find((one) => one === serverTools() && one !== 'default');
  return connecting(agents, { scope: 'user', hooks, ...choice, ...(tools && { tools }) }, around);
}

/** Puts what is shown first, for Enter, then the alternatives. */
function itemsOf(plan: ConfigPlan, changes: readonly ConfigChange[], wish: Wish): readonly WishItem[] {
  const { connect, hooks, rules } = wish;
  const label = connect ? writeLabel() : `$(trash) ${l10n.t('Take These Entries Out')}`;
  const first = firstItem(changes, label);
  const refused = refusedItems(plan);
  if (!connect)
    return [
      first,
      ...refused,
      { label: l10n.t('Change Hooks or Rules…'), wish: { connect: true, hooks: true } },
    ];
  const options: readonly WishItem[] = [
    {
      label: hooks ? l10n.t('Without Hooks') : l10n.t('With Hooks'),
      description: l10n.t('Hooks keep conversations before they are compacted'),
      wish: { ...wish, hooks: !hooks },
    },
    ...ruleItems(wish, rules),
  ];
  return [first, ...refused, ...options];
}

function ruleItems(wish: Wish, rules: RulesChoice['kind'] | undefined): readonly WishItem[] {
  if (projectFolder() === undefined) return [];
  const description = l10n.t(
    'In instruction files of this project, which are shared with everyone who works on it',
  );
  const { connect, hooks } = wish;
  const all: readonly (readonly [RulesChoice['kind'] | undefined, string])[] = [
    [undefined, l10n.t('Without Rules')],
    ['minimal', l10n.t('With Short Rules')],
    ['full', l10n.t('With Full Rules')],
  ];
  return all
    .filter(([kind]) => kind !== rules)
    .map(([kind, label]) => ({ label, description, wish: { connect, hooks, ...(kind && { rules: kind }) } }));
}
