import { randomInt } from 'node:crypto';

/*
 * One token of each kind, made up when the tests run: what stands here has the form of a token only after that. `{A24}`
 * is 24 letters and digits, of which there are several alphabets; what is secret of a text stands between ⟦ and ⟧.
 */

const alphabets: Readonly<Record<string, string>> = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  L: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  B: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  h: '0123456789abcdef',
  d: '0123456789',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
};

const uuid = '{h8}-{h4}-{h4}-{h4}-{h12}';

/** A token by its rule of secretlint, without what the names of all of them begin with. */
const ofRules: Readonly<Record<string, readonly string[]>> = {
  '1password': [`ops_⟪{"email":"a@example.com","key":"{A99}"}⟫`],
  anthropic: ['sk-ant-api03-{A93}AA'],
  aws: ['aws_secret_access_key = ⟦{A40}⟧', '"SecretAccessKey": "⟦{A40}⟧"'],
  databricks: ['dapi{h32}'],
  docker: ['dckr_pat_{A27}'],
  figma: ['figd_{A40}'],
  github: ['ghp_{A36}', 'gho_{A36}', 'ghu_{A36}', 'ghs_{A36}', 'ghr_{A36}', 'github_pat_{A22}_{A59}'],
  gitlab: ['glpat-{A20}'],
  grafana: ['glc_eyJ{A60}', 'glsa_{A32}_{h8}'],
  groq: ['gsk_{A52}'],
  huggingface: ['hf_{L34}'],
  linear: ['lin_api_{A40}'],
  notion: ['ntn_{d11}{A35}'],
  npm: ['npm_{A36}', 'https://⟦{A40}⟧:x-oauth-basic@github.com/me/shop.git'],
  shopify: ['shpat_{A32}', 'shpss_{A38}', 'shpca_{A32}', 'shppa_{A32}'],
  slack: [
    'xoxb-{d12}-{d12}-{A24}',
    'xapp-1-{U11}-{d13}-{A40}',
    'https://hooks.slack.com/services/T{U8}/B{U8}/{A24}',
  ],
  vercel: ['vcp_{A24}', 'vci_{A24}', 'vca_{A24}', 'vcr_{A24}', 'vck_{A56}'],
};

