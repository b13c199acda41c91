/** The full rules in English. */
export const fullEnglish = (
  projectRoot: string,
): string => `## The agent must keep the conversation's history and structured summary with the \`history\` MCP tools

- MCP server name: history (tool names and replies below)
  - history_list_dialogs({projectRoot}) -> {dialogs} (newest activity first)
  - history_get_dialog_detail({projectRoot, dialog, recentTurns?, format?, includeSummary?, includeMessages?, summaryText?, maxChars?}) ->
    - default format:'flat' gives plain text: an optional first line \`M:<compact JSON maintenance>\`, then an optional \`S:<compact JSON summary>\`, then \`U:\`/\`A:\` lines; a second text item names the \`cursor\` of what comes after them
    - format:'json' gives JSON: {summary?, messages?, cursor?, maintenance?} (the include* arguments decide which appear); summaryText:true gives the summary as the text of its JSON, ready to pass back
  - history_get_messages_since({projectRoot, dialog, cursor?, sinceTs?, limit?, maxChars?}) -> {messages, cursor, more?}
  - history_save({projectRoot, dialog, entry?:{role:'user'|'assistant', text, ts?, id?, meta?}, entries?:[…]}) -> {ok:true, saved, duplicates?}
  - history_set_summary({projectRoot, dialog, summary, mode?:'merge'|'replace'}) -> {ok:true, mode} (summary is JSON text)
  - history_clear({projectRoot, dialog}) -> {ok:true, backup}
  - history_stats({projectRoot, dialog}) -> {messages, approxBytes, lastTs, backups, thresholds}
  - history_list_backups({projectRoot, dialog}) -> {backups:[{id, mtime, files}]} (newest first)
  - history_restore_backup({projectRoot, dialog, id}) -> {ok:true, restored, backup}

- Conventions
  - projectRoot = ${projectRoot} (may be left out unless a call asks for it)
  - The reply is the first text item. Queries reply in plain text (flat) by default; pass format:'json' for {summary?, messages?, cursor?, maintenance?}.
  - Ask for parts: includeSummary:false or includeMessages:false fetch only what is needed and save tokens.
  - recentTurns counts messages; 0 fetches none.
  - Flat escapes: every message is one line; in \`U:\`/\`A:\` lines a backslash is written \`\\\\\`, a newline \`\\n\`, a carriage return \`\\r\`. Undo this when saving a text again.
  - Updating the summary: use mode:"merge" (default) to keep what matters already; mode:"replace" only to reset it.
  - A failure replies {ok:false, error, detail?}; error says which value was wrong and how to repair it.
  - If a reply has \`damaged\` (flat: a second text item), a file was damaged and put aside unchanged: tell the user. If it has \`omitted\`, the reply was too long and was shortened; it says how to get the rest (maxChars is the length of a reply; most agents show no more than its default).

- At the start of a session (once)
  - history_list_dialogs, and choose the dialog
  - then history_get_dialog_detail({recentTurns:6}) (flat by default) for summary and minimal context in one call (both are included by default)
  - Loop (keep it simple): remember the \`cursor\` of that detail (or of history_get_messages_since({limit:50})); from then on fetch only what is new with history_get_messages_since({cursor, limit:50}), each time taking over the new \`cursor\`; if the reply says more:true, continue at once. A cursor does not depend on clocks: nothing is missed or repeated. Remembering the last \`ts\` seen and passing sinceTs works too.
  - Check for maintenance now and then: every K=5 turns or every 10 minutes call history_get_dialog_detail({recentTurns:6}) and see whether it returns \`M:\`/\`maintenance\`; if so, follow the maintenance procedure below.
  - Whenever something is compacted or reorganised, summarise and save back from the data that detail returned, that is:
    - the JSON summary of the \`S:\` line (if any)
    - the messages of the \`U:\`/\`A:\` lines (if any; they decide what the entries saved back contain)
  - Later, when only messages or only the summary are needed, ask precisely with the include* arguments to keep the context small

- When to save (seldom; the user may change the numbers by saying so)
  - Save only in these cases, and otherwise call no tool:
    - Important answer: it has headings such as decisions/constraints/TODO/ISSUE/references or other clear structure → save at once
    - Turn limit K: after every K assistant turns (default K=5)
    - Byte limit B: unsaved text ≥ B → save at once (default B=48KB, 49152 bytes)
    - By hand: the user says "save" or "sync" → save at once
  - How to save:
    - Save what the user saw and the key conclusions; raw tool output does not belong into messages, nor into contexts, which are made of them
    - Prefer a batch: history_save({entries:[…]}) with all unsaved messages in order of time; a batch is stored whole or not at all
    - Give every message a unique \`id\`: when a batch is retried, an id that is already stored is not stored twice (duplicates counts them)
    - \`meta\` may record who wrote it, for example {"agent":"…","model":"…"}
    - Summaries less often: call history_set_summary only after an important save or after every M saves (default M=3; about 700 tokens, organised as decisions/constraints/TODO/ISSUE/facts/references)
  - If any tool fails: do not interrupt the conversation, skip this save; save those messages with the next one

- Maintenance (compaction): when a dialog outgrows its comfort zone, history_get_dialog_detail returns maintenance information
  - flat (default): the first line is \`M:<compact JSON maintenance>\`, for example \`M:{"action":"compact","importance":"high","reason":"bytes_exceed_comfort_zone",…}\`
  - json: the object has a \`maintenance\` field: {action, importance, reason:'messages_count_exceeds_comfort_zone'|'bytes_exceed_comfort_zone', guidance, thresholds:{maxMessages, maxBytes}, metrics:{messages, approxBytes}, backup:{enabled, retention}}
  - Procedure:
    1. Summarise first: make a new complete summary from both the S summary and the U/A messages of this detail; if more history is needed, fetch detail again with a greater recentTurns
    2. history_clear (makes a backup by itself and replies its id)
    3. history_set_summary({mode:'merge'}) with the new summary
    4. history_save({entries:[…]}) in order of time with only the essential messages: the entries must be chosen from (or minimally restate) the U:/A: lines of that detail, and must not consist only of what was said after the clearing
  - If it fails or the result is poor: find the backup with history_list_backups and restore it with history_restore_backup (the state before is backed up as well, so this can be undone)

- Context snapshots: your working context of a dialog is its messages since the last switch. You switch by calling these tools; nothing switches by itself, and the messages stay as they are
  - chat_context_new({projectRoot, dialog, title?, reason?}) -> {success:true, archivedContextId?, newContextId, archivedTurns, note}
  - chat_context_load({projectRoot, dialog, query?|contextId?, mode?:'summary'|'recent'|'full', maxChars?, topK?}) -> plain text (without a match {success:false, error, hint, available})
  - chat_context_list({projectRoot, dialog?, limit?}) -> {success:true, items, total}
  - chat_context_recall({projectRoot, contextId, mode?, maxChars?}) -> plain text
  - chat_context_clear_active({projectRoot, dialog}) -> {success:true, cleared, trashId?, note}
  - chat_context_summarize({projectRoot, contextId, summary}) -> {success:true, contextId, summaryPreview}
  - Call chat_context_new only when the background is too much, hardly concerns the present question, or misleads: first history_save what is unsaved (the context is made of saved messages), then chat_context_new, then chat_context_summarize for the archivedContextId in a few sentences
  - Call chat_context_load when the user returns to something earlier ("back to that plan"). Its text is for reference only: the present request always comes first. Do not save it with history_save
  - chat_context_clear_active is for a polluted context only; the user can restore it in the History view
  - These tools fail with {success:false, error}

- What was said before a compaction, in earlier sessions, or anywhere else
  - history_search({projectRoot, query}) finds it in dialogs, contexts, archives, sessions and memories; each hit names the call that reads it
  - archive_list({projectRoot, limit?}) and archive_read({projectRoot, name, offset?, limit?}) list and read the archives of transcripts. They lie in \`.chat-history/.conversations/\`, which is ignored by git: search tools that respect ignore rules find nothing there, so use these tools

- Environment variables (override the defaults): \`HISTORY_CONTEXT_MAX_MESSAGES\` (200), \`HISTORY_CONTEXT_MAX_BYTES\` (65536), \`HISTORY_BACKUP_RETENTION\` (5), \`HISTORY_CONTEXTS_ENABLED\` (true), \`HISTORY_CONTEXTS_MAX_TURNS\` (120), \`HISTORY_CONTEXTS_MAX_CHARS\` (48000), \`HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS\` (12000), \`HISTORY_LANGUAGE\` (en or zh)
`;

