/** The full rules in Simplified Chinese. */
export const fullChinese = (
  projectRoot: string,
): string => `## Agent 必须使用本 MCP 的 \`history\` 工具来管理会话的“对话历史与结构化摘要”

- MCP 服务器名：history（以下为工具名称与返回）
  - history_list_dialogs({projectRoot}) -> {dialogs}（最近活跃的在前）
  - history_get_dialog_detail({projectRoot, dialog, recentTurns?, format?, includeSummary?, includeMessages?, summaryText?, maxChars?}) ->
    - 默认 format:'flat' 返回纯文本：首行可选 \`M:<紧凑JSON维护信息>\`，其后可选 \`S:<紧凑JSON摘要>\`，随后 \`U:\`/\`A:\` 行；第二个 text 项给出其后消息的 \`cursor\`
    - 传 format:'json' 时返回 JSON：{summary?, messages?, cursor?, maintenance?}（字段是否出现由 include* 参数决定）；传 summaryText:true 时 summary 为其 JSON 文本，可直接传回
  - history_get_messages_since({projectRoot, dialog, cursor?, sinceTs?, limit?, maxChars?}) -> {messages, cursor, more?}
  - history_save({projectRoot, dialog, entry?:{role:'user'|'assistant', text, ts?, id?, meta?}, entries?:[…]}) -> {ok:true, saved, duplicates?}
  - history_set_summary({projectRoot, dialog, summary, mode?:'merge'|'replace'}) -> {ok:true, mode}（summary 是 JSON 文本）
  - history_clear({projectRoot, dialog}) -> {ok:true, backup}
  - history_stats({projectRoot, dialog}) -> {messages, approxBytes, lastTs, backups, thresholds}
  - history_list_backups({projectRoot, dialog}) -> {backups:[{id, mtime, files}]}（最新的在前）
  - history_restore_backup({projectRoot, dialog, id}) -> {ok:true, restored, backup}

- 约定
  - projectRoot = ${projectRoot}（除非调用要求给出，否则可省略）
  - 返回位于第一个 text 内容项。默认查询返回纯文本（flat）；如需 JSON 结构可传 format:'json' 获取 {summary?, messages?, cursor?, maintenance?}。
  - 支持部分查询：通过 includeSummary:false 或 includeMessages:false，仅取所需内容以节省 tokens。
  - recentTurns 按消息条数计；0 表示不取消息。
  - 平铺转义：每条消息只占一行；\`U:\`/\`A:\` 行内反斜杠输出为 \`\\\\\`，换行输出为 \`\\n\`，回车输出为 \`\\r\`。回灌时必须还原为原文。
  - 更新摘要：默认使用 mode:"merge" 以保留既有重点；仅当需要重置时才用 mode:"replace"。
  - 失败时返回 {ok:false, error, detail?}；error 会说明哪个值有误以及如何改正。
  - 返回中若有 \`damaged\`（flat 为第二个 text 项）：有文件已损坏并被原样另存，请告知用户；若有 \`omitted\`：返回过长被缩短，其中说明如何取得其余部分（maxChars 为返回的长度；多数 agent 最多显示其默认值）。

- 会话初始化（只做一次）
  - 先 history_list_dialogs 选定 dialog
  - 然后 history_get_dialog_detail({recentTurns:6})（默认 flat）一次性获取“摘要+最小体量上下文”（默认同时包含两者）
  - 循环使用（保持简单）：记下 detail 返回的 \`cursor\`（或第一次调用 history_get_messages_since({limit:50}) 返回的），之后仅用 history_get_messages_since({cursor, limit:50}) 增量拉取，每次都换成新返回的 \`cursor\`；返回 more:true 时立即继续拉取。cursor 与时钟无关，不会遗漏或重复；也可以改为记录上次看到的 \`ts\` 并传 sinceTs。
  - 周期性检查维护：每 K=5 轮或每 10 分钟，调用一次 history_get_dialog_detail({recentTurns:6}) 检查是否返回 \`M:\`/\`maintenance\`；若出现则执行维护流程（见下）。
  - 提示：任何需要“压缩/重组”时，必须以 detail 返回的数据为准进行“总结与回灌”，包括且不限于：
    - \`S:\` 行中的 JSON 摘要内容（若有）
    - \`U:\`/\`A:\` 行中的历史消息文本（若有；这些行将直接决定回灌用的 entries 内容）
  - 后续当仅需要“消息”或仅需要“摘要”时，可用 include* 参数做精确查询，减少上下文体量

- 保存策略（低频、可口头修改阈值）
  - 仅以下情况调用保存，否则不调用任何工具：
    - 重要回答：答案含“决策/约束/TODO/ISSUE/引用”等小节标题或明显结构化信号 → 立即保存
    - 回合上限 K：每满 K 个助手回合保存一次（默认 K=5）
    - 字节上限 B：累计未保存文本 ≥ B 立即保存（默认 B=48KB，即 49152 字节）
    - 手动：用户说“保存/同步”时立即保存
  - 执行保存时：
    - 只保存用户看到的内容和关键结论；工具的原始输出不要写入消息，也不要写入由消息构成的 context
    - 优先使用“批量”：history_save({entries:[…]}) 按时间顺序一次写入所有未保存的消息；整批要么全部写入，要么全部不写入
    - 给每条消息一个唯一的 \`id\`：重试同一批时，已有的 id 不会重复写入（duplicates 为其条数）
    - 可用 \`meta\` 记录归因信息，例如 {"agent":"…","model":"…"}
    - 摘要节流：仅在“重要保存”或每满 M 次保存后调用一次 history_set_summary（默认 M=3；约 700 tokens，按决策/约束/TODO/ISSUE/事实/引用组织）
  - 任何工具失败：不中断对话，直接跳过本次保存；下次保存时连同未写入的消息一起写入

- 维护（压缩整理）：当对话历史超出“上下文舒适区”时，history_get_dialog_detail 会返回维护信息
  - flat（默认）：首行出现 \`M:<紧凑JSON维护信息>\`，例如 \`M:{"action":"compact","importance":"high","reason":"bytes_exceed_comfort_zone",…}\`
  - json：结果对象中包含 \`maintenance\` 字段：{action, importance, reason:'messages_count_exceeds_comfort_zone'|'bytes_exceed_comfort_zone', guidance, thresholds:{maxMessages, maxBytes}, metrics:{messages, approxBytes}, backup:{enabled, retention}}
  - 流程：
    1. 先进行总结：必须基于本次 detail 返回的 S 摘要与 U/A 历史消息共同生成“新的全量摘要”；需要更多历史时先加大 recentTurns 再取一次
    2. history_clear（会自动备份，返回备份 id）
    3. history_set_summary({mode:'merge'}) 写入新摘要
    4. history_save({entries:[…]}) 按时间顺序批量回灌“仅核心/必要”的历史消息：entries 必须从 detail 的 U:/A: 行中挑选（或经最小合并重述）而来，不得只包含此次清理后的新对话
  - 出错或压缩得不好时：history_list_backups 找到备份，history_restore_backup 恢复（恢复前的状态也会先备份，因此可以撤销）

- Context 快照：某个对话的“工作上下文”即上次切换以来的消息。只由你显式调用下列工具来切换，绝不自动切换；对话消息保持不变
  - chat_context_new({projectRoot, dialog, title?, reason?}) -> {success:true, archivedContextId?, newContextId, archivedTurns, note}
  - chat_context_load({projectRoot, dialog, query?|contextId?, mode?:'summary'|'recent'|'full', maxChars?, topK?}) -> 纯文本（无匹配时 {success:false, error, hint, available}）
  - chat_context_list({projectRoot, dialog?, limit?}) -> {success:true, items, total}
  - chat_context_recall({projectRoot, contextId, mode?, maxChars?}) -> 纯文本
  - chat_context_clear_active({projectRoot, dialog}) -> {success:true, cleared, trashId?, note}
  - chat_context_summarize({projectRoot, contextId, summary}) -> {success:true, contextId, summaryPreview}
  - 仅当背景过多过乱、与当前问题关系不大或容易误导时才调用 chat_context_new：先 history_save 未保存的消息（context 由已保存的消息构成），再 chat_context_new，然后用 chat_context_summarize 为 archivedContextId 写几句摘要
  - 用户要回到先前的内容时（“回到刚才那个方案”）调用 chat_context_load；其文本仅供参考，以用户当前的要求为准；不要用 history_save 保存它
  - chat_context_clear_active 只用于已被污染的上下文；用户可在 History 视图中恢复
  - 这些工具失败时返回 {success:false, error}

- 查找压缩之前、以往会话或其他任何地方说过的内容
  - history_search({projectRoot, query}) 在对话、context、归档、会话和记忆中查找；每条结果写明用哪个调用读取
  - archive_list({projectRoot, limit?})、archive_read({projectRoot, name, offset?, limit?}) 列出和读取会话归档。归档位于 \`.chat-history/.conversations/\`，已被 git 忽略，遵循忽略规则的搜索工具在其中找不到任何内容，请使用这些工具

- 环境变量（可覆盖默认）：\`HISTORY_CONTEXT_MAX_MESSAGES\`（默认 200）、\`HISTORY_CONTEXT_MAX_BYTES\`（默认 65536）、\`HISTORY_BACKUP_RETENTION\`（默认 5）、\`HISTORY_CONTEXTS_ENABLED\`（默认 true）、\`HISTORY_CONTEXTS_MAX_TURNS\`（默认 120）、\`HISTORY_CONTEXTS_MAX_CHARS\`（默认 48000）、\`HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS\`（默认 12000）、\`HISTORY_LANGUAGE\`（en 或 zh）
`;

