// Made by scripts/prices.mjs from @pydantic/genai-prices (MIT, Copyright (c) Pydantic Services Inc.); not to be changed by hand.
import type { PriceTable } from './prices.ts';
/** What makers of models ask for; see `PriceTable`. */
export const priceTable: PriceTable = {
  date: '2026-09-23',
  version: '0.1.8',
  makers: [
    [
      'claude',
      [
        ['^claude-2|claude-v2', [[[8, 24, null, null, null]]]],
        ['^claude-3-5-haiku|^claude-3\\.5-haiku', [[[0.8, 4, 0.08, 1, 1.6]]]],
        ['^claude-3-5-sonnet|^claude-3\\.5-sonnet', [[[3, 15, 0.3, 3.75, 6]]]],
        [
          '^claude-3-7-sonnet|^claude-3\\.7-sonnet|^claude-sonnet-3\\.7|^claude-sonnet-3-7',
          [[[3, 15, 0.3, 3.75, 6]]],
        ],
        ['^claude-3-haiku', [[[0.25, 1.25, 0.03, 0.3, 0.5]]]],
        ['^claude-3-opus', [[[15, 75, 1.5, 18.75, 30]]]],
        ['^claude-3-sonnet', [[[3, 15, 0.3, 3.75, 6]]]],
        ['^claude-fable-5$|^claude-fable-5-\\d{8}$', [[[10, 50, 1, 12.5, 20]]]],
        ['^claude-fable-5-1$|^claude-fable-5-1-\\d{8}$', [[[10, 50, 0.25, 12.5, 20]]]],
        [
          '^claude-haiku-4-5|^claude-haiku-4\\.5|^claude-4-5-haiku|^claude-4\\.5-haiku',
          [[[1, 5, 0.1, 1.25, 2]]],
        ],
        [
          '^claude-opus-4-0|^claude-4-opus|^claude-opus-4$|^claude-opus-4-20250514$',
          [[[15, 75, 1.5, 18.75, 30]]],
        ],
        ['^claude-opus-4-1|^claude-opus-4\\.1', [[[15, 75, 1.5, 18.75, 30]]]],
        [
          '^claude-opus-4-5|^claude-opus-4\\.5|^claude-4-5-opus|^claude-4\\.5-opus',
          [[[5, 25, 0.5, 6.25, 10]]],
        ],
        [
          '^claude-opus-4-6|^claude-opus-4\\.6|^claude-4-6-opus|^claude-4\\.6-opus',
          [
            [
              [
                [5, [200000, 10]],
                [25, [200000, 37.5]],
                [0.5, [200000, 1]],
                [6.25, [200000, 12.5]],
                [10, [200000, 20]],
              ],
            ],
            [[5, 25, 0.5, 6.25, 10], { start_date: '2026-03-13' }],
          ],
        ],
        [
          '^claude-opus-4-7|^claude-opus-4\\.7|^claude-4-7-opus|^claude-4\\.7-opus',
          [[[5, 25, 0.5, 6.25, 10]]],
        ],
        [
          '^claude-opus-4-8|^claude-opus-4\\.8|^claude-4-8-opus|^claude-4\\.8-opus',
          [[[5, 25, 0.5, 6.25, 10]]],
        ],
        [
          '^claude-opus-5$|^claude-opus-5-\\d{8}$|^claude-opus-5\\.0|^claude-5-opus|^claude-5\\.0-opus',
          [[[5, 25, 0.5, 6.25, 10]]],
        ],
        [
          '^claude-opus-5-5$|^claude-opus-5-5-\\d{8}$|^claude-opus-5\\.5|^claude-5-5-opus|^claude-5\\.5-opus',
          [[[4, 20, 0.2, 5, 8]]],
        ],
        [
          '^claude-sonnet-4-2025|^claude-sonnet-4-0|^claude-sonnet-4@|^claude-sonnet-4$|^claude-4-sonnet',
          [[[3, 15, 0.3, 3.75, 6]]],
        ],
        [
          '^claude-sonnet-4-5|^claude-sonnet-4\\.5',
          [
            [
              [
                [3, [200000, 6]],
                [15, [200000, 22.5]],
                [0.3, [200000, 0.6]],
                [3.75, [200000, 7.5]],
                [6, [200000, 12]],
              ],
            ],
          ],
        ],
        [
          '^claude-sonnet-4-6|^claude-sonnet-4\\.6',
          [
            [
              [
                [3, [200000, 6]],
                [15, [200000, 22.5]],
                [0.3, [200000, 0.6]],
                [3.75, [200000, 7.5]],
                [6, [200000, 12]],
              ],
            ],
            [[3, 15, 0.3, 3.75, 6], { start_date: '2026-03-13' }],
          ],
        ],
        [
          '^claude-sonnet-5|^claude-sonnet-5\\.0|^claude-5-sonnet|^claude-5\\.0-sonnet',
          [[[2, 10, 0.2, 2.5, 4]]],
        ],
        ['^claude-v1$', [[[8, 24, null, null, null]]]],
      ],
    ],
    [
      '^gpt-|^whisper-1$|^o[134]',
      [
        ['^ada$|^text-ada-001$', [[[0.4, 0.4, null, null, null]]]],
        ['^babbage$', [[[0.5, 0.5, null, null, null]]]],
        ['^chatgpt-4o-latest$', [[[5, 15, null, null, null]]]],
        ['^codex-mini$|^codex-mini-latest$', [[[1.5, 6, 0.375, null, null]]]],
        ['^computer-use', [[[3, 12, null, null, null]]]],
        ['^curie$|^text-curie-001$', [[[2, 2, null, null, null]]]],
        ['^davinci$|^text-davinci-001$', [[[20, 20, null, null, null]]]],
        ['^ft:gpt-3\\.5-turbo', [[[3, 6, null, null, null]]]],
        ['^ft:gpt-4o-2024-', [[[3.75, 15, null, null, null]]]],
        ['^ft:gpt-4o-mini-2024-', [[[0.3, 1.2, null, null, null]]]],
        ['^gpt-3\\.5-turbo-0301$|^gpt-3\\.5-0301$', [[[1.5, 2, null, null, null]]]],
        ['^gpt-3\\.5-turbo$|^gpt-35-turbo$|^gpt-3\\.5-turbo-0125$', [[[0.5, 1.5, null, null, null]]]],
        ['^gpt-3\\.5-turbo-0613$', [[[1.5, 2, null, null, null]]]],
        ['^gpt-3\\.5-turbo-1106$', [[[1, 2, null, null, null]]]],
        [
          '^gpt-3\\.5-turbo-16k$|^gpt-3\\.5-turbo-16k-0613$|^gpt-35-turbo-16k-0613$|^gpt-35-turbo-16k$',
          [[[3, 4, null, null, null]]],
        ],
        ['^gpt-3\\.5-turbo-instruct|^gpt-3\\.5-turbo-instruct-0914$', [[[1.5, 2, null, null, null]]]],
        ['^gpt-4$|^gpt-4-0314$|^gpt-4-0613$|^ft:gpt-4-0', [[[30, 60, null, null, null]]]],
        ['^gpt-4-32k$|^gpt-4-32k-0314$|^gpt-4-32k-0613$', [[[60, 120, null, null, null]]]],
        [
          '^gpt-4-turbo$|^gpt-4-turbo-2024-04-09$|^gpt-4-turbo-0125-preview$|^gpt-4-0125-preview$|^gpt-4-1106-preview$|^gpt-4-turbo-preview$',
          [[[10, 30, null, null, null]]],
        ],
        ['^gpt-4-vision-preview$|^gpt-4-1106-vision-preview$', [[[10, 30, null, null, null]]]],
        ['^gpt-4\\.1$|^gpt-4\\.1-2025-04-14$', [[[2, 8, 0.5, null, null]]]],
        ['^gpt-4\\.1-mini$|^gpt-4\\.1-mini-2025-04-14$', [[[0.4, 1.6, 0.1, null, null]]]],
        ['^gpt-4\\.1-nano$|^gpt-4\\.1-nano-2025-04-14$', [[[0.1, 0.4, 0.025, null, null]]]],
        ['^gpt-4\\.5-preview', [[[75, 150, 37.5, null, null]]]],
        ['^gpt-4o$|^gpt-4o-2024-08-06$|^gpt-4o-2024-11-20$', [[[2.5, 10, 1.25, null, null]]]],
        ['^gpt-4o-2024-05-13$', [[[5, 15, null, null, null]]]],
        ['^gpt-4o-audio-preview', [[[2.5, 10, null, null, null]]]],
        [
          '^gpt-4o-mini$|^gpt-4o-mini-2024-07-18$|^gpt-4o-mini-search-preview$|^gpt-4o-mini-search-preview-2025-03-11$',
          [[[0.15, 0.6, 0.075, null, null]]],
        ],
        ['^gpt-4o-mini-2024-07-18\\.ft-', [[[0.3, 1.2, null, null, null]]]],
        ['^gpt-4o-mini-audio', [[[0.15, 0.6, null, null, null]]]],
        ['^gpt-4o-mini-realtime', [[[0.6, 2.4, 0.3, null, null]]]],
        ['^gpt-4o-mini-transcribe$', [[[1.25, 5, null, null, null]]]],
        ['^gpt-4o-mini-tts$', [[[0.6, 12, null, null, null]]]],
        ['^gpt-4o-realtime', [[[5, 20, 2.5, null, null]]]],
        ['^gpt-4o-search-preview$|^gpt-4o-search-preview-2025-03-11$', [[[2.5, 10, null, null, null]]]],
        ['^gpt-4o-transcribe$|^gpt-4o-transcribe-diarize$', [[[2.5, 10, null, null, null]]]],
        ['^gpt-4o:extended$', [[[6, 18, null, null, null]]]],
        [
          '^gpt-5$|^gpt-5-2025-08-07$|^gpt-5-chat$|^gpt-5-chat-latest$|^gpt-5-codex$',
          [[[1.25, 10, 0.125, null, null]]],
        ],
        ['^gpt-5-image$', [[[10, 10, 1.25, null, null]]]],
        ['^gpt-5-image-mini$', [[[2.5, 2, 0.25, null, null]]]],
        ['^gpt-5-mini$|^gpt-5-mini-2025-08-07$', [[[0.25, 2, 0.025, null, null]]]],
        ['^gpt-5-nano$|^gpt-5-nano-', [[[0.05, 0.4, 0.005, null, null]]]],
        ['^gpt-5-pro$|^gpt-5-pro-2025-10-06$', [[[15, 120, null, null, null]]]],
        [
          '^gpt-5\\.1$|^gpt-5\\.1-2025-11-13$|^gpt-5\\.1-codex$|^gpt-5\\.1-codex-max$|^gpt-5\\.1-chat$|^gpt-5\\.1-chat-latest$|^gpt-5-1$|^gpt-5-1-2025-11-13$|^gpt-5-1-codex$|^gpt-5-1-codex-max$|^gpt-5-1-chat$|^gpt-5-1-chat-latest$',
          [[[1.25, 10, 0.125, null, null]]],
        ],
        [
          '^gpt-5\\.1-codex-mini$|^gpt-5\\.1-mini$|^gpt-5-1-codex-mini$|^gpt-5-1-mini$',
          [[[0.25, 2, 0.025, null, null]]],
        ],
        [
          '^gpt-5\\.2$|^gpt-5\\.2-2025-12-11$|^gpt-5-2$|^gpt-5-2-2025-12-11$|^gpt-5\\.2-chat$|^gpt-5\\.2-chat-latest$|^gpt-5-2-chat$|^gpt-5-2-chat-latest$|^gpt-5\\.2-codex$|^gpt-5-2-codex$',
          [[[1.75, 14, 0.175, null, null]]],
        ],
        [
          '^gpt-5\\.2-pro$|^gpt-5\\.2-pro-2025-12-11$|^gpt-5-2-pro-2025-12-11$',
          [[[21, 168, null, null, null]]],
        ],
        [
          '^gpt-5\\.3$|^gpt-5-3$|^gpt-5\\.3-chat$|^gpt-5\\.3-chat-latest$|^gpt-5-3-chat$|^gpt-5-3-chat-latest$',
          [[[1.75, 14, 0.175, null, null]]],
        ],
        ['^gpt-5\\.3-codex$|^gpt-5-3-codex$', [[[1.75, 14, 0.175, null, null]]]],
        [
          '^gpt-5\\.4$|^gpt-5\\.4-2026-03-05$|^gpt-5-4$|^gpt-5-4-2026-03-05$',
          [[[[2.5, [271999, 5]], [15, [271999, 22.5]], [0.25, [271999, 0.5]], null, null]]],
        ],
        ['^gpt-5\\.4-image-2$', [[[8, 15, 2, null, null]]]],
        [
          '^gpt-5\\.4-mini$|^gpt-5\\.4-mini-2026-03-17$|^gpt-5-4-mini$|^gpt-5-4-mini-2026-03-17$',
          [[[0.75, 4.5, 0.075, null, null]]],
        ],
        [
          '^gpt-5\\.4-nano$|^gpt-5\\.4-nano-2026-03-17$|^gpt-5-4-nano$|^gpt-5-4-nano-2026-03-17$',
          [[[0.2, 1.25, 0.02, null, null]]],
        ],
        [
          '^gpt-5\\.4-pro$|^gpt-5\\.4-pro-2026-03-05$|^gpt-5-4-pro$|^gpt-5-4-pro-2026-03-05$',
          [[[[30, [271999, 60]], [180, [271999, 270]], null, null, null]]],
        ],
        [
          '^gpt-5\\.5$|^gpt-5\\.5-2026-04-23$|^gpt-5\\.5-2026-04-24$|^gpt-5-5$|^gpt-5-5-2026-04-23$|^gpt-5-5-2026-04-24$|^gpt-5\\.5-chat$|^gpt-5\\.5-chat-latest$|^gpt-5-5-chat$|^gpt-5-5-chat-latest$|^gpt-5\\.5-codex$|^gpt-5-5-codex$',
          [[[[5, [271999, 10]], [30, [271999, 45]], [0.5, [271999, 1]], null, null]]],
        ],
        [
          '^gpt-5\\.5-pro$|^gpt-5\\.5-pro-2026-04-23$|^gpt-5-5-pro$|^gpt-5-5-pro-2026-04-23$',
          [[[[30, [271999, 60]], [180, [271999, 270]], null, null, null]]],
        ],
        [
          '^gpt-5\\.6-luna$|^gpt-5-6-luna$|^gpt-5\\.6-luna-\\d{4}-\\d{2}-\\d{2}$|^gpt-5-6-luna-\\d{4}-\\d{2}-\\d{2}$',
          [
            [[[1, [271999, 2]], [6, [271999, 9]], [0.1, [271999, 0.2]], [1.25, [271999, 2.5]], null]],
            [
              [
                [0.2, [271999, 0.4]],
                [1.2, [271999, 1.8]],
                [0.02, [271999, 0.04]],
                [0.25, [271999, 0.5]],
                null,
              ],
              { start_date: '2026-07-30' },
            ],
          ],
        ],
        [
          '^gpt-5\\.6-sol$|^gpt-5-6-sol$|^gpt-5\\.6$|^gpt-5-6$|^gpt-5\\.6-sol-\\d{4}-\\d{2}-\\d{2}$|^gpt-5-6-sol-\\d{4}-\\d{2}-\\d{2}$',
          [
            [[[5, [271999, 10]], [30, [271999, 45]], [0.5, [271999, 1]], [6.25, [271999, 12.5]], null]],
            [
              [[4, [271999, 8]], [20, [271999, 30]], [0.4, [271999, 0.8]], [5, [271999, 10]], null],
              { start_date: '2026-08-21' },
            ],
          ],
        ],
        [
          '^gpt-5\\.6-terra$|^gpt-5-6-terra$|^gpt-5\\.6-terra-\\d{4}-\\d{2}-\\d{2}$|^gpt-5-6-terra-\\d{4}-\\d{2}-\\d{2}$',
          [
            [
              [
                [2.5, [271999, 5]],
                [15, [271999, 22.5]],
                [0.25, [271999, 0.5]],
                [3.125, [271999, 6.25]],
                null,
              ],
            ],
            [
              [[2, [271999, 4]], [12, [271999, 18]], [0.2, [271999, 0.4]], [2.5, [271999, 5]], null],
              { start_date: '2026-07-30' },
            ],
          ],
        ],
        [
          '^gpt-6-astra$|^gpt-6-astra-\\d{4}-\\d{2}-\\d{2}$',
          [[[[10, [271999, 20]], [50, [271999, 75]], [1, [271999, 2]], [12.5, [271999, 25]], null]]],
        ],
        [
          '^gpt-6-luna$|^gpt-6-luna-\\d{4}-\\d{2}-\\d{2}$',
          [
            [
              [
                [0.1, [272000, 0.2]],
                [0.5, [272000, 0.75]],
                [0.01, [272000, 0.02]],
                [0.125, [272000, 0.25]],
                null,
              ],
            ],
          ],
        ],
        [
          '^gpt-6-sol$|^gpt-6-sol-\\d{4}-\\d{2}-\\d{2}$',
          [[[[2, [272000, 4]], [10, [272000, 15]], [0.2, [272000, 0.4]], [2.5, [272000, 5]], null]]],
        ],
        ['^gpt-audio$|^gpt-audio-2025-08-28$|^gpt-audio-1\\.5$', [[[2.5, 10, null, null, null]]]],
        [
          '^gpt-audio-mini$|^gpt-audio-mini-2025-10-06$|^gpt-audio-mini-2025-12-15$',
          [[[0.6, 2.4, null, null, null]]],
        ],
        ['^gpt-chat-latest$', [[[5, 30, 0.5, null, null]]]],
        ['^gpt-image-1$', [[[5, 40, 1.25, null, null]]]],
        ['^gpt-image-1-mini$', [[[2, 8, 0.2, null, null]]]],
        ['^gpt-image-1\\.5$|^gpt-image-1\\.5-2025-12-16$', [[[5, 10, 1.25, null, null]]]],
        ['^gpt-image-2$|^gpt-image-2-2026-04-21$', [[[5, 30, 1.25, null, null]]]],
        ['^gpt-oss-120b$', [[[0.039, 0.18, null, null, null]]]],
        ['^gpt-oss-20b$', [[[0.029, 0.14, null, null, null]]]],
        ['^gpt-oss-safeguard-20b$', [[[0.075, 0.3, 0.037, null, null]]]],
        ['^gpt-realtime$|^gpt-realtime-2025-08-28$|^gpt-realtime-1\\.5$', [[[4, 16, 0.4, null, null]]]],
        ['^gpt-realtime-2$|^gpt-realtime-2\\.1$', [[[4, 24, 0.4, null, null]]]],
        [
          '^gpt-realtime-mini$|^gpt-realtime-2\\.1-mini$|^gpt-realtime-mini-2025-12-15$|^gpt-realtime-mini-2025-10-06$',
          [[[0.6, 2.4, 0.06, null, null]]],
        ],
        ['^o1$|^o1-2024-12-17$', [[[15, 60, 7.5, null, null]]]],
        ['^o1-mini$|^o1-mini-2024-09-12$', [[[1.1, 4.4, 0.55, null, null]]]],
        ['^o1-preview$|^o1-preview-2024-09-12$', [[[15, 60, 7.5, null, null]]]],
        ['^o1-pro$|^o1-pro-2025-03-19$', [[[150, 600, null, null, null]]]],
        [
          '^o3$|^o3-2025-04-16$',
          [[[10, 40, 0.5, null, null]], [[2, 8, 0.5, null, null], { start_date: '2025-06-10' }]],
        ],
        ['^o3-deep-research$|^o3-deep-research-2025-06-26$', [[[10, 40, 2.5, null, null]]]],
        ['^o3-mini$|^o3-mini-2025-01-31$|^o3-mini-high$', [[[1.1, 4.4, 0.55, null, null]]]],
        ['^o3-pro$|^o3-pro-2025-06-10$', [[[20, 80, null, null, null]]]],
        ['^o4-mini-2025-04-16$|^o4-mini-high$|^o4-mini$', [[[1.1, 4.4, 0.275, null, null]]]],
        ['^o4-mini-deep-research$|^o4-mini-deep-research-2025-06-26$', [[[2, 8, 0.5, null, null]]]],
        ['^text-davinci-002$', [[[20, 20, null, null, null]]]],
        ['^text-davinci-003$', [[[20, 20, null, null, null]]]],
        ['^text-embedding-3-large$', [[[0.13, null, null, null, null]]]],
        ['^text-embedding-3-small$', [[[0.02, null, null, null, null]]]],
        [
          '^text-embedding-ada$|^text-embedding-ada-002$|^text-embedding-ada-002-v2$',
          [[[0.1, null, null, null, null]]],
        ],
      ],
    ],
    [
      'gemini',
      [
        ['claude-3-5-haiku', [[[0.8, 4, 0.08, 1, null]]]],
        ['claude-3-5-sonnet', [[[3, 15, 0.3, 3.75, null]]]],
        ['claude-3-7-sonnet', [[[3, 15, 0.3, 3.75, null]]]],
        ['claude-3-haiku', [[[0.25, 1.25, 0.03, 0.3, null]]]],
        ['claude-3-opus', [[[15, 75, 1.5, 18.75, null]]]],
        [
          'claude-4-opus|claude-opus-4@|claude-opus-4-0|claude-opus-4-1|^claude-opus-4$',
          [[[15, 75, 1.5, 18.75, null]]],
        ],
        [
          'claude-4-sonnet|claude-sonnet-4-0|claude-sonnet-4@|claude-sonnet-4-2025|^claude-sonnet-4$|^anthropic\\/claude-sonnet-4$',
          [[[3, 15, 0.3, 3.75, null]]],
        ],
        ['claude-fable-5$|claude-fable-5@', [[[10, 50, 1, 12.5, null]]]],
        ['claude-fable-5-1$|claude-fable-5-1@', [[[10, 50, 0.25, 12.5, null]]]],
        [
          'claude-4-6-opus|claude-opus-4-6|claude-4\\.6-opus|claude-opus-4\\.6',
          [[[[5, [200000, 10]], [25, [200000, 37.5]], [0.5, [200000, 1]], [6.25, [200000, 12.5]], null]]],
        ],
        ['claude-4-7-opus|claude-opus-4-7|claude-4\\.7-opus|claude-opus-4\\.7', [[[5, 25, 0.5, 6.25, null]]]],
        ['claude-4-8-opus|claude-opus-4-8|claude-4\\.8-opus|claude-opus-4\\.8', [[[5, 25, 0.5, 6.25, null]]]],
        [
          'claude-5-opus|claude-opus-5$|claude-opus-5@|claude-5\\.0-opus|claude-opus-5\\.0',
          [[[5, 25, 0.5, 6.25, null]]],
        ],
        [
          'claude-5-5-opus|claude-opus-5-5$|claude-opus-5-5@|claude-5\\.5-opus|claude-opus-5\\.5',
          [[[4, 20, 0.2, 5, null]]],
        ],
        [
          'claude-sonnet-4-5|claude-sonnet-4\\.5',
          [[[[3, [200000, 6]], [15, [200000, 22.5]], [0.3, [200000, 0.6]], [3.75, [200000, 7.5]], null]]],
        ],
        ['claude-sonnet-4-6|claude-sonnet-4\\.6', [[[3, 15, 0.3, 3.75, null]]]],
        ['^gemini-1\\.0-pro-vision-001$', [[[0.125, 0.375, null, null, null]]]],
        [
          'gemini-1\\.5-flash',
          [[[[0.075, [128000, 0.15]], [0.3, [128000, 0.6]], [0.01875, [128000, 0.0375]], null, null]]],
        ],
        ['gemini-1\\.5-pro', [[[[1.25, [128000, 2.5]], [5, [128000, 10]], null, null, null]]]],
        [
          'gemini-2\\.0-flash$|gemini-2\\.0-flash-0|gemini-2\\.0-flash-exp|gemini-2\\.0-flash-thinking|gemini-2\\.0-flash-latest',
          [[[0.1, 0.4, 0.025, null, null]]],
        ],
        ['gemini-2\\.0-flash-lite', [[[0.075, 0.3, null, null, null]]]],
        [
          '^gemini-2\\.5-flash$|^gemini-2\\.5-flash-latest$|^gemini-2\\.5-flash-preview-09-2025$',
          [[[0.3, 2.5, 0.03, null, null]]],
        ],
        ['^gemini-2\\.5-flash-image$|^gemini-2\\.5-flash-image-preview$', [[[0.3, 2.5, null, null, null]]]],
        [
          '^gemini-2\\.5-flash-lite$|(?=.*?(?:^gemini-2\\.5-flash-lite-preview))(?=.*?(?:(?:^(?!.*-[tT][tT][sS](?:$|-)))))',
          [[[0.1, 0.4, 0.01, null, null]]],
        ],
        ['^gemini-2\\.5-flash-lite-preview-tts$', [[[0.5, 10, null, null, null]]]],
        [
          'gemini-2\\.5-flash-preview-05-20|gemini-2\\.5-flash-preview-04-17|^gemini-2\\.5-flash-preview-05-20:thinking$|^gemini-2\\.5-flash-preview$|^gemini-2\\.5-flash-preview:thinking$',
          [[[0.15, 0.6, null, null, null]]],
        ],
        ['^gemini-2\\.5-flash-tts$|^gemini-2\\.5-flash-preview-tts$', [[[0.5, 10, null, null, null]]]],
        [
          '(?=.*?(?:^gemini-2\\.5-pro))(?=.*?(?:(?:^(?!.*-[tT][tT][sS](?:$|-)))))',
          [[[[1.25, [200000, 2.5]], [10, [200000, 15]], [0.125, [200000, 0.25]], null, null]]],
        ],
        ['^gemini-2\\.5-pro-tts$|^gemini-2\\.5-pro-preview-tts$', [[[1, 20, null, null, null]]]],
        ['^gemini-3-flash-preview$|^gemini-3-flash-preview-', [[[0.5, 3, 0.05, null, null]]]],
        ['^gemini-3-pro-image$|^gemini-3-pro-image-preview', [[[2, 12, null, null, null]]]],
        [
          '^gemini-3-pro-preview|^gemini-3-pro-text-preview$',
          [[[[2, [200000, 4]], [12, [200000, 18]], [0.2, [200000, 0.4]], null, null]]],
        ],
        ['^gemini-3\\.1-flash-image$|^gemini-3\\.1-flash-image-preview', [[[0.5, 3, null, null, null]]]],
        ['^gemini-3\\.1-flash-lite$|^gemini-3\\.1-flash-lite-preview', [[[0.25, 1.5, 0.025, null, null]]]],
        ['^gemini-3\\.1-flash-lite-image', [[[0.25, 1.5, null, null, null]]]],
        ['^gemini-3\\.1-flash-live-preview', [[[0.75, 4.5, null, null, null]]]],
        [
          '^gemini-3\\.1-pro-preview',
          [[[[2, [200000, 4]], [12, [200000, 18]], [0.2, [200000, 0.4]], null, null]]],
        ],
        [
          '^gemini-3\\.5-flash$|^gemini-3\\.5-flash-preview|^gemini-3\\.5-flash-\\d',
          [[[1.5, 9, 0.15, null, null]]],
        ],
        ['^gemini-3\\.5-flash-lite', [[[0.3, 2.5, 0.03, null, null]]]],
        [
          '^gemini-3\\.6-flash',
          [[[0.75, 3.75, 0.075, null, null]], [[1.5, 7.5, 0.15, null, null], { start_date: '2027-01-01' }]],
        ],
        [
          '^gemini-3\\.7-flash',
          [[[0.75, 3.75, 0.075, null, null]], [[1.5, 7.5, 0.15, null, null], { start_date: '2027-01-01' }]],
        ],
        [
          '^gemini-3\\.8-flash',
          [[[0.75, 3.75, 0.075, null, null]], [[1.5, 7.5, 0.15, null, null], { start_date: '2027-01-01' }]],
        ],
        ['^gemini-embedding-001$', [[[0.15, null, null, null, null]]]],
        ['^gemini-embedding-2$', [[[0.2, null, null, null, null]]]],
        [
          '^gemini-flash-1\\.5$',
          [[[[0.075, [128000, 0.15]], [0.3, [128000, 0.6]], [0.01875, [128000, 0.0375]], null, null]]],
        ],
        [
          '^gemini-flash-1\\.5-8b$',
          [[[[0.0375, [128000, 0.075]], [0.15, [128000, 0.3]], [0.01, [128000, 0.02]], null, null]]],
        ],
        [
          '^gemini-live-2\\.5-flash|^gemini-2\\.5-flash-native-audio-preview|^gemini-2\\.5-flash-native-audio-latest$',
          [[[0.5, 2, null, null, null]]],
        ],
        ['^gemini-omni-flash-preview', [[[1.5, 9, null, null, null]]]],
        ['^gemini-pro$|^gemini-1\\.0-pro$', [[[0.125, 0.375, null, null, null]]]],
        [
          '^gemini-pro-1\\.5$',
          [[[[1.25, [128000, 2.5]], [5, [128000, 10]], [0.3125, [128000, 0.625]], null, null]]],
        ],
        ['^gemma-2-27b-it$', [[[0.65, 0.65, null, null, null]]]],
        ['^gemma-4-26b-a4b-it-maas$', [[[0.15, 0.6, 0.015, null, null]]]],
      ],
    ],
    [
      'grok',
      [
        ['^grok-2-1212$|^grok-2$|^grok-2-latest$', [[[2, 10, null, null, null]]]],
        ['^grok-2-vision-1212$|^grok-2-vision$|^grok-2-vision-latest$', [[[2, 10, null, null, null]]]],
        ['^grok-3$|^grok-3-latest$|^grok-3-beta$', [[[3, 15, 0.75, null, null]]]],
        ['^grok-3-fast$|^grok-3-fast-latest$|^grok-3-fast-beta$', [[[5, 25, 1.25, null, null]]]],
        ['^grok-3-mini$|^grok-3-mini-beta$|^grok-3-mini-latest$', [[[0.3, 0.5, 0.075, null, null]]]],
        [
          '^grok-3-mini-fast$|^grok-3-mini-fast-beta$|^grok-3-mini-fast-latest$',
          [[[0.6, 4, 0.15, null, null]]],
        ],
        ['^grok-4-0709$|^grok-4$|^grok-4-latest$', [[[3, 15, 0.75, null, null]]]],
        [
          '^grok-4-1-fast-non-reasoning$|^grok-4-1-fast-non-reasoning-latest$',
          [[[0.2, 0.5, 0.05, null, null]]],
        ],
        [
          '^grok-4-1-fast$|^grok-4-1-fast-reasoning$|^grok-4-1-fast-reasoning-latest$',
          [[[0.2, 0.5, 0.05, null, null]]],
        ],
        ['^grok-4-fast-non-reasoning$|^grok-4-fast-non-reasoning-latest$', [[[0.2, 0.5, 0.05, null, null]]]],
        [
          '^grok-4-fast$|^grok-4-fast-reasoning$|^grok-4-fast-reasoning-latest$',
          [[[0.2, 0.5, 0.05, null, null]]],
        ],
        ['^grok-4\\.20$', [[[[1.25, [199999, 2.5]], [2.5, [199999, 5]], [0.2, [199999, 0.4]], null, null]]]],
        ['^grok-4\\.20-multi-agent$', [[[2, 6, 0.2, null, null]]]],
        [
          '^grok-4\\.3$|^grok-4\\.3-\\d{8}$|^x-ai\\/grok-4\\.3$|^x-ai/grok-4\\.3-\\d{8}$|^grok-4\\.3-latest$',
          [[[[1.25, [199999, 2.5]], [2.5, [199999, 5]], [0.2, [199999, 0.4]], null, null]]],
        ],
        [
          '^grok-4\\.5$|^grok-4\\.5-\\d{8}$|^x-ai\\/grok-4\\.5$|^x-ai/grok-4\\.5-\\d{8}$|^grok-4\\.5-latest$|^grok-latest$',
          [[[[2, [199999, 4]], [6, [199999, 12]], [0.3, [199999, 0.6]], null, null]]],
        ],
        [
          '^grok-4\\.6$|^grok-4\\.6-\\d{8}$|^x-ai\\/grok-4\\.6$|^x-ai/grok-4\\.6-\\d{8}$|^grok-4\\.6-latest$',
          [[[[2, [199999, 4]], [6, [199999, 12]], [0.5, [199999, 1]], null, null]]],
        ],
        ['^grok-build-0\\.1$', [[[[1, [199999, 2]], [2, [199999, 4]], [0.2, [199999, 0.4]], null, null]]]],
        ['^grok-code-fast$|^grok-code-fast-1$|^grok-code-fast-1-0825$', [[[0.2, 1.5, 0.02, null, null]]]],
      ],
    ],
    [
      '(?:^(?![^/]+/)(?:labs-)?(?:(?:mi|code|dev|magi|mini)stral|mixtral|pixtral|voxtral|open-(?:mistral|mixtral)))',
      [
        ['^codestral-latest$|^codestral-2501$', [[[0.3, 0.9, null, null, null]]]],
        ['^codestral-2508$', [[[0.3, 0.9, 0.03, null, null]]]],
        ['^devstral-2512$', [[[0.4, 2, 0.04, null, null]]]],
        [
          '^devstral-small$|^devstral-small-2505$|^devstral-small-2507$|^devstral-small-latest$|^labs-devstral-small-2512$',
          [[[0.1, 0.3, null, null, null]]],
        ],
        ['^magistral-medium', [[[2, 5, null, null, null]]]],
        ['^magistral-small-', [[[0.5, 1.5, null, null, null]]]],
        ['^ministral-14b-2512$', [[[0.2, 0.2, 0.02, null, null]]]],
        ['^ministral-3b$', [[[0.04, 0.04, null, null, null]]]],
        ['^ministral-3b-2512$', [[[0.1, 0.1, 0.01, null, null]]]],
        ['^ministral-8b$|^ministral-8b-2410$', [[[0.1, 0.1, null, null, null]]]],
        ['^ministral-8b-2512$', [[[0.15, 0.15, 0.015, null, null]]]],
        [
          '^ministral-8b-latest$',
          [[[0.1, 0.1, null, null, null]], [[0.15, 0.15, 0.015, null, null], { start_date: '2025-12-02' }]],
        ],
        ['^mistral-7b$|^open-mistral-7b$', [[[0.25, 0.25, null, null, null]]]],
        ['^mistral-embed$', [[[0.1, 0.1, null, null, null]]]],
        [
          '^mistral-large$|^mistral-large-latest$|^mistral-large-2407$|^mistral-large-2411$',
          [[[2, 6, null, null, null]]],
        ],
        ['^mistral-large-2512$', [[[0.5, 1.5, 0.05, null, null]]]],
        ['^mistral-medium-2312$', [[[2.7, 8.1, null, null, null]]]],
        ['^mistral-medium$|^mistral-medium-2505$|^mistral-medium-2508$', [[[0.4, 2, 0.04, null, null]]]],
        ['^mistral-medium-3\\.5$|^mistral-medium-3-5$|^mistral-medium-3$', [[[1.5, 7.5, 0.15, null, null]]]],
        [
          '^mistral-medium-latest$',
          [[[0.4, 2, 0.04, null, null]], [[1.5, 7.5, 0.15, null, null], { start_date: '2026-06-16' }]],
        ],
        ['^mistral-nemo$|^open-mistral-nemo$', [[[0.15, 0.15, null, null, null]]]],
        ['^mistral-saba$|^mistral-saba-latest$', [[[0.2, 0.6, null, null, null]]]],
        ['^mistral-small-24b-instruct-2501$', [[[0.05, 0.08, null, null, null]]]],
        ['^mistral-small-2603$', [[[0.15, 0.6, 0.015, null, null]]]],
        ['^mistral-small-3\\.1-24b-instruct$', [[[0.351, 0.555, null, null, null]]]],
        ['^mistral-small-3\\.2-24b-instruct$', [[[0.075, 0.2, null, null, null]]]],
        ['^mistral-small-latest$', [[[0.1, 0.3, null, null, null]]]],
        ['^mistral-tiny$', [[[0.25, 0.25, null, null, null]]]],
        ['^mixtral-8x22b-instruct$', [[[0.9, 0.9, null, null, null]]]],
        ['^mixtral-8x7b|^open-mixtral-8x7b$', [[[0.7, 0.7, null, null, null]]]],
        ['^pixtral-12b$|^pixtral-12b-latest$', [[[0.15, 0.15, null, null, null]]]],
        ['^pixtral-large-latest$|^pixtral-large-2411$', [[[2, 6, null, null, null]]]],
        [
          '^voxtral-small-24b-2507$|^voxtral-small-2507$|^voxtral-small-latest$',
          [[[0.1, 0.3, 0.01, null, null]], [[0.1, 0.4, 0.01, null, null], { start_date: '2026-08-11' }]],
        ],
      ],
    ],
    [
      '^deepseek',
      [
        [
          '^deepseek-chat|^deepseek-chat-v3-0324$',
          [
            [[0.135, 0.55, 0.035, null, null]],
            [[0.27, 1.1, 0.07, null, null], { start_time: '00:30:00Z', end_time: '16:30:00Z' }],
          ],
        ],
        [
          '^deepseek-reasoner$|^deepseek-r1|^deepseek-r1-0528$',
          [
            [[0.135, 0.55, 0.035, null, null]],
            [[0.55, 2.19, 0.14, null, null], { start_time: '00:30:00Z', end_time: '16:30:00Z' }],
          ],
        ],
        ['^deepseek-v3\\.1-terminus$', [[[0.27, 0.95, 0.13, null, null]]]],
        ['^deepseek-v3\\.2$', [[[0.2288, 0.3432, null, null, null]]]],
        ['^deepseek-v3\\.2-exp$', [[[0.27, 0.41, null, null, null]]]],
        [
          '^deepseek-v4-flash',
          [
            [[0.14, 0.28, 0.0028, null, null]],
            [[0.22, 0.66, 0.007, null, null], { start_date: '2026-08-17' }],
            [[0.44, 1.32, 0.014, null, null], { start_time: '01:00:00Z', end_time: '04:00:00Z' }],
            [[0.44, 1.32, 0.014, null, null], { start_time: '06:00:00Z', end_time: '10:00:00Z' }],
          ],
        ],
        [
          '^deepseek-v4-pro',
          [
            [[0.435, 0.87, 0.003625, null, null]],
            [[0.66, 1.98, 0.022, null, null], { start_date: '2026-08-17' }],
            [[1.32, 3.96, 0.044, null, null], { start_time: '01:00:00Z', end_time: '04:00:00Z' }],
            [[1.32, 3.96, 0.044, null, null], { start_time: '06:00:00Z', end_time: '10:00:00Z' }],
          ],
        ],
      ],
    ],
    [
      '^kimi|^moonshot',
      [
        ['^kimi-k2$', [[[0.57, 2.3, null, null, null]]]],
        ['^kimi-k2-0711-preview$', [[[0.6, 2.5, 0.15, null, null]]]],
        ['^kimi-k2-0905-preview$', [[[0.6, 2.5, 0.15, null, null]]]],
        ['^kimi-k2-thinking$', [[[0.6, 2.5, 0.15, null, null]]]],
        ['^kimi-k2-thinking-turbo$', [[[1.15, 8, 0.15, null, null]]]],
        ['^kimi-k2-turbo', [[[1.15, 8, 0.15, null, null]]]],
        ['^kimi-k2\\.5', [[[0.6, 3, 0.1, null, null]]]],
        ['^kimi-k2\\.6', [[[0.95, 4, 0.16, null, null]]]],
        ['^kimi-k2\\.7-code$', [[[0.95, 4, 0.19, null, null]]]],
        ['^kimi-k2\\.7-code-highspeed$', [[[1.9, 8, 0.38, null, null]]]],
        ['^kimi-k3$', [[[3, 15, 0.3, null, null]]]],
        ['^moonshot-v1-128k$|^moonshot-v1-128k-vision-preview$', [[[2, 5, null, null, null]]]],
        ['^moonshot-v1-32k$|^moonshot-v1-32k-vision-preview$', [[[1, 3, null, null, null]]]],
        ['^moonshot-v1-8k$|^moonshot-v1-8k-vision-preview$', [[[0.2, 2, null, null, null]]]],
      ],
    ],
    [
      '^minimax-m|^minimax-m|^minimax-01$|^m2-her$|^m2-her$',
      [
        ['^m2-her$|^m2-her$', [[[0.3, 1.2, null, null, null]]]],
        [
          '^minimax-m2$|^minimax-m2$|^minimax-m2\\.1$|^minimax-m2\\.1$|^minimax-m2\\.5$|^minimax-m2\\.5$',
          [[[0.3, 1.2, 0.03, 0.375, null]]],
        ],
        ['m2\\.1-highspeed|m2\\.1-highspeed', [[[0.6, 2.4, 0.03, 0.375, null]]]],
        ['m2\\.5-highspeed|m2\\.5-highspeed', [[[0.6, 2.4, 0.03, 0.375, null]]]],
        ['^minimax-m2\\.7$|^minimax-m2\\.7$', [[[0.3, 1.2, 0.06, 0.375, null]]]],
        ['m2\\.7-highspeed|m2\\.7-highspeed', [[[0.6, 2.4, 0.06, 0.375, null]]]],
        ['^minimax-01$', [[[0.2, 1.1, null, null, null]]]],
        ['^minimax-m1$', [[[0.4, 2.2, null, null, null]]]],
        [
          '^minimax-m3$',
          [[[[0.3, [512000, 0.6]], [1.2, [512000, 2.4]], [0.06, [512000, 0.12]], null, null]]],
        ],
      ],
    ],
    [
      '^glm-|^glm-',
      [
        ['^glm-4-air$|^glm-4-air$', [[[0.069, 0.069, 0.034, null, null]]]],
        ['^glm-4-airx$|^glm-4-airx$', [[[1.379, 1.379, null, null, null]]]],
        ['^glm-4-assistant$|^glm-4-assistant$', [[[0.69, 0.69, null, null, null]]]],
        ['^glm-4-flashx-250414$|^glm-4-flashx-250414$', [[[0.014, 0.014, 0.007, null, null]]]],
        ['^glm-4-long$|^glm-4-long$', [[[0.138, 0.138, 0.069, null, null]]]],
        ['^glm-4-plus$|^glm-4-plus$', [[[0.69, 0.69, 0.345, null, null]]]],
        ['^glm-4\\.5-air$|^glm-4\\.5-air$', [[[0.11, 0.276, 0.022, null, null]]]],
        ['^glm-4\\.7$|^glm-4\\.7$', [[[0.276, 1.103, 0.055, null, null]]]],
        ['^glm-4\\.7-flashx$|^glm-4\\.7-flashx$', [[[0.069, 0.414, 0.014, null, null]]]],
        ['^glm-5$|^glm-5$', [[[0.552, 2.483, 0.138, null, null]]]],
        ['^glm-5-turbo$|^glm-5-turbo$', [[[0.69, 3.034, 0.166, null, null]]]],
        [
          '^glm-5\\.1$|^glm-5\\.1$|^glm-5\\.1-20260406$|^glm-5\\.1-20260406$',
          [[[0.828, 3.31, 0.179, null, null]]],
        ],
        ['^glm-5\\.2$|^glm-5\\.2$', [[[1.103, 3.862, 0.276, null, null]]]],
        ['^glm-5\\.3$|^glm-5\\.3$', [[[1.103, 3.862, 0.276, null, null]]]],
        ['^glm-5\\.3-flash$|^glm-5\\.3-flash$', [[[0.055, 0.193, 0.016, null, null]]]],
      ],
    ],
  ],
};
