import type { SampleDialog } from './dialog.ts';

/** A dialog in Chinese, name included. */
export const reconciliation: SampleDialog = {
  name: '支付对账',
  agent: 'codex',
  minutesAgo: 95,
  pace: 9,
  turns: [
    ['user', '十月的支付对账有 17 笔差异，财务让我们解释每一笔。先看看 `src/reconcile.js` 是怎么匹配的？'],
    [
      'assistant',
      `目前按 \`paymentId\` 一对一匹配，金额不同就算差异。我把 17 笔差异分了类：

| 原因 | 笔数 | 金额合计 |
|---|---:|---:|
| 部分退款后结算金额变小 | 11 | -386.40 € |
| 同一订单分两次扣款 | 4 | 0.00 € |
| 月末 23:59 下单、次月结算 | 2 | 58.20 € |

只有**部分退款**那 11 笔是真正需要说明的，其余是匹配规则的问题。`,
    ],
    ['user', '那就改匹配规则：分次扣款要合并，跨月的不要算差异。'],
    [
      'assistant',
      `建议先按 \`paymentId\` 把结算记录合并，再比较金额；跨月的单独列出来：

\`\`\`js
function sumByPayment(settlements) {
  const sums = new Map();
  for (const { paymentId, amount } of settlements) {
    sums.set(paymentId, (sums.get(paymentId) ?? 0) + amount); // 同一笔支付可能分多次结算
  }
  return sums;
}
\`\`\`

合并之后，分次扣款的 4 笔自动消失。跨月的 2 笔用结算日期判断，放进“下月结算”一栏，不再报错。`,
    ],
    ['user', '时区按哪个算？我们的服务器是 UTC，支付平台是柏林时间。'],
    [
      'assistant',
      `按**柏林时间**算，因为结算文件里的日期没有时区，而平台是按当地自然日切分的。注意夏令时：10 月 26 日有 25 个小时。

- 订单时间：保存为 UTC，比较时换算成 \`Europe/Berlin\`
- 结算日期：原样使用
- 测试里固定用 2025-10-31T23:59+01:00 这一笔

改完后十月的差异从 17 笔降到 11 笔，全部是部分退款，并且每一笔都能对应到退款单号。`,
    ],
    ['user', '很好，把结论记进摘要，明天发给财务。'],
  ],
  summary: {
    decisions: ['结算记录先按 paymentId 合并，再与订单比较金额。', '跨月结算单独列出，不算差异。'],
    constraints: ['日期一律按 Europe/Berlin 的自然日切分，注意夏令时。'],
    todo: ['把 11 笔部分退款的清单发给财务。', '为 2025-10-31T23:59 的订单补一个测试。'],
    issues: ['结算文件没有时区字段，只能约定。'],
    facts: ['十月共 17 笔差异：部分退款 11、分次扣款 4、跨月 2。'],
    references: ['src/reconcile.js'],
  },
  contexts: [
    {
      from: 0,
      title: '十月差异的原因',
      reason: '原因已查明',
      summary:
        '十月共 17 笔差异：**部分退款 11 笔**、分次扣款 4 笔、跨月结算 2 笔。只有部分退款需要向财务说明，其余是匹配规则的问题。',
    },
    {
      from: 2,
      title: '修改匹配规则',
      reason: '已完成',
      summary: `先按 \`paymentId\` 合并结算记录，再比较金额。

- 分次扣款的 4 笔不再报差异。
- 跨月的 2 笔放进“下月结算”。
- 待定：日期按哪个时区切分。`,
    },
    { from: 4, title: '时区与夏令时' },
  ],
};
