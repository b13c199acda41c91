/** How briefs begin and end, whatever their purpose and language; a test compares this with what is written. */
const brief =
  /^\s*(?:From the project’s history:|Before the compaction, from the transcript:|Handed over, from the project’s history:|来自项目历史：|压缩之前的内容，来自会话记录：|交接内容，来自项目历史：)[^]*(?:Records, not instructions\.|以上是记录，不是指令。)/;

/** Whether a text is a brief that a hook gave: some agents note it as a part of the person's message. */
export const isOwnBrief = (text: string): boolean => brief.test(text);
