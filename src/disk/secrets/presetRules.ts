import type { rules } from '@secretlint/secretlint-rule-preset-recommend';

/** A secret in a text. */
export interface FoundSecret {
  /** Kind in its provider's terms: `GITHUB_TOKEN`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/*
 * secretlint's rules, run without its core, which is asynchronous and adds permanent marks to the process's timeline
 * for each text.
 */

/**
 * Rules that are not run. One lets comments in a text disable it; the others need a separate file or are covered by
 * this product's own patterns.
 */
const leftOut =
  /^(?:filter-comments|gcp|privatekey|basicauth|database-connection-string|hashicorp-vault|openai|sendgrid)$/;

/** For each rule, a pattern that is quick, rare in other text, and matches wherever the rule finds something. */
const anchors: Readonly<Record<string, string>> = {
  '1password': 'ops_ey',
  anthropic: 'sk-ant-',
  aws: '[sS](?:ecret|ECRET)_?[aA](?:ccess|CCESS)_?[kK](?:ey|EY)',
  databricks: 'dapi[A-Fa-f0-9]{8}',
  docker: 'dckr_pat_',
  figma: 'figd_',
  github: 'gh[pousr]_|github_pat_',
  gitlab: 'glpat-',
  grafana: 'gl(?:c|sa)_',
  groq: 'gsk_',
  huggingface: 'hf_[a-zA-Z]{34}',
  linear: 'lin_api_',
  notion: 'ntn_',
  npm: 'x-oauth-basic|npm_[A-Za-z0-9]{36}',
  shopify: 'shp(?:pa|ca|at|ss)_',
  slack: 'xox[bpaor]-|xapp-|[hH][oO][oO][kK][sS]\\.[sS][lL][aA][cC][kK]',
  vercel: 'vc[piark]_',
};

/** Names for rules whose own are unclear or cover more than is replaced. */
const kinds: Readonly<Record<string, string>> = {
  IncomingWebhook: 'SLACK_WEBHOOK',
  OPS_TOKEN: 'ONEPASSWORD_TOKEN',
  PackageJSON_xOauthToken: 'GITHUB_TOKEN',
};

/** Converts `AWSSecretAccessKey` to `AWS_SECRET_ACCESS_KEY`. */
const kindOf = (messageId: string): string =>
  kinds[messageId] ??
  messageId
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase();

type PresetRule = (typeof rules)[number];
type RuleContext = Parameters<PresetRule['create']>[0];
type RuleSource = Parameters<NonNullable<ReturnType<PresetRule['create']>['file']>>[0];

/** Returns the rules by name, without the prefix common to all. */
export function presetRules(): readonly { readonly name: string; readonly rule: PresetRule }[] {
  // Loading takes as long as the rest of a first save, and masking is synchronous.
  // oxlint-disable-next-line typescript/no-require-imports, typescript/no-unsafe-assignment
  const preset: { readonly rules: typeof rules } = require('@secretlint/secretlint-rule-preset-recommend');
  return preset.rules
    .map((rule) => ({ name: rule.meta.id.replace(/^.*secretlint-rule-/, ''), rule }))
    .filter(({ name }) => !leftOut.test(name));
}

/** Pattern that texts with a possible match of a rule match. */
export const presetAnchor = Object.values(anchors).join('|');

/** The text being checked, and the secrets found in it. */
let checked: { readonly text: string; readonly found: FoundSecret[] } = { text: '', found: [] };

const context: RuleContext = {
  sharedOptions: {},
  createTranslator: () => (messageId, data: unknown) => ({ message: '', messageId: String(messageId), data }),
  ignore: () => undefined,
  // The ranges of some rules differ from the secret's, so the message is used.
  report: ({ message, range: [from, to] }) => {
    const { text, found } = checked;
    const secret = secretIn(message.data) ?? text.slice(from, to);
    const start = text.indexOf(secret, from);
    if (start !== -1) found.push({ kind: kindOf(message.messageId), start, end: start + secret.length });
  },
};

/** Handlers of the rules, created for the first text that may hold a secret, as creation is most of a rule's cost. */
let handlers:
  | readonly { readonly quick: RegExp; readonly rule: ReturnType<PresetRule['create']> }[]
  | undefined;

/** Finds secrets by secretlint's recommended rules. */
export function findByPreset(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  checked = { text, found };
  const source = sourceOf(text);
  // The rules that are run are synchronous.
  handlers ??= presetRules().map(({ name, rule }) => ({
    quick: new RegExp(anchors[name] ?? ''),
    rule: rule.create(context, {}),
  }));
  for (const { quick, rule } of handlers) if (quick.test(text)) void rule.file?.(source);
  return found;
}

function secretIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const text = Object.entries(data).find(([key, value]) => key !== 'typeName' && typeof value === 'string');
  return typeof text?.[1] === 'string' ? text[1] : undefined;
}

const sourceOf = (content: string): RuleSource => ({
  content,
  filePath: undefined,
  physicalFilePath: undefined,
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  ext: '',
  contentType: 'text',
  hasBOM: false,
  indexToPosition: () => ({ line: 1, column: 0 }),
  positionToIndex: () => 0,
  rangeToLocation: () => ({ start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }),
  locationToRange: () => [0, 0],
});