/** A token by the kind that our own table gives it. */
const ofForms: Readonly<Record<string, readonly string[]>> = {
  AGE_SECRET_KEY: ['AGE-SECRET-KEY-1{U58}'],
  AIRTABLE_TOKEN: ['pat{A14}.{h64}'],
  ANTHROPIC_TOKEN: ['sk-ant-oat01-{A95}', 'sk-ant-admin01-{A93}AA'],
  ARTIFACTORY_KEY: ['AKCp{A69}', 'cmVmd{A59}'],
  ATLASSIAN_TOKEN: ['ATATT3{A186}', 'ATBB{A32}'],
  AWS_BEDROCK_KEY: ['ABSK{A128}'],
  AWS_SECRET_ACCESS_KEY: ['aws configure set aws_secret_access_key ⟦{A40}⟧', 'secretAccessKey: ⟦{A40}⟧'],
  AZURE_CLIENT_SECRET: ['{A3}8Q~{A34}'],
  AZURE_DEVOPS_TOKEN: ['{A76}AZDO{A4}'],
  AZURE_STORAGE_KEY: ['AccountName=shop;AccountKey=⟦{A86}==⟧;EndpointSuffix=core.windows.net'],
  BREVO_KEY: ['xkeysib-{h64}-{A16}'],
  BUILDKITE_TOKEN: ['bkua_{h40}'],
  CEREBRAS_KEY: ['csk-{a48}'],
  CIRCLECI_TOKEN: ['CCIPAT_{A22}_{h40}'],
  CLICKUP_TOKEN: ['pk_{d8}_{U32}'],
  CLOJARS_TOKEN: ['CLOJARS_{a60}'],
  CLOUDFLARE_ORIGIN_KEY: ['v1.0-{h24}-{h146}'],
  CONTENTFUL_TOKEN: ['CFPAT-{A43}'],
  CRATES_TOKEN: ['cio{A32}'],
  DEEPSEEK_KEY: ['sk-{h32}'],
  DEFINED_NETWORKING_KEY: ['dnkey-{a26}-{a52}'],
  DIGITALOCEAN_TOKEN: ['dop_v1_{h64}', 'doo_v1_{h64}', 'dor_v1_{h64}'],
  DISCORD_WEBHOOK: ['https://discord.com/api/webhooks/{d18}/{A68}'],
  DOPPLER_TOKEN: ['dp.pt.{A43}', 'dp.st.dev.{A43}'],
  DROPBOX_TOKEN: ['sl.{A135}', 'sl.u.{A140}'],
  DUFFEL_TOKEN: ['duffel_live_{A43}'],
  DYNATRACE_TOKEN: ['dt0c01.{U24}.{U64}'],
  EASYPOST_KEY: ['EZAK{A54}'],
  FIRECRAWL_KEY: ['fc-{h32}'],
  FLUTTERWAVE_KEY: ['FLWSECK_TEST-{h32}-X'],
  FLY_TOKEN: ['fo1_{A43}', 'FlyV1 ⟦fm2_{A160}⟧'],
  FRAMEIO_TOKEN: ['fio-u-{A64}'],
  GITHUB_TOKEN: ['ghp_{A60}', 'ghs_{d7}_eyJ{A60}.{A60}.{A43}'],
  GITLAB_TOKEN: ['glpat-{A27}.01.{a9}', 'gldt-{A20}', 'glrt-{A20}', 'glptt-{h40}'],
  GOOGLE_API_KEY: ['AIza{w35}'],
  GOOGLE_CLIENT_SECRET: ['GOCSPX-{w28}'],
  GOOGLE_OAUTH_TOKEN: ['ya29.{w120}'],
  HARNESS_TOKEN: ['pat.{A22}.{h24}.{A20}'],
  HEROKU_KEY: ['HRKU-AA{A58}'],
  HUBSPOT_TOKEN: [`pat-na1-${uuid}`],
  HUGGINGFACE_TOKEN: ['api_org_{A34}', 'hf_{A40}', 'hf_{L37}'],
  INFRACOST_KEY: ['ico-{A32}'],
  JWT: ['eyJ{w33}.eyJ{w60}.{w43}'],
  LANGFUSE_KEY: [`sk-lf-${uuid}`],
  LANGSMITH_KEY: ['lsv2_pt_{h32}_{h10}'],
  LINEAR_OAUTH_TOKEN: ['lin_oauth_{h64}'],
  LLM_KEY: ['sk-aB3{A45}', 'sk-aB3{A29}'],
  LOB_KEY: ['live_{h35}'],
  MAILCHIMP_KEY: ['{h32}-us12'],
  MAPBOX_TOKEN: ['sk.eyJ{A80}.{A22}'],
  MAXMIND_KEY: ['{A6}_{A29}_mmk'],
  META_TOKEN: ['EAA{A160}'],
  NETLIFY_TOKEN: ['nfp_{A40}'],
  NEWRELIC_KEY: ['NRAK-{U27}'],
  NPM_TOKEN: [`//registry.npmjs.org/:_authToken=⟦${uuid}⟧`],
  NUGET_KEY: ['oy2{a43}'],
  NVIDIA_KEY: ['nvapi-{w64}'],
  OCTOPUS_KEY: ['API-{U26}'],
  ONEPASSWORD_SECRET_KEY: ['A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}'],
  OPENROUTER_KEY: ['sk-or-v1-{h64}'],
  OPENSHIFT_TOKEN: ['sha256~{A43}'],
  PERPLEXITY_KEY: ['pplx-{A48}'],
  PINECONE_KEY: ['pcsk_{A6}_{A63}'],
  PLANETSCALE_TOKEN: ['pscale_tkn_{A43}', 'pscale_pw_{A43}'],
  POSTMAN_KEY: ['PMAK-{h24}-{h34}'],
  PREFECT_KEY: ['pnu_{A36}'],
  PULUMI_TOKEN: ['pul-{h40}'],
  PYPI_TOKEN: ['pypi-AgEIcHlwaS5vcmc{A130}'],
  README_KEY: ['rdme_{a70}'],
  REPLICATE_TOKEN: ['r8_{A37}'],
  RESEND_KEY: ['re_{A8}_{A24}'],
  RUBYGEMS_KEY: ['rubygems_{h48}'],
  SCALINGO_TOKEN: ['tk-us-{A48}'],
  SENTRY_TOKEN: ['sntrys_eyJ{A120}=_{A43}', 'sntryu_{h64}'],
  SHIPPO_TOKEN: ['shippo_live_{h40}'],
  SLACK_TOKEN: ['xoxe.xoxp-1-{A146}', 'xoxc-{d12}-{d12}-{h64}'],
  SNYK_TOKEN: ['snyk_uat.{h8}.{A60}'],
  SONARQUBE_TOKEN: ['sqp_{h40}'],
  SOURCEGRAPH_TOKEN: ['sgp_{h16}_{h40}', 'sgp_{h40}'],
  SQUARE_TOKEN: ['sq0atp-{A22}', 'EAAA{A60}'],
  STRIPE_KEY: ['sk_live_{A24}', 'rk_live_{A99}', 'sk_test_{A24}', 'whsec_{A32}'],
  SUPABASE_KEY: ['sbp_{h40}', 'sb_secret_{A31}'],
  TAILSCALE_KEY: ['tskey-auth-{A17}-{A32}'],
  TAVILY_KEY: ['tvly-dev-{A32}'],
  TELEGRAM_BOT_TOKEN: ['{d10}:AA{w33}'],
  TERRAFORM_TOKEN: ['{A14}.atlasv1.{A67}'],
  TOGETHER_KEY: ['tgp_v1_{A43}'],
  TWILIO_KEY: ['SK{h32}'],
  TYPEFORM_TOKEN: ['tfp_{A44}'],
  WAKATIME_KEY: [`waka_${uuid}`],
  XAI_KEY: ['xai-{A80}'],
  APIFY_TOKEN: ['apify_api_{A36}'],
  ASANA_TOKEN: ['1/{d16}:{h32}'],
  BROWSERBASE_KEY: ['bb_live_{A27}'],
  E2B_KEY: ['e2b_{h40}'],
  ELEVENLABS_KEY: ['sk_{h48}'],
  JINA_KEY: ['jina_{A60}'],
  LAUNCHDARKLY_KEY: [`sdk-${uuid}`],
  LIVEBLOCKS_KEY: ['sk_prod_{A64}'],
  MODAL_TOKEN: ['as-{A9}7{A12}'],
  NEON_KEY: ['napi_{a64}'],
  NOTION_SECRET: ['secret_{A43}'],
  PAYPAL_TOKEN: ['access_token$production${a16}${h32}'],
  PLAID_TOKEN: [`access-production-${uuid}`],
  POLAR_TOKEN: ['polar_oat_{A43}'],
  POSTHOG_KEY: ['phx_{A43}'],
  RUNPOD_KEY: ['rpa_{U44}'],
  TEAMS_WEBHOOK: [
    `https://shop.webhook.office.com/⟦webhookb2/${uuid}@${uuid}/IncomingWebhook/{h32}/${uuid}⟧`,
  ],
  VERCEL_BLOB_TOKEN: ['vercel_blob_rw_{A16}_{A30}'],
  ZAPIER_WEBHOOK: ['https://⟦hooks.zapier.com/hooks/catch/{d7}/{a7}⟧/'],
  AWS_ACCESS_KEY_ID: ['AKIA{B16}', 'ASIA{B16}'],
  AZURE_SAS: ['https://shop.blob.core.windows.net/a?sv=2024&sig=⟦{A42}%3D⟧'],
  AZURE_SHARED_ACCESS_KEY: ['SharedAccessKeyName=all;SharedAccessKey=⟦{A43}=⟧'],
  BASE64_PRIVATE_KEY: ['LS0tLS1CRUdJTiBSU0Eg{A120}'],
  DISCORD_BOT_TOKEN: ['MTIz{A21}.{A6}.{A38}'],
  GEMINI_KEY: ['AQ.Ab8{A50}'],
  GITLAB_RUNNER_TOKEN: ['GR1348941{A20}'],
  GOOGLE_REFRESH_TOKEN: ['1//0{w80}'],
  MAILGUN_KEY: ['key-{h32}'],
  OPENAI_TOKEN: ['sk-proj-{w74}T3BlbkFJ{w74}', 'sk-svcacct-{w58}T3BlbkFJ{w58}', 'sk-{A20}T3BlbkFJ{A20}'],
  PUTTY_KEY: ['Private-Lines: 1\n⟦{A44}=⟧'],
  SENDGRID_KEY: ['SG.{w22}.{w43}'],
  VAULT_TOKEN: ['hvs.{w95}', 'hvb.{w150}', 'hvr.{w95}'],
  WIREGUARD_KEY: ['PrivateKey = ⟦{A43}=⟧'],
  YANDEX_KEY: ['AQVN{A36}'],
  ADOBE_CLIENT_SECRET: ['p8e-{a32}'],
  ADYEN_KEY: ['AQEyhmfx{A92}==-{A43}=-{A16}', 'AQEx{A99}-{A43}=-W+t7;s4}%{A7}'],
  AIVEN_KEY: ['AVNS_{w19}'],
  ANYSCALE_KEY: ['esecret_{A32}'],
  CONVEX_KEY: ['prod:happy-otter-123|eyJ{A80}', 'preview:team:shop|eyJ{A80}', 'convex-self-hosted|01{h100}'],
  FIREWORKS_KEY: ['fw_{A9}7{A14}'],
  SEGMENT_TOKEN: ['sgp_{A64}'],
  STACKHAWK_KEY: ['hawk.{w20}.{w20}'],
  STATSIG_KEY: ['secret-{A20}7{A22}', 'console-{A20}7{A22}'],
  VOYAGE_KEY: ['pa-{w20}aB7{w20}'],
};

