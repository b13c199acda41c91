/**
 * Words of which agents make the kinds, roles and states in their records: of those that our readers know. Nothing
 * else that a record says is shown.
 */
const words: ReadonlySet<string> = new Set(
  `abort aborted accept accepted action activity add added agent agents allow allowed answer api app applied apply
  approval approved approvals archived array ask assistant attachment audio auto background bash begin blob block
  boolean boundary branch browser cache cached call cancel cancelled change changed channel chat chats checkpoint
  citation clear cleared client code codeblock command commands comment commit communication compact compacted
  compaction complete completed completion compress compression computer condense config configuration configured
  confirmation content context continue conversation copy cost count create created custom data debug declined default
  delete deleted delta denied deny deprecation developer diagnostics diff disabled document done dynamic edit
  elicitation empty enabled end ended entered entry environment error event exec executable execute execution exit
  exited external fail failed failure fallback false fetch file final finish finished folder fork function generation
  ghost git global goal group guardian handoff head header hidden history hook hooks human idle image images index info
  init inline input instructions inter interaction internal interrupted invalid item items json key kind last latch
  limit link list live load local log logs low high medium markdown marker mcp media memory merge message messages meta
  metadata mode model moderation moderated more move multi name new next none normal note notebook notice notification
  null number object off on open operation other output parent part partial parts patch path pause paused pending
  permission permissions ping plan plugin plugins post pr pre prepare previous progress project prompt pull push query
  question queue queued raw reason reasoning record redacted reference reject rejected relay relayed relocated reminder
  remove removed rename renamed replace replacement request requested requests reroute resolution response restore result
  results resume resumed retry review rewind rewound role rollback rolled root rows rule rules run running safety save
  saved schema search section server session sessions set setting settings setup shell shutdown sidechain skill skills
  snapshot source spawn spawned speculation start started startup state status step stop stopped stored stream string
  sub subagent subagents submit submitted success successful suggestion summarize summary switch sync synthetic system
  tag task tasks team teammate terminal text think thinking thought thoughts thread threads time title todo todos token
  tokens tool tools trace trigger true trust turn turns type ui undo unknown unread update updated upload url usage use
  used user value version video view voice wait waiting warning watch web window workflow workflows workspace worktree
  write written`
    .trim()
    .split(/\s+/),
);

/** Names of fields that say what a record or a part of it is. */
const kindFields =
  /^(?:\$?type|kind|role|event|method|op|operation|action|status|state|mode|phase|level|category|variant|case|tag|table)$|(?:Type|Kind|Role|_type|_kind|_role|Status|_status|subtype)$/;

const maxKind = 40;

/** Whether a text is one of the values that every agent uses, or in a field of kinds one that is made of their words. */
export function isKnownValue(text: string, field = ''): boolean {
  if (text.length > maxKind) return false;
  const parts = text.split(/[._-]|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
  return (parts.length === 1 || kindFields.test(field)) && parts.every((part) => words.has(part));
}
