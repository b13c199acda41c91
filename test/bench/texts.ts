import { seeded } from '../seeded.ts';

const syllables = 'ba be di do fa fi ga go ka ko la lo ma mi na no pa pe ra ro sa so ta te va vo'.split(' ');
const characters = Array.from(
  '数据库连接失败登录验证码校验用户资料页面修复缓存队列任务日志配置部署测试接口请求超时',
);

function pick<T>(from: readonly T[], random: () => number, skew = 1): T {
  const picked = from[Math.floor(random() ** skew * from.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}

/** Some words are in every message, most in few, as in any language. */
export const vocabulary: readonly string[] = (() => {
  const random = seeded(7);
  return Array.from({ length: 30_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables, random)).join(''),
  );
})();

/** A word of one message in 5,000, the first among them. */
export const rareWord = 'zebrafish';

/** What message number `n` says: 25 words and 10 Chinese characters, the same each time. */
export function messageText(n: number): string {
  const random = seeded(n + 1);
  const words = Array.from({ length: 25 }, () => pick(vocabulary, random, 3)).join(' ');
  const chinese = Array.from({ length: 10 }, () => pick(characters, random)).join('');
  return `${words} ${n % 5_000 === 0 ? `${rareWord} ` : ''}${chinese}`;
}

export const texts = (count: number): string[] => Array.from({ length: count }, (_, n) => messageText(n));
