import type { FoundSecret } from './presetRules.ts';

/*
 * Token formats that secretlint's rules lack, as documented by their providers: a prefix, an alphabet, a length.
 * Nothing is guessed from randomness. Lengths are open-ended if the prefix is sufficient, since tokens tend to grow.
 * Most providers are listed by GitHub:
 * https://docs.github.com/code-security/reference/secret-security/supported-secret-scanning-patterns
 */

/**
 * Kind, anchor and form of each format. Anchors are patterns too, quick and rare in other text; an empty one means the
 * form itself.
 */
export const providerForms: readonly (readonly [kind: string, anchor: string, form: string])[] = [
  ['AGE_SECRET_KEY', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[0-9A-Z]{58}'],
  ['AIRTABLE_TOKEN', 'pat\\w{14}\\.[0-9a-f]{64}', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'],
  ['ANTHROPIC_TOKEN', 'sk-ant-', 'sk-ant-[a-z]{3,10}\\d{2}-[\\w-]{40,300}'],
  ['ARTIFACTORY_KEY', 'AKCp|cmVmd', 'AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}'],
  ['ATLASSIAN_TOKEN', 'ATATT3|ATCTT3|ATBB', '(?:ATATT3|ATCTT3)[\\w=-]{180,260}|ATBB[A-Za-z0-9]{32}'],
  ['AWS_BEDROCK_KEY', 'ABSK', 'ABSK[A-Za-z0-9+/]{100,270}={0,2}'],
  [
    'AWS_SECRET_ACCESS_KEY',
    '[sS](?:ecret|ECRET)_?[aA](?:ccess|CCESS)_?[kK](?:ey|EY)',
    '(?<=[sS](?:ecret|ECRET)_?[aA](?:ccess|CCESS)_?[kK](?:ey|EY)[\\s"\'\\\\]{0,8}(?:=>|[:=])?[\\s"\'\\\\]{0,8})(?!\\w{0,40}EXAMPLE|wJalrXUtnFEMI)[A-Za-z0-9/+=]{40}',
  ],
  ['AZURE_CLIENT_SECRET', '\\dQ~', '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}'],
  ['AZURE_DEVOPS_TOKEN', 'AZDO', '[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}'],
  ['AZURE_STORAGE_KEY', 'AccountKey', '(?<=AccountKey=)[A-Za-z0-9+/]{86}=='],
  ['BREVO_KEY', 'xkeysib-|xsmtpsib-', 'x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['BUILDKITE_TOKEN', 'bkua_|bkct_|bkat_', 'bk(?:ua|ct|at)_[0-9a-f]{40,64}'],
  ['CEREBRAS_KEY', 'csk-', 'csk-[a-z0-9]{48}'],
  ['CIRCLECI_TOKEN', 'CCIPAT_|CCIPRJ_', 'CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}'],
  ['CLICKUP_TOKEN', '', 'pk_\\d{6,9}_[A-Z0-9]{32}'],
  ['CLOJARS_TOKEN', 'CLOJARS_', 'CLOJARS_[a-z0-9]{60}'],
  ['CLOUDFLARE_ORIGIN_KEY', 'v1\\.0-', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'],
  ['CONTENTFUL_TOKEN', 'CFPAT-', 'CFPAT-[\\w-]{43,}'],
  ['CRATES_TOKEN', '', 'cio[A-Za-z0-9]{32}'],
  ['DEEPSEEK_KEY', '', 'sk-[0-9a-f]{32}'],
  ['DEFINED_NETWORKING_KEY', 'dnkey-', 'dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}'],
  ['DIGITALOCEAN_TOKEN', 'dop_v1_|doo_v1_|dor_v1_', 'do[opr]_v1_[0-9a-f]{64}'],
  [
    'DISCORD_WEBHOOK',
    '/api/webhooks/',
    'https://(?:\\w+\\.)?discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[\\w-]{60,80}',
  ],
  ['DOPPLER_TOKEN', '', 'dp\\.(?:audit|ct|pt|sa|scim|st)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}'],
  ['DROPBOX_TOKEN', '', 'sl\\.(?:u\\.)?[\\w-]{130,1500}'],
  ['DUFFEL_TOKEN', 'duffel_', 'duffel_(?:live|test)_[\\w=-]{43}'],
  ['DYNATRACE_TOKEN', '', 'dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['EASYPOST_KEY', 'EZAK|EZTK', 'EZ[AT]K[A-Za-z0-9]{54}'],
  ['FIRECRAWL_KEY', '', 'fc-[0-9a-f]{32}'],
  ['FLUTTERWAVE_KEY', 'FLWSECK', 'FLWSECK(?:_TEST)?-[0-9a-h]{32}-X'],
  ['FLY_TOKEN', 'fo1_|fm1[ar]|fm2_', 'fo1_[\\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,2000}={0,3}'],
  ['FRAMEIO_TOKEN', 'fio-u-', 'fio-u-[\\w=-]{64}'],
  ['GITHUB_TOKEN', 'gh[pousr]_', 'gh[pousr]_[A-Za-z0-9]{36,255}|ghs_\\d+_eyJ[\\w.-]{60,1000}'],
  [
    'GITLAB_TOKEN',
    '',
    'gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|rtr|soat|wt)-[\\w-]{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{7,9})?',
  ],
  ['GOOGLE_API_KEY', 'AIza', 'AIza[\\w-]{35}'],
  ['GOOGLE_CLIENT_SECRET', 'GOCSPX-', 'GOCSPX-[\\w-]{28}'],
  ['GOOGLE_OAUTH_TOKEN', 'ya29\\.', 'ya29\\.[\\w-]{30,2000}'],
  ['HARNESS_TOKEN', '', '[ps]at\\.[\\w-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}'],
  ['HEROKU_KEY', 'HRKU-', 'HRKU-[\\w-]{36,70}'],
  ['HUBSPOT_TOKEN', '', 'pat-[a-z]{2}\\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['HUGGINGFACE_TOKEN', 'hf_[A-Za-z0-9]{34}|api_org_', '(?:hf|api_org)_[A-Za-z0-9]{34,100}'],
  ['INFRACOST_KEY', '', 'ico-[A-Za-z0-9]{32}'],
  ['JWT', 'eyJ[\\w-]{8}', '(?<![\\w-])eyJ[\\w-]{15,2000}\\.eyJ[\\w-]{15,8000}\\.[\\w-]{20,1000}'],
  ['LANGFUSE_KEY', 'sk-lf-', 'sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['LANGSMITH_KEY', 'lsv2_', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['LINEAR_OAUTH_TOKEN', 'lin_oauth_', 'lin_oauth_[0-9a-f]{64}'],
  // Without a provider's own part: Moonshot, LiteLLM and others; of all three kinds of characters, unlike names.
  [
    'LLM_KEY',
    'sk-[A-Za-z0-9]{32}',
    'sk-(?=[A-Za-z]{0,200}\\d)(?=[A-Z\\d]{0,200}[a-z])(?=[a-z\\d]{0,200}[A-Z])[A-Za-z0-9]{32,200}',
  ],
  ['LOB_KEY', '', '(?:live|test)_[0-9a-f]{35}'],
  ['MAILCHIMP_KEY', '[0-9a-f]-us\\d', '[0-9a-f]{32}-us\\d{1,2}'],
  ['MAPBOX_TOKEN', 'sk\\.eyJ', 'sk\\.eyJ[\\w-]{40,}\\.[\\w-]{22}'],
  ['MAXMIND_KEY', '_mmk', '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk'],
  ['META_TOKEN', '', 'EAA[A-Za-z0-9]{100,400}'],
  ['NETLIFY_TOKEN', 'nfp_', 'nfp_[A-Za-z0-9]{36,}'],
  ['NEWRELIC_KEY', 'NRAK-|NRII-', 'NRAK-[A-Z0-9]{27}|NRII-[\\w-]{32}'],
  ['NPM_TOKEN', '_auth(?:Token)?[\\s"\\\\]*[=:]', '(?<=_auth(?:Token)?\\s?=\\s?"?)[A-Za-z0-9+/_=-]{20,}'],
  ['NUGET_KEY', '', 'oy2[a-z0-9]{43}'],
  ['NVIDIA_KEY', 'nvapi-', 'nvapi-[\\w-]{60,}'],
  ['OCTOPUS_KEY', '', 'API-[A-Z0-9]{26}'],
  [
    'ONEPASSWORD_SECRET_KEY',
    '',
    'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
  ],
  ['OPENROUTER_KEY', 'sk-or-', 'sk-or-v1-[0-9a-f]{64}'],
  ['OPENSHIFT_TOKEN', 'sha256~', 'sha256~[\\w-]{43}'],
  ['PERPLEXITY_KEY', 'pplx-', 'pplx-[A-Za-z0-9]{48}'],
  ['PINECONE_KEY', 'pcsk_', 'pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{63}'],
  ['PLANETSCALE_TOKEN', 'pscale_', 'pscale_(?:oauth|pw|tkn)_[\\w=.-]{32,64}'],
  ['POSTMAN_KEY', 'PMAK-', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['PREFECT_KEY', 'pnu_|pnb_', 'pn[ub]_[A-Za-z0-9]{36}'],
  ['PULUMI_TOKEN', 'pul-', 'pul-[0-9a-f]{40}'],
  ['PYPI_TOKEN', 'pypi-AgE', 'pypi-AgE[\\w-]{50,1000}'],
  ['README_KEY', 'rdme_', 'rdme_[a-z0-9]{70}'],
  ['REPLICATE_TOKEN', '', 'r8_[A-Za-z0-9]{37}'],
  ['RESEND_KEY', '', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'],
  ['RUBYGEMS_KEY', 'rubygems_', 'rubygems_[0-9a-f]{48}'],
  ['SCALINGO_TOKEN', 'tk-us-', 'tk-us-[\\w-]{48}'],
  ['SENTRY_TOKEN', 'sntrys_|sntryu_', 'sntrys_[A-Za-z0-9+/=_]{60,400}|sntryu_[0-9a-f]{64}'],
  ['SHIPPO_TOKEN', 'shippo_', 'shippo_(?:live|test)_[0-9a-f]{40}'],
  ['SLACK_TOKEN', '', 'xox[cdes](?:\\.xox[a-z])?-[\\w%+/-]{30,400}'],
  ['SNYK_TOKEN', 'snyk_', 'snyk_[a-z]{3}\\.[0-9a-f]{8}\\.[\\w.-]{40,400}'],
  ['SONARQUBE_TOKEN', 'sqp_|squ_|sqa_', 'sq[apu]_[0-9a-f]{40}'],
  ['SOURCEGRAPH_TOKEN', 'sgp_', 'sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}'],
  ['SQUARE_TOKEN', 'sq0|EAAA', 'sq0(?:atp|csp|idp)-[\\w-]{22,43}|EAAA[\\w-]{60}'],
  [
    'STRIPE_KEY',
    'k_live_|k_test_|whsec_',
    '[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{32,64}',
  ],
  ['SUPABASE_KEY', 'sbp_|sb_secret_', 'sbp_(?:v\\d_)?[0-9a-f]{40}|sb_secret_[\\w-]{31}'],
  ['TAILSCALE_KEY', 'tskey-', 'tskey-[a-z]{3,10}-[A-Za-z0-9]{10,30}-[A-Za-z0-9]{20,60}'],
  ['TAVILY_KEY', 'tvly-', 'tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}'],
  ['TELEGRAM_BOT_TOKEN', '\\d:A[\\w-]{34}', '\\d{8,10}:A[\\w-]{34}'],
  ['TERRAFORM_TOKEN', '\\.atlasv1\\.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}'],
  ['TOGETHER_KEY', 'tgp_v1_', 'tgp_v1_[\\w-]{43}'],
  ['TWILIO_KEY', '', 'SK[0-9a-f]{32}'],
  ['TYPEFORM_TOKEN', 'tfp_', 'tfp_[\\w.=-]{40,60}'],
  ['WAKATIME_KEY', 'waka_', 'waka_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['XAI_KEY', 'xai-', 'xai-[A-Za-z0-9]{70,}'],
  ['APIFY_TOKEN', 'apify_api_', 'apify_api_[A-Za-z0-9]{34,40}'],
  ['ASANA_TOKEN', '', '[12]/\\d{16}(?:/\\d{16})?:[0-9a-f]{32}'],
  ['BROWSERBASE_KEY', 'bb_live_|bb_test_', 'bb_(?:live|test)_[\\w-]{27}'],
  ['E2B_KEY', 'e2b_', 'e2b_[0-9a-f]{40}'],
  ['ELEVENLABS_KEY', 'sk_[0-9a-f]{8}', 'sk_[0-9a-f]{48}'],
  ['JINA_KEY', 'jina_', 'jina_[\\w-]{60}'],
  ['LAUNCHDARKLY_KEY', '(?:sdk|api)-[0-9a-f]{8}-', '(?:sdk|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['LIVEBLOCKS_KEY', 'sk_prod_|sk_dev_', 'sk_(?:prod|dev)_[\\w-]{40,100}'],
  ['MODAL_TOKEN', 'a[ks]-[A-Za-z0-9]{22}', 'a[ks]-(?=[A-Za-z]{0,21}\\d)[A-Za-z0-9]{22}'],
  ['NEON_KEY', 'napi_', 'napi_[a-z0-9]{60,80}'],
  ['NOTION_SECRET', 'secret_[A-Za-z0-9]{43}', 'secret_[A-Za-z0-9]{43}'],
  ['PAYPAL_TOKEN', 'access_token[$]', 'access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[0-9a-f]{32}'],
  [
    'PLAID_TOKEN',
    'access-(?:production|development|sandbox)-',
    'access-(?:production|development|sandbox)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  ],
  ['POLAR_TOKEN', 'polar_', 'polar_(?:oat|pat|rst)_[A-Za-z0-9]{32,100}'],
  ['POSTHOG_KEY', 'phx_', 'phx_[A-Za-z0-9]{40,60}'],
  ['RUNPOD_KEY', 'rpa_', 'rpa_[A-Za-z0-9]{40,50}'],
  [
    'TEAMS_WEBHOOK',
    '/IncomingWebhook/',
    'webhookb2/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  ],
  ['VERCEL_BLOB_TOKEN', 'vercel_blob_rw_', 'vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30,40}'],
  ['ZAPIER_WEBHOOK', '/hooks/catch/', 'hooks\\.zapier\\.com/hooks/catch/\\d{5,10}/[a-z0-9]{6,8}'],
  [
    'AWS_ACCESS_KEY_ID',
    'A[KS]IA[A-Z2-7]{8}',
    '(?:AKIA|ASIA)(?!IOSFODNN7EXAMPLE|I44QH8DHBEXAMPLE)[A-Z2-7]{16}',
  ],
  ['AZURE_SAS', '[?&]sig=', '(?<=[?&]sig=)[A-Za-z0-9%+/]{40,100}(?:%3[D+]|=)'],
  ['AZURE_SHARED_ACCESS_KEY', 'SharedAccessKey=', '(?<=SharedAccessKey=)[A-Za-z0-9+/]{43}='],
  [
    'BASE64_PRIVATE_KEY',
    'LS0tLS1CRUdJTi',
    'LS0tLS1CRUdJTi(?:BQUklW|BSU0Eg|BFQyBQ|BPUEVO|BFTkNS|BEU0Eg)[A-Za-z0-9+/]{40,20000}={0,2}',
  ],
  [
    'DISCORD_BOT_TOKEN',
    '[MNO][DTjz][AEIMQUYcgk][w-z0-5][\\w-]{20,22}\\.',
    '[MNO][DTjz][AEIMQUYcgk][w-z0-5][A-Za-z\\d_-]{20,22}\\.[\\w-]{6}\\.[\\w-]{27,45}',
  ],
  ['GEMINI_KEY', 'AQ\\.Ab8', 'AQ\\.Ab8[\\w-]{40,100}'],
  ['GITLAB_RUNNER_TOKEN', 'GR1348941', 'GR1348941[\\w-]{20,50}'],
  ['GOOGLE_REFRESH_TOKEN', '1//0', '1//0[\\w-]{40,200}'],
  ['MAILGUN_KEY', 'key-[0-9a-f]{8}', 'key-[0-9a-f]{32}'],
  ['OPENAI_TOKEN', 'T3BlbkFJ', 'sk-[\\w-]{20,200}T3BlbkFJ[\\w-]{20,200}'],
  [
    'PUTTY_KEY',
    'Private-Lines: ',
    '(?<=Private-Lines: \\d{1,3}\\s{1,2})[A-Za-z0-9+/=]{20,64}(?:\\s{1,2}[A-Za-z0-9+/=]{4,64}){0,60}',
  ],
  ['SENDGRID_KEY', 'SG\\.[\\w-]', 'SG\\.[\\w-]{22}\\.[\\w-]{43}'],
  ['VAULT_TOKEN', 'hv[sbr]\\.', 'hv[sbr]\\.[\\w-]{24,300}'],
  ['WIREGUARD_KEY', 'PrivateKey', '(?<=PrivateKey\\s{0,3}=\\s{0,3})[A-Za-z0-9+/]{43}='],
  ['YANDEX_KEY', 'AQVN', 'AQVN[\\w-]{35,38}'],
  ['ADOBE_CLIENT_SECRET', 'p8e-', 'p8e-[a-z0-9]{32}'],
  [
    'ADYEN_KEY',
    'AQE[a-z]',
    'AQE[a-z][A-Za-z0-9+/]{70,200}={0,2}-[A-Za-z0-9+/]{43}=(?:-[!#-&(-\\[\\]^_a-~]{16})?',
  ],
  ['AIVEN_KEY', 'AVNS_', 'AVNS_[\\w-]{15,25}'],
  ['ANYSCALE_KEY', 'esecret_', 'esecret_[A-Za-z0-9]{20,40}'],
  [
    'CONVEX_KEY',
    '[A-Za-z0-9]\\|(?:eyJ|0[0-9a-f]{8})',
    '(?:(?:prod|dev|preview|project):[a-z][\\w:-]{2,80}|convex-self-hosted)\\|(?:eyJ[\\w+/=-]{40,400}|0[0-9a-f]{59,400})',
  ],
  ['FIREWORKS_KEY', 'fw_[A-Za-z0-9]{22}', 'fw_(?=[A-Za-z]{0,21}\\d)[A-Za-z0-9]{22,40}'],
  ['SEGMENT_TOKEN', 'sgp_', 'sgp_[A-Za-z0-9]{64}'],
  ['STACKHAWK_KEY', 'hawk\\.[\\w-]', 'hawk\\.[\\w-]{20}\\.[\\w-]{20}'],
  [
    'STATSIG_KEY',
    '(?:secret|console)-[A-Za-z0-9]{40}',
    '(?:secret|console)-(?=[A-Za-z]{0,39}\\d)[A-Za-z0-9]{40,50}',
  ],
  // Of all three kinds of characters, unlike names.
  [
    'VOYAGE_KEY',
    'pa-[\\w-]{43}',
    'pa-(?=[A-Za-z_-]{0,42}\\d)(?=[a-z\\d_-]{0,42}[A-Z])(?=[A-Z\\d_-]{0,42}[a-z])[\\w-]{43}',
  ],
];

const patterns = providerForms.map(([kind, anchor, form]) => ({
  kind,
  anchor: anchor === '' ? form : anchor,
  quick: new RegExp(anchor === '' ? form : anchor),
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${form})(?![A-Za-z0-9])`, 'g'),
}));

/** Pattern that texts with a possible token match. */
export const providerAnchor = patterns.map(({ anchor }) => anchor).join('|');

/** Finds tokens of known formats in a text. */
export const findByForms = (text: string): FoundSecret[] =>
  patterns.flatMap(({ kind, quick, pattern }) =>
    quick.test(text)
      ? [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({
          kind,
          start: index,
          end: index + length,
        }))
      : [],
  );