export interface Token {
  /** What it is, for messages of tests. */
  readonly of: string;
  /** A text with the secret in it. */
  readonly text: string;
  readonly secret: string;
}

export const tokenRules = Object.keys(ofRules);
export const tokenKinds = Object.keys(ofForms);

/** A new token of each kind, by chance; with a number, the first and last characters of its parts are those of that number. */
export const tokens = (ends?: number): Token[] =>
  [...Object.entries(ofRules), ...Object.entries(ofForms)].flatMap(([of, forms]) =>
    forms.map((form) => ({ of, ...made(form, ends) })),
  );

/** A new token of GitHub. */
export const githubToken = (): string => made('ghp_{A36}').text;

function made(form: string, ends?: number): { text: string; secret: string } {
  const filled = form
    .replace(/\{(\w)(\d+)\}/g, (_, name: string, length: string) => {
      const alphabet = alphabets[name]!;
      const part = random(alphabet, Number(length));
      if (ends === undefined || part.length < 3) return part;
      const last = ends + Math.floor(ends / alphabet.length);
      return `${alphabet[ends % alphabet.length]}${part.slice(1, -1)}${alphabet[last % alphabet.length]}`;
    })
    .replace(/⟪(.*)⟫/, (_, json: string) => Buffer.from(json).toString('base64url'));
  const [, secret = filled] = /⟦(.*)⟧/.exec(filled) ?? [];
  return { text: filled.replace(/[⟦⟧]/g, ''), secret };
}

const random = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