/** The short rules in Simplified Chinese. */
export const minimalChinese = (
  projectRoot: string,
): string => `AGENT 规则: 必须使用 MCP 工具 history。projectRoot = ${projectRoot}
初始化: history_list_dialogs({projectRoot}); history_get_dialog_detail({projectRoot,dialog,recentTurns:6}) 并记下返回的 cursor。
循环: 仅调用 history_get_messages_since({projectRoot,dialog,cursor,limit:50}) 做增量，每次换成新返回的 cursor；每 K=5 轮或每 10 分钟调用一次 history_get_dialog_detail({recentTurns:6}) 检查是否返回 M:/maintenance。
维护: 仅当出现维护信号(M: 或 maintenance)时执行：基于“本次 detail”的 S+U/A 合成新摘要 → history_clear（自动备份）→ history_set_summary({mode:'merge'}) → 从“本次 detail 的 U/A 行”挑选必要消息按时间顺序 history_save 回灌；不得只回灌新对话。
保存: 触发=重要|每K=5|未保存字节≥B=49152|用户“保存”；执行=优先批量 history_save({entries})，每条带唯一 id（重试不会重复）；摘要 history_set_summary({mode:'merge'}) 每 M=3 次。只保存用户看到的内容和关键结论，不保存工具的原始输出。
查找: history_search({projectRoot,query})，再用 archive_read 或结果写明的调用读取；遵循忽略规则的搜索工具在 .chat-history 中找不到任何内容。
上下文: 绝不自动切换。背景干扰当前任务时：先保存 → chat_context_new → chat_context_summarize 归档的那个；要继续先前的任务：chat_context_load({dialog,query})，仅供参考。
注意: flat 中多行以 \\n/\\r 转义，反斜杠为 \\\\，回灌时还原；按需使用 includeSummary/includeMessages 做部分查询；任一工具失败直接跳过本轮维护/保存；返回含 damaged 时告知用户。
`;
