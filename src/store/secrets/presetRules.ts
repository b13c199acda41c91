import type { rules } from '@secretlint/secretlint-rule-preset-recommend';

/** A secret in a text. */
export interface FoundSecret {
  /** What it is, in the terms of its provider: `GITHUB_TOKEN`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/*
 * The rules of secretlint are run here without its core, which is asynchronous, and which adds marks to the timeline of
 * the process for each text that are never removed.
 */

/** Comments in a text must not decide what is a secret there; the others need a file of their own, or miss what ours find. */
const leftOut =
  /^(?:filter-comments|gcp|privatekey|basicauth|database-connection-string|hashicorp-vault|openai|sendgrid)$/;

/** What a text matches where a rule may find something, quick and seldom found in other text: of each rule that is run. */
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

/** Messages of rules whose names would not be understood, or say more than is replaced. */
const kinds: Readonly<Record<string, string>> = {
  IncomingWebhook: 'SLACK_WEBHOOK',
  OPS_TOKEN: 'ONEPASSWORD_TOKEN',
  PackageJSON_xOauthToken: 'GITHUB_TOKEN',
};

/** `AWSSecretAccessKey` as `AWS_SECRET_ACCESS_KEY`. */
const kindOf = (messageId: string): string =>
  kinds[messageId] ??
  messageId
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase();

type PresetRule = (typeof rules)[number];
type RuleContext = Parameters<PresetRule['create']>[0];
type RuleSource = Parameters<NonNullable<ReturnType<PresetRule['create']>['file']>>[0];

/** The rules with their names, without what all of these begin with. */
export function presetRules(): readonly { readonly name: string; readonly rule: PresetRule }[] {
  // Making them takes as long as all else that a first save needs, and texts are masked without waiting.
  // oxlint-disable-next-line typescript/no-require-imports, typescript/no-unsafe-assignment
  const preset: { readonly rules: typeof rules } = require('@secretlint/secretlint-rule-preset-recommend');
  return preset.rules
    .map((rule) => ({ name: rule.meta.id.replace(/^.*secretlint-rule-/, ''), rule }))
    .filter(({ name }) => !leftOut.test(name));
}

/** What a text matches where some rule may find something. */
export const presetAnchor = Object.values(anchors).join('|');

/** The text that the rules look at, and what they find in it. */
let looked: { readonly text: string; readonly found: FoundSecret[] } = { text: '', found: [] };

const context: RuleContext = {
  sharedOptions: {},
  createTranslator: () => (messageId, data: unknown) => ({ message: '', messageId: String(messageId), data }),
  ignore: () => undefined,
  // The ranges of some rules are not those of the secret, so this is what they say about it.
  report: ({ message, range: [from, to] }) => {
    const { text, found } = looked;
    const secret = secretIn(message.data) ?? text.slice(from, to);
    const start = text.indexOf(secret, from);
    if (start !== -1) found.push({ kind: kindOf(message.messageId), start, end: start + secret.length });
  },
};

/** Made once, by the first text that may hold a secret: most of what a rule costs is making it. */
let handlers:
  | readonly { readonly quick: RegExp; readonly rule: ReturnType<PresetRule['create']> }[]
  | undefined;

/** What the recommended rules of secretlint find in a text. */
export function findByPreset(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  looked = { text, found };
  const source = sourceOf(text);
  // The rules that are run compute; none of them waits.
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