/** The short rules in English. */
export const minimalEnglish = (
  projectRoot: string,
): string => `AGENT RULES: you must use the MCP tools of \`history\`. projectRoot = ${projectRoot}
Start: history_list_dialogs({projectRoot}); history_get_dialog_detail({projectRoot,dialog,recentTurns:6}) and remember the cursor it gives.
Loop: fetch only what is new with history_get_messages_since({projectRoot,dialog,cursor,limit:50}), each time taking over the new cursor; every K=5 turns or 10 minutes call history_get_dialog_detail({recentTurns:6}) and check for M:/maintenance.
Maintenance: only on that signal (M: or maintenance): make a new summary from the S and U/A lines of this detail → history_clear (backs up by itself) → history_set_summary({mode:'merge'}) → history_save the essential messages of these U/A lines in order of time; never save back only the new conversation.
Save: when important | every K=5 turns | unsaved bytes ≥ B=49152 | the user says "save"; preferably one batch history_save({entries}), each entry with a unique id (a retry then stores nothing twice); history_set_summary({mode:'merge'}) every M=3 saves.
Never save raw tool output: only what the user saw and key conclusions.
Earlier talk: history_search({projectRoot,query}), then archive_read or the call the hit names; search tools that respect ignore rules find nothing in .chat-history.
Contexts: nothing switches by itself. When the background misleads: save, chat_context_new, chat_context_summarize the archived one; to resume an earlier task: chat_context_load({dialog,query}), for reference only.
Mind: flat text writes newlines as \\n and \\r and a backslash as \\\\; undo this when saving back. Use includeSummary/includeMessages for partial queries. If a tool fails, skip this maintenance or save. If a reply has damaged, tell the user.
`;
