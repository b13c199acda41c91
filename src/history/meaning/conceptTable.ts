/**
 * Words that developers use for the same thing, in English and Chinese: one concept per line. Related, weaker words
 * follow `|`. A word with `?` is recognized in queries but too common to search for; one with `+` is only searched
 * for, in texts with all of its parts. Verbs and nouns are in their base form.
 *
 * Compiled for this project from general knowledge of the field, without copying any dictionary; Apache-2.0.
 */
export const conceptTable = `
login, log in?, log into?, sign in, signin, logon, log on?, sign on, authenticate, authentication, auth, authn, sso, single sign on, oauth, oidc, openid, saml, ldap, log+account, log+user, log+password, 登录, 登陆, 登入, 认证, 鉴权, 身份验证, 单点登录, 扫码登录 | password, passkey, credential, session, jwt, okta, auth0, keycloak, cognito, clerk, token, identity, magic link, passwordless, 2fa, mfa, account, 密码, 令牌, 会话, 账号
logout, log out, sign out, signout, sign off, kicked out, session expire, logged out, 登出, 退出登录, 注销, 掉线, 会话过期 | session, token, expire, expiry, revoke, refresh token, cookie, jwt, 会话, 过期, 失效
sign up, signup, register, registration, create account, onboard, onboarding, new user, 注册, 开户, 新用户, 入驻 | account, verify, confirmation, welcome, invite, 账号, 验证, 邀请, 引导
password, passwd, passphrase, passcode, pin code, credential, forgot password, 密码, 口令, 凭证, 凭据, 忘记密码 | reset, hash, bcrypt, argon2, scrypt, pbkdf2, salt, keepass, 1password, strength, login, 重置, 加盐, 哈希
mfa, 2fa, two factor, second factor, multi factor, otp, totp, one time code, one time password, authenticator app, webauthn, passkey, fido, 双因素, 两步验证, 二次验证, 验证码, 动态口令, 多因素 | yubikey, sms, login, authenticator, backup code, security key, 短信, 登录
captcha, recaptcha, hcaptcha, turnstile, human check, bot check, 验证码, 人机验证, 滑块 | bot, robot, spam, crawler, 机器人, 刷
session, jwt, token, bearer, cookie, access token, refresh token, remember me, stay signed in, keep logged in, 会话, 令牌, 访问令牌, 刷新令牌, 记住我 | expire, expiry, ttl, login, logout, redis, revoke, 过期, 有效期, 登录态, 登录
authorization, authorisation, authorize, authz, permission, access control, privilege, rbac, abac, acl, role, scope, entitlement, allowed to, may do, access right, forbidden, 403, policy, grant, 授权, 权限, 访问控制, 角色, 无权, 越权, 赋权 | opa, casbin, admin, administrator, owner, viewer, editor, guest, superuser, deny, group, 管理员, 访客, 拒绝
admin, administrator, superuser, root user, sudo, back office, backoffice, operator, moderator, 管理员, 超级管理员, 后台, 管理后台, 运营 | permission, role, panel, privilege, 权限, 角色
user, customer, client?, person, people, account holder, end user, visitor, member, subscriber, tenant, 用户, 客户, 顾客, 会员, 访客, 使用者 | account, profile, audience, 账号, 账户
account, profile, user profile, avatar, 账号, 账户, 帐号, 个人资料, 头像 | user, settings, username, nickname, 用户, 昵称
tenant, multi tenant, multitenancy, tenancy, organization, organisation, workspace, per customer, 租户, 多租户, 组织, 工作空间 | customer, isolation, schema, row level, 隔离, 客户
invite, invitation, add member, join team, 邀请, 拉人, 加入团队 | email, link, member, seat, 成员, 链接
secret, api key, apikey, private key, credential, env file, dotenv, keychain, kms, secret manager, 密钥, 私钥, 机密, 凭证, 秘钥 | vault, sops, doppler, password, token, environment variable, leak, rotate, rotation, 环境变量, 泄露, 轮换
rotate, rotation, key rotation, renew key, roll key, 轮换, 更换密钥 | secret, key, credential, certificate, expire, 密钥, 证书
certificate, cert, tls, ssl, https, x509, acme, handshake, mtls, 证书, 续签, 加密传输 | letsencrypt, let's encrypt, certbot, expire, renew, renewal, domain, ca, secure connection, 到期, 过期, 域名
encrypt, encryption, encrypted, decrypt, decryption, cipher, aes, rsa, at rest, in transit, cryptography, crypto, kms, pgp, gpg, scramble, unreadable, 加密, 解密, 密文, 加解密 | key, secret, tls, hash, disk, plaintext, sensitive, 密钥, 明文
signature, signed, hmac, verify signature, signing, 签名, 验签, 数字签名 | webhook, certificate, tamper, notarize, 篡改, 公证
vulnerability, security hole, cve, exploit, pentest, penetration test, hacked, hacker, attack, attacker, breach, advisory, owasp, npm audit, insecure, 漏洞, 安全, 攻击, 入侵, 黑客, 渗透, 被黑 | snyk, dependabot, trivy, patch, injection, xss, csrf, scan, security, disclose, audit, 补丁, 注入, 扫描, 审计
injection, sql injection, xss, cross site scripting, sanitize, sanitise, escape, escaping, prepared statement, content security policy, csp, 注入, 转义, 跨站脚本, 过滤 | innerhtml, dompurify, malicious, untrusted, input, script, attack, 恶意, 输入
csrf, xsrf, cross site request forgery, samesite, anti forgery, forged request, 跨站请求伪造, 伪造请求 | cookie, token, form, origin, 表单
cors, cross origin, cross domain, access control allow origin, preflight, same origin, other domain, blocked by browser, 跨域, 同源, 预检 | origin, header, browser, options request, 请求头, 浏览器
cookie, httponly, samesite, set cookie, browser storage, localstorage, sessionstorage, 浏览器存储, 本地存储 | session, consent, browser, tracking, 会话
privacy, gdpr, ccpa, personal data, pii, data protection, consent, anonymize, anonymise, pseudonymize, redact, mask, right to be forgotten, erase, 隐私, 个人信息, 脱敏, 匿名化, 个人数据, 合规 | delete, compliance, retention, sensitive, legal, 敏感, 法务
compliance, audit, soc2, soc 2, iso 27001, hipaa, pci, regulation, regulator, auditor, audit trail, who did what?, 合规, 审计, 监管, 等保, 留痕 | log, evidence, legal, policy, 法规
database, db, data store, datastore, 数据库, 库表, 主库 | postgres, postgresql, mysql, mariadb, sqlite, oracle, sql server, mssql, rds, aurora, mongodb, mongo, dynamodb, cockroachdb, cassandra, firestore, supabase, planetscale, table, sql, schema, query, row, 数据表, 表
sql, query, select, join, orm, 查询, 语句 | prisma, sequelize, typeorm, hibernate, sqlalchemy, drizzle, active record, knex, jooq, database, table, where clause, n+1, 数据库
migration, migrate, schema change, alter table, add column, ddl, backfill, change the tables, table structure, new field, rename column, drop column, 迁移, 表结构, 加字段, 改表, 字段变更, 数据迁移, 回填 | flyway, liquibase, alembic, schema, database, column, prisma, postgres, table, 数据库, 字段
schema, data model, table structure, column, field, entity, erd, normalization, 模式, 数据模型, 字段, 列, 实体 | table, database, type?, relation, 表, 结构
index, btree, gin index, composite index, missing index, full table scan, seq scan, explain analyze, query plan, 索引, 联合索引, 全表扫描, 执行计划 | slow query, postgres, lookup, mysql, 慢查询
slow query, query takes, expensive query, n+1, query plan, explain analyze, full scan, 慢查询, 慢 sql, 执行计划 | index, database, optimize, latency, timeout, 索引, 优化
connection pool, pool, max connections, too many connections, too many clients, pool exhausted, connection limit, 连接池, 连接数, 连接耗尽 | pgbouncer, hikari, hikaricp, database, connection, timeout, postgres, idle, exhausted, 数据库, 连接
transaction, commit, rollback, acid, isolation level, atomic, all or nothing, savepoint, two phase commit, saga, serializable, 事务, 提交, 原子性, 隔离级别, 分布式事务 | database, lock, consistent, deadlock, 一致性
deadlock, lock wait, lock timeout, stuck waiting, mutual wait, 死锁, 锁等待, 互相等待 | mutex, transaction, lock, thread, hang, 锁, 线程, 卡死
lock, mutex, semaphore, synchronized, advisory lock, distributed lock, flock, critical section, exclusive, 锁, 互斥, 分布式锁, 加锁, 信号量 | redlock, race, deadlock, concurrent, concurrency, 并发
race, race condition, data race, concurrency bug, at the same time, simultaneously, concurrent write, interleave, toctou, lost update, double submit, 竞态, 竞争条件, 同时, 并发问题, 并发写 | lock, mutex, atomic, concurrent, thread, intermittent, 锁, 偶发
concurrency, concurrent, parallel, parallelism, thread, multithread, goroutine, coroutine, async, asynchronous, await, worker thread, thread pool, actor, fiber, 并发, 并行, 多线程, 线程, 协程, 异步, 线程池 | tokio, asyncio, race, lock, mutex, simultaneous, 锁
replication, replica, read replica, standby, follower, primary, secondary, replication lag, master slave, 复制, 副本, 主从, 从库, 只读库, 主从延迟 | failover, database, lag, postgres, 数据库
shard, sharding, partition, partitioning, split the table, horizontal split, 分片, 分库分表, 分表, 分区 | scale, database, key, table, 扩展
failover, fail over, high availability, ha?, redundancy, redundant, standby, disaster recovery, dr, outage plan, second region, multi region, 故障转移, 高可用, 容灾, 灾备, 主备切换, 异地多活, 冗余 | replica, backup, region, outage, primary, 备用, 切换
backup, back up, snapshot, dump, pg_dump, restore, recover, recovery, point in time, wal archive, copy of data, 备份, 恢复, 快照, 还原 | disaster, retention, nightly, s3, lost data, 数据丢失, 保留
data loss, lost data, disappear, vanish, gone, missing data, wiped, deleted by accident, 数据丢失, 丢数据, 丢失, 不见了, 消失, 误删 | backup, restore, recover, truncate, 备份, 恢复
delete, remove, erase, purge, drop, soft delete, tombstone, clean up, cleanup, get rid of, destroy, trash, recycle bin, 删除, 移除, 清除, 清理, 软删除, 回收站 | archive, retention, cascade, undo, 归档
retention, ttl, expire, expiry, how long do we keep, keep for days, lifecycle policy, garbage collect old, prune, 保留, 保留期, 过期, 生命周期, 保存多久 | delete, archive, cleanup, old data, days, 清理, 归档
import, export, etl, ingest, ingestion, bulk load, csv, excel, xlsx, spreadsheet, data pipeline, 导入, 导出, 批量导入, 表格, 数据管道 | airbyte, fivetran, parse, file, upload, download, batch, 文件
batch, bulk, batch job, chunk, nightly job, in groups, 批处理, 批量, 跑批, 分批 | job, schedule, cron, import, 任务
warehouse, data warehouse, data lake, olap, 数仓, 数据仓库, 数据湖, 离线数仓 | snowflake, bigquery, redshift, clickhouse, databricks, dbt, spark, analytics, etl, report, 报表, 分析
analytics, statistic, metrics dashboard, report, reporting, dashboard, chart, bi, funnel, conversion, 分析, 统计, 报表, 图表, 看板, 埋点, 漏斗, 转化率 | looker, tableau, metabase, superset, mixpanel, amplitude, posthog, google analytics, event, tracking, insight, number, 事件, 数据
cache, caching, cached, memoize, memoization, cdn, cache invalidation, evict, eviction, stale, ttl, lru, keep in memory, precompute, stored copy, 缓存, 过期时间, 失效, 淘汰 | redis, memcached, expire, key, hit rate, warm, invalidate, valkey, cloudflare, varnish, 命中率, 预热
stale, outdated, old data, not fresh, not updated, out of date, still shows old, refresh, invalidate, obsolete, 过期, 陈旧, 旧数据, 不刷新, 没更新, 过时 | cache, sync, lag, etag, 缓存, 同步
cdn, edge, edge network, static hosting, 内容分发, 边缘节点, 静态资源 | cloudflare, cloudfront, fastly, akamai, cache, asset, bandwidth, region, 缓存, 带宽
queue, message queue, mq, message broker, broker, pub sub, pubsub, event bus, event stream, 队列, 消息队列, 消息中间件, 积压, 消费者, 生产者 | kafka, rabbitmq, sqs, nats, pulsar, bullmq, celery, sidekiq, rocketmq, activemq, consumer, producer, publish, subscribe, topic, partition, backlog, worker, job, lag, dead letter, 消费, 订阅, 堆积
backlog, pile up, accumulate, consumer lag, backpressure, queue grows, cannot keep up, overflow, 积压, 堆积, 消费不过来, 背压 | queue, kafka, worker, throughput, 队列, 消费
dead letter, dlq, poison message, poison pill, unprocessable, failed message, 死信, 死信队列, 毒消息 | queue, retry, failure, 重试, 队列
background job, worker, job, async task, job runner, offline task, 后台任务, 异步任务, 任务, 作业 | sidekiq, celery, bullmq, resque, temporal, airflow, queue, schedule, cron, process, 队列, 定时
schedule, scheduler, cron, crontab, cronjob, timer, periodic, nightly, every night, every hour, recurring, systemd timer, run at, 定时, 定时任务, 计划任务, 调度, 每晚, 每天, 凌晨, 周期 | job, task, batch, automatic, midnight, 任务, 自动
retry, try again, reattempt, re-attempt, backoff, exponential backoff, jitter, redeliver, attempts, repeat the request, 重试, 再试, 退避, 指数退避, 重发 | resend, fail, failure, timeout, idempotent, transient, 失败, 幂等, 超时
idempotent, idempotency, idempotency key, exactly once, at least once, duplicate request, double charge, charged twice, processed twice, dedupe, deduplicate, deduplication, duplicate, 幂等, 去重, 重复, 重复提交, 重复扣款, 重复请求 | retry, unique, key, replay, 重试, 唯一
timeout, time out, timed out, deadline exceeded, etimedout, takes too long, no response, not responding, gateway timeout, 504, 408, 超时, 无响应, 没响应, 没有响应 | slow, latency, retry, hang, wait, connection, 重试, 等待, 慢
circuit breaker, breaker, bulkhead, fallback, degrade, graceful degradation, load shedding, fail fast, 熔断, 降级, 兜底, 限流降级 | hystrix, resilience4j, retry, failure, dependency, downstream, overload, 下游, 过载
rate limit, rate limiting, throttle, throttling, quota, 429, too many requests, token bucket, leaky bucket, requests per second, requests per minute, abuse, 限流, 限速, 频率限制, 配额, 限额, 刷接口 | limit, burst, api, spam, block, per ip, 频率, 上限
load balancer, load balance, round robin, reverse proxy, ingress, sticky session, 负载均衡, 反向代理, 网关, 流量分发 | alb, elb, nginx, haproxy, envoy, traefik, proxy, traffic, health check, upstream, 流量, 代理
proxy, gateway, api gateway, forward proxy, reverse proxy, vpn, tunnel, ngrok, 代理, 网关, 隧道, 内网穿透 | kong, nginx, header, firewall, traffic, upstream, 防火墙
network, dns, domain, ip address, subnet, vpc, firewall, security group, port, socket, econnrefused, econnreset, connection refused, unreachable, packet, tcp, udp, name resolution, route53, 网络, 域名, 解析, 防火墙, 端口, 连接被拒, 内网, 公网 | connect, connection, host, proxy, route, 连接, 主机
offline, no connection, no internet, disconnected, lose connection, airplane mode, service worker, pwa, local first, 离线, 断网, 无网络, 断线, 弱网 | sync, cache, reconnect, network, indexeddb, 同步, 重连
sync, synchronize, synchronise, synchronization, replicate changes, keep in step, crdt, conflict resolution, two way, 同步, 双向同步, 冲突解决 | offline, conflict, merge, device, replication, 冲突, 设备
websocket, realtime, real time, live update, push update, server sent events, sse, long polling, streaming, presence, instantly, 实时, 推送, 长连接, 长轮询, 即时, 流式 | socket.io, signalr, connection, event, channel, reconnect, heartbeat, subscribe, 心跳, 重连
webhook, callback, callback url, hook, event notification, outgoing event, 回调, 钩子, 通知地址, 网络钩子 | event, payload, signature, retry, deliver, endpoint, stripe, github, 事件, 签名
api, endpoint, rest, restful, http interface, route, openapi, swagger, service interface, public interface, backend call, 接口, 端点, 开放接口 | request, response, http, resource, controller, postman, 请求, 响应, 路由
graphql, resolver, federation, dataloader, query language | apollo, relay, urql, api, schema, query, mutation, 接口, 查询
grpc, protobuf, protocol buffers, rpc, remote procedure, proto file, 远程调用 | thrift, trpc, api, service, stub, microservice, 服务, 接口
request, http, fetch, call the server, http client, post, 请求, 调用 | axios, curl, response, header, api, status code, payload, body, 响应
response, reply, payload, status code, body, answer from the server, 响应, 返回, 返回值, 状态码 | request, json, http, error, 请求
json, xml, yaml, serialize, serialise, deserialize, serialization, parse, parser, marshal, encode, decode, format of data, 序列化, 反序列化, 解析, 编码, 解码 | payload, schema, format, 格式
versioning, api version, v2, breaking change, backward compatible, backwards compatible, compatibility, deprecate, deprecated, deprecation, sunset, semver, old clients, 兼容, 向后兼容, 弃用, 废弃, 破坏性变更, 版本 | upgrade, release, client, migrate, 升级
pagination, paginate, page through, paging, offset, limit, infinite scroll, load more, next page, keyset, too many rows, 分页, 翻页, 下一页, 加载更多, 无限滚动, 游标 | cursor, list, table, result, scroll, 列表, 滚动
search, find, lookup, full text, bm25, relevance, ranking, fuzzy, autocomplete, typeahead, 搜索, 检索, 查找, 全文检索, 模糊匹配, 相关性, 搜索引擎, 联想 | elasticsearch, opensearch, solr, algolia, meilisearch, typesense, lucene, index, query, result, filter, rank, 索引, 结果, 排序
filter, facet, narrow down, criteria, where clause, refine, 筛选, 过滤, 条件 | search, list, sort, query, 搜索, 列表
sort, order by, ordering, sorted, rank, ranking, sequence, 排序, 顺序, 次序, 排名 | list, column, ascending, descending, 列表, 升序, 降序
file upload, upload, multipart, attachment, presigned url, presign, drag and drop file, send a file, dropzone, 上传, 附件, 文件上传, 分片上传, 传文件 | file, storage, s3, size limit, image, bucket, 文件, 存储, 图片
download, save file, fetch file, export file, attachment, 下载, 保存文件 | file, link, upload, 文件, 链接
storage, object storage, bucket, blob, disk, volume, file system, filesystem, 存储, 对象存储, 磁盘, 文件系统, 存储桶 | s3, minio, gcs, azure blob, r2, oss, nfs, ebs, file, upload, capacity, space, backup, 文件, 空间, 容量
disk full, out of disk, no space left, enospc, disk space, storage full, 磁盘满, 磁盘空间, 空间不足, 硬盘满 | cleanup, log rotation, volume, storage, 清理, 磁盘
image, picture, photo, thumbnail, resize, crop, svg, compress image, 图片, 图像, 照片, 缩略图, 裁剪, 压缩图片 | png, jpeg, webp, avif, sharp, imagemagick, upload, avatar, size, quality, icon, 头像, 上传
video, audio, stream media, transcode, hls, codec, podcast, recording, webrtc, subtitle, 视频, 音频, 转码, 录音, 播放, 直播, 字幕 | ffmpeg, player, media, format, bandwidth, 媒体
pdf, document generation, print, invoice document, docx, word file, 打印, 文档生成, 生成文件 | puppeteer, wkhtmltopdf, export, template, report, invoice, 模板, 导出
payment, pay, checkout, charge, billing, credit card, card, transaction fee, pay button, 支付, 付款, 结账, 扣款, 收款, 信用卡, 收银 | stripe, paypal, adyen, braintree, alipay, wechat pay, apple pay, 支付宝, 微信支付, invoice, order, refund, price, money, 3d secure, 订单, 发票, 退款
refund, chargeback, money back, reimburse, dispute, return payment, give back, 退款, 退钱, 拒付, 争议, 退货 | payment, stripe, order, cancel, credit note, 支付, 订单
billing, invoice, invoicing, bill, receipt, statement, dunning, charge customers, subscription fee, accounting, bookkeeping, ledger, 账单, 发票, 计费, 开票, 对账, 收据, 记账, 财务 | payment, stripe, tax, subscription, amount, pdf, 支付, 税, 订阅
subscription, plan, subscribe, recurring payment, tier, renewal, trial, free trial, upgrade plan, downgrade, churn, cancel plan, monthly fee, membership, seat, 订阅, 套餐, 续费, 试用, 会员, 包月, 取消订阅 | billing, stripe, price, invoice, 计费, 价格
price, pricing, cost, discount, coupon, promo code, promotion, voucher, fee, how much?, 价格, 定价, 优惠券, 折扣, 促销, 费用, 多少钱 | plan, money, amount, currency, 金额, 套餐
money, currency, amount, decimal, cents, rounding, floating point money, exchange rate, fx, euro, dollar, usd, eur, cny, minor units, penny, round half, 金额, 货币, 币种, 汇率, 四舍五入, 精度, 分, 元, 美元, 人民币 | price, total, tax, float, bigdecimal, sum, 小数, 总额, 价格
tax, vat, gst, sales tax, tax rate, 税, 税率, 增值税, 税费, 含税 | avalara, invoice, price, billing, amount, country, 发票
order, purchase, buy, shopping cart, cart, basket, shop, store front, ecommerce, fulfilment, fulfillment, sku, 订单, 购物车, 下单, 购买, 商城, 电商, 商品 | payment, checkout, product, inventory, shipping, 支付, 库存
inventory, stock, warehouse stock, oversell, out of stock, availability, sold out, reserve stock, 库存, 超卖, 缺货, 备货, 仓储 | order, product, quantity, 订单, 商品
shipping, delivery, ship order, logistics, courier, tracking number, carrier, 物流, 发货, 快递, 配送, 运费 | parcel, order, address, 订单, 地址
budget, cost, expense, spending, spend, money spent, cloud bill, cheaper, expensive, save money, finops, 预算, 成本, 开销, 花费, 费用, 省钱, 降本 | price, aws, approve, dollar, instance, 账单, 云
email, mail, e-mail, smtp, inbox, newsletter, spf, dkim, dmarc, bounce, spam folder, 邮件, 邮箱, 发信, 收件箱, 垃圾邮件 | ses, sendgrid, mailgun, postmark, mailchimp, resend, notification, template, deliver, unsubscribe, send, 通知, 模板, 退信
notification, notify, alert the user, push notification, reminder, toast, inform, 通知, 推送, 提醒, 消息推送, 站内信 | fcm, apns, firebase messaging, onesignal, email, sms, message, badge, unsubscribe, slack, 邮件, 短信
sms, text message, phone number, text somebody, 短信, 手机号, 短信验证码, 电话 | twilio, vonage, notification, otp, verification, 通知, 验证
chat, messaging, conversation, dm, 聊天, 会话, 消息, 群聊 | slack, discord, teams, wechat, telegram, 飞书, 钉钉, 微信, message, notification, bot, channel, 机器人
deploy, deployment, ship, release, roll out, rollout, go live, publish, push to production, put into production, launch, blue green, canary, 部署, 发布, 上线, 发版, 投产, 灰度, 蓝绿 | helm upgrade, argocd, fluxcd, vercel, netlify, heroku, fly.io, production, staging, ci, pipeline, kubernetes, version, rollback, 生产, 流水线, 回滚
rollback, roll back, revert, undo, back out, previous version, restore version, undeploy, go back, 回滚, 回退, 撤销, 撤回, 还原 | deploy, release, bad release, git, version, 部署, 发布, 版本
canary, gradual rollout, blue green, staged rollout, percentage rollout, progressive delivery, 灰度, 金丝雀, 蓝绿, 分批发布 | deploy, release, traffic, feature flag, 发布, 流量
environment, staging, production, prod, dev environment, sandbox, preview, uat, preprod, live system, 环境, 生产, 预发, 测试环境, 开发环境, 线上, 沙箱 | deploy, config, variable, 配置, 部署
ci, continuous integration, pipeline, build server, workflow file, checks, runner, 持续集成, 流水线, 构建机 | github actions, gitlab ci, jenkins, circleci, travis, buildkite, azure pipelines, teamcity, build, test, deploy, green, red, job, yaml, 构建, 测试
pipeline fails, build broken, red build, broken build, ci fails, ci red, cannot merge, 构建失败, 流水线挂, 编译失败 | ci, test, job, github actions, 流水线
container, docker, dockerfile, image layer, docker compose, compose file, registry, oci, base image, 容器, 镜像, 容器化 | podman, containerd, alpine, distroless, kubernetes, build, volume, image, 部署
kubernetes, k8s, pod, cluster, node pool, operator, crd, statefulset, replicaset, crashloopbackoff, orchestrate, orchestration, 集群, 编排, 节点 | helm, kubectl, eks, gke, aks, k3s, container, deploy, docker, ingress, namespace, autoscale, 容器, 部署
autoscale, autoscaling, scale up, scale out, hpa, elastic, more instances, more servers, capacity, handle more traffic, grow, scalability, scale, 扩容, 伸缩, 弹性, 自动扩缩, 缩容, 横向扩展, 扩展性 | load, traffic, cpu, replicas, kubernetes, instance, 流量, 负载
traffic, load, peak, spike, burst, qps, rps, throughput, requests per second, black friday, rush, high load, heavy load, 流量, 负载, 高峰, 突增, 吞吐, 峰值, 并发量, 大促 | scale, capacity, latency, overload, 扩容, 压力
serverless, cloud function, faas, cold start, edge function, 无服务器, 云函数, 冷启动 | lambda, cloud run, aws, timeout, function, deploy, 函数
cloud, vm, virtual machine, instance, hosting, data center, server rental, 云, 云服务, 虚拟机, 云主机, 机房 | aws, gcp, azure, amazon, google cloud, aliyun, ec2, hetzner, digitalocean, 阿里云, 腾讯云, server, region, cost, infrastructure, 服务器
infrastructure, infra, infrastructure as code, iac, provision, provisioning, 基础设施, 基础架构, 运维, 资源编排 | terraform, pulumi, ansible, cloudformation, puppet, chef, opentofu, cloud, server, devops, module, state file, 云, 服务器
server, host, machine, backend, back end, instance, vps, box, 服务器, 主机, 后端, 机器, 节点, 服务端 | node, process, service, deploy, cpu, 服务, 部署
monitoring, monitor, observability, metric, dashboard, health check, uptime, how do we see, watch the system, 监控, 指标, 可观测, 健康检查, 看板, 大盘 | prometheus, grafana, datadog, new relic, cloudwatch, statsd, alert, graph, latency, log, trace, 告警, 报警
alert, alarm, pager, on call, oncall, woken up, wake up at night, escalate, page me, noisy, 告警, 报警, 值班, 警报, 升级, 通知 | pagerduty, opsgenie, alertmanager, threshold, monitoring, incident, slo, 阈值, 监控, 故障
incident, outage, downtime, down, go down, unavailable, postmortem, post mortem, root cause, went dark, sev1, p0, site is down, service interruption, war room, 503, 502, 故障, 事故, 宕机, 挂了, 不可用, 复盘, 停机, 根因, 中断 | alert, recover, restore, on call, failure, 恢复, 告警
sla, slo, error budget, availability, uptime, reliability, reliable, nines, 可用性, 可靠性, 服务等级, 稳定性, 稳定 | incident, outage, target, monitoring, 监控
log, logging, logger, logfile, structured log, log level, debug output, print statement, stdout, console.log, 日志, 日志级别, 打日志, 打印 | kibana, elk, loki, fluentd, logstash, winston, pino, log4j, logback, splunk, debug, trace, error, level, rotate, 调试, 级别
trace, tracing, span, distributed tracing, correlation id, request id, follow a request, 链路追踪, 链路, 调用链, 追踪, 埋点 | opentelemetry, otel, jaeger, zipkin, tempo, log, latency, monitoring, service, 日志, 监控
error tracking, crash report, exception report, 错误上报, 异常上报, 崩溃上报 | sentry, bugsnag, rollbar, crashlytics, exception, stack trace, alert, error, 异常, 堆栈
telemetry, usage data, tracking, beacon, event collection, phone home, 遥测, 数据采集, 采集, 上报, 埋点 | privacy, analytics, event, opt out, 隐私
feature flag, feature toggle, kill switch, switch off, turn on for some, experiment, beta users, enable gradually, 功能开关, 特性开关, 开关, 灰度开关, 实验 | launchdarkly, unleash, rollout, config, ab test, growthbook, 灰度, 配置
ab test, a/b test, split test, experiment, variant, control group, hypothesis, statistically significant, 实验, 对照组, 分流, 对照实验 | feature flag, conversion, metric, 转化率, 指标
config, configuration, configure, setting, env var, environment variable, option, preference, parameter, toml, ini, dotenv, settings file, set up, setup, 配置, 设置, 环境变量, 参数, 选项, 配置项 | yaml, default, file, flag, override, 默认, 文件
default, fallback value, initial value, preset, out of the box, 默认, 默认值, 初始值, 缺省 | config, option, setting, 配置
test, testing, unit test, integration test, spec, test suite, tdd, assertion, assert, regression test, how do we verify, qa, 测试, 单元测试, 集成测试, 用例, 断言, 单测, 回归测试 | jest, vitest, pytest, mocha, junit, go test, rspec, coverage, mock, ci, fixture, expect, check, 覆盖率, 验证
end to end, e2e, browser test, ui test, click through, 端到端, 界面测试, 自动化测试, 浏览器测试 | playwright, cypress, selenium, puppeteer, webdriver, test, browser, screenshot, flaky, 测试, 截图
mock, stub, fake, test double, spy, simulate, stand in, dummy, test data, 模拟, 打桩, 桩, 假数据, 替身 | msw, nock, sinon, wiremock, test, fixture, dependency, network, 测试
fixture, seed, seed data, sample data, factory, test data, golden file, snapshot test, 测试数据, 样例数据, 种子数据, 造数据 | faker, test, database, mock, 测试
flaky, flake, intermittent, sporadic, nondeterministic, non-deterministic, sometimes fail, fails randomly, randomly, only sometimes, now and then, unstable, comes and goes, heisenbug, 不稳定, 偶发, 偶尔失败, 时好时坏, 随机失败, 偶现, 间歇 | test, race, timing, retry, ci, quarantine, 测试, 竞态, 重跑
coverage, test coverage, untested, uncovered line, 覆盖率, 测试覆盖, 未覆盖 | istanbul, codecov, test, percent, ci, 测试, 百分
load test, stress test, benchmark, performance test, soak test, how many requests can, 压测, 压力测试, 性能测试, 基准测试, 跑分 | k6, jmeter, gatling, locust, throughput, latency, capacity, p95, 吞吐, 性能
manual test, qa, acceptance, uat, tester, try it out, quality assurance, bug bash, 验收, 手工测试, 测试人员, 质量, 走查 | test, release, checklist, 测试
lint, linter, static analysis, code smell, 静态检查, 代码检查, 规范检查 | eslint, biome, oxlint, ruff, flake8, pylint, rubocop, clippy, golangci, sonarqube, rule, warning, style, format, prettier, 规则, 警告
format, formatter, formatting, indentation, indent, tabs, spaces, whitespace, semicolon, line width, code style, style guide, quotes, trailing comma, 格式化, 缩进, 代码风格, 排版, 空格, 分号, 换行, 代码规范 | prettier, black, gofmt, rustfmt, editorconfig, oxfmt, lint, eslint, style, convention, 规范, 风格
type check, typing?, types?, type error, static typing, any?, generics, type safe, strict mode, interface, type annotation, 类型, 类型检查, 泛型, 类型安全, 类型错误 | typescript, tsc, mypy, pyright, zod, compile, schema, null, check, 编译
null, undefined, nil, none value, nullpointerexception, npe, null pointer, cannot read properties, optional, missing value, nullable, 空指针, 空值, 未定义, 空引用 | exception, crash, check, 异常, 判空
build, compile, compiler, compilation, make, build time, assemble, 构建, 编译, 打包, 构建速度 | webpack, vite, esbuild, rollup, bazel, gradle, maven, cmake, turborepo, tsc, swc, babel, bundle, artifact, ci, output, dist, 产物
bundle, bundling, bundler, tree shaking, code splitting, minify, bundle size, chunk, lazy load, 打包, 分包, 按需加载, 懒加载, 摇树, 包体积, 压缩 | webpack, vite, rollup, esbuild, parcel, turbopack, rspack, build, size, kilobytes, script, import, 构建, 体积
dependency, package, library, crate, module, lockfile, package.json, third party, requirements.txt, gem, 依赖, 第三方库, 软件包, 包管理, 类库, 锁文件 | npm, pnpm, yarn, pip, poetry, uv, cargo, maven, nuget, node_modules, version, install, upgrade, registry, 版本, 安装
install, installation, setup, installer, set up machine, get started, 安装, 装机, 搭建, 安装包 | brew, apt, winget, homebrew, dependency, package, download, environment, 依赖, 环境
upgrade, update, bump, newer version, migrate to, latest, outdated, move to version, 升级, 更新, 新版本, 升版本 | dependabot, renovate, version, dependency, breaking, release, 版本, 依赖
version, release number, semver, tag, changelog, release notes, 版本, 版本号, 变更日志, 更新日志, 发布说明 | release, upgrade, publish, 发布, 升级
monorepo, workspace, single repository, one repository, multi package, 单仓, 单体仓库, 多包 | turborepo, nx, lerna, pnpm workspace, package, repository, build, 仓库
memory leak, leak, heap, out of memory, oom, oomkilled, memory grows, ram, gc, garbage collection, heap dump, retain, memory usage, eats memory, memory consumption, rss, 内存泄漏, 内存溢出, 内存, 堆, 垃圾回收, 内存暴涨, 内存占用, 泄漏 | listener, cache, profile, crash, restart, 重启, 监听器
cpu, processor, 100 percent cpu, busy loop, hot loop, fan, cpu usage, core, load average, spinning, 处理器, 占用率, 空转, 飙高, 跑满 | performance, profile, thread, slow, 性能
crash, segfault, panic, abort, core dump, blow up, die, killed, exit code, fatal, unhandled, terminates, goes away, sigsegv, falls over, crashloop, 崩溃, 闪退, 挂掉, 挂了, 异常退出, 奔溃, 段错误 | exception, error, stack, restart, bug, 异常, 重启, 报错
hang, freeze, stuck, unresponsive, not responding, spin, blocked, deadlocked, never finishes, never returns, stalls, lock up, locks up, infinite loop, 卡死, 卡住, 无响应, 假死, 卡顿, 死循环, 没反应, 阻塞 | deadlock, timeout, wait, thread, event loop, slow, 死锁, 超时
slow, too slow, sluggish, lag, laggy, latency, performance, takes forever, p95, p99, response time, bottleneck, delay, takes long, speed, speed up, faster, snappy, quick, throughput, optimise, optimize, optimization, 慢, 太慢, 卡, 卡顿, 性能, 延迟, 响应时间, 耗时, 瓶颈, 加速, 优化, 提速, 变慢, 速度 | perf, profile, profiling, flame graph, cache, milliseconds, seconds, cpu, benchmark, tuning, 毫秒, 秒, 调优
profile, profiling, profiler, flame graph, flamegraph, hot path, sampling, where time goes, 性能分析, 火焰图, 热点, 剖析 | pprof, perf, clinic.js, cpu, slow, performance, memory, 性能
error, exception, failure, fail, bug, defect, issue, fault, broken, break, wrong, problem, malfunction, stack trace, traceback, throw, does not work, doesn't work, not working, trouble, glitch, 错误, 异常, 报错, 失败, 故障, 缺陷, 出错, 问题, 坏了, 不工作, 堆栈 | fix, crash, debug, catch, handle, 修复, 排查
debug, debugging, debugger, breakpoint, diagnose, investigate, troubleshoot, figure out why, track down, reproduce, repro, root cause, bisect, 调试, 排查, 断点, 定位, 复现, 诊断, 排错 | log, bug, trace, error, 日志
fix, bugfix, hotfix, repair, resolve, patch, correct, workaround, solve, mend, 修复, 修改, 解决, 补丁, 热修复, 绕过, 修正, 改好 | bug, error, issue, commit, 缺陷, 问题
error handling, catch, try catch, exception handling, rescue, recover from error, error boundary, swallow, error message, 错误处理, 异常处理, 捕获, 容错 | error, log, retry, throw, 异常
regression, used to work, worked before, stopped working, since the update, broke after, no longer works, 回归, 以前正常, 更新之后 | bug, bisect, version, upgrade, test, 版本
refactor, refactoring, rewrite, restructure, clean up code, cleanup, technical debt, tech debt, legacy, simplify, spaghetti, modernize, split up, extract, 重构, 重写, 技术债, 遗留, 整理代码, 老代码, 屎山, 拆分 | module, architecture, design, old code, 模块, 架构
architecture, design, microservice, monolith, service oriented, modular, layered, hexagonal, clean architecture, ddd, domain driven, event sourcing, cqrs, system design, structure of the system, 架构, 微服务, 单体, 分层, 领域驱动, 系统设计, 模块化 | service, module, boundary, component, 服务, 模块
microservice, service, split the monolith, service mesh, service discovery, inter service, 微服务, 服务拆分, 服务发现, 服务网格 | istio, consul, api, grpc, architecture, container, 服务, 架构
plugin, extension, addon, add-on, module system, hook, marketplace, 插件, 扩展, 加载项 | install, api, vscode, 安装
git, repository, repo, version control, source control, 仓库, 版本控制, 代码库, 代码仓库 | github, gitlab, bitbucket, svn, commit, branch, clone, push, pull, 提交, 分支
branch, feature branch, trunk, main branch, master, git flow, gitflow, trunk based, checkout branch, branch naming, 分支, 主干, 特性分支, 分支策略, 主分支 | git, merge, commit, protect, naming, 合并, 命名
merge, rebase, squash, cherry pick, merge conflict, conflict, fast forward, conflicting changes, combine branches, 合并, 冲突, 变基, 合并冲突, 压缩提交 | branch, git, pull request, resolve, commit, 分支, 解决
commit, commit message, conventional commits, changeset, commitlint, history of changes, signed commit, 提交, 提交信息, 提交记录, 提交规范 | git, message, push, squash, 推送
pull request, merge request, code review, review, reviewer, approve, approval, pr, mr, look over the code, second pair of eyes, feedback on code, lgtm, codeowners, 代码评审, 评审, 审查, 代码审查, 合并请求, 审核, 审批 | merge, comment, branch, diff, 评论, 合并
diff, patch, change set, compare, comparison, what changed, delta, 差异, 对比, 比较, 变更 | review, merge, version, 版本
hook, pre-commit, precommit, git hook, before commit, 提交钩子, 预提交 | husky, lefthook, lint-staged, lint, test, commit, format, 提交
documentation, docs, readme, doc, manual, guide, tutorial, wiki, how to?, handbook, javadoc, docstring, write down, runbook, playbook, 文档, 手册, 说明, 教程, 指南, 知识库, 注释 | confluence, notion, docusaurus, mkdocs, example, page, describe, explain, 示例
comment, annotation, docstring, inline explanation, todo, 注释, 备注, 批注, 评论 | documentation, code, review, 文档
naming, name, rename, convention, identifier, camelcase, snake_case, kebab-case, variable name, what to call, what do we call, terminology, glossary, prefix, suffix, 命名, 命名规范, 名称, 重命名, 术语, 起名, 驼峰 | style, consistent, variable, file name, 变量, 规范
convention, standard, guideline, style guide, best practice, rule, agreed, coding standard, 规范, 约定, 准则, 标准, 惯例, 最佳实践, 规则 | lint, naming, review, consistent, 命名
frontend, front end, ui, user interface, web app, client side, screen, page, gui, view, spa, browser app, 前端, 界面, 页面, 网页 | react, vue, angular, svelte, component, css, browser, html, 组件, 浏览器
component, widget, react component, design system, ui kit, headless ui, 组件, 控件, 组件库, 设计系统, 部件 | storybook, shadcn, material ui, antd, ant design, element plus, radix, button, frontend, style, props, 按钮, 前端
layout, flexbox, flex, grid, alignment, align, responsive, overflow, spacing, margin, padding, broken page, overlap, misaligned, breakpoint, small screen, position, z-index, centering, 布局, 对齐, 错位, 响应式, 间距, 溢出, 栅格, 排版, 重叠 | css, style, screen, mobile, width, 样式, 屏幕
style, css, stylesheet, theme, colour, color, font, look and feel, appearance, typography, 样式, 颜色, 字体, 外观, 配色, 主题, 美化 | tailwind, sass, scss, styled components, css modules, design, layout, dark mode, button, 布局
dark mode, dark theme, night mode, light mode, theme, theming, black background, prefers-color-scheme, color scheme, dim, too bright, 深色模式, 暗黑模式, 夜间模式, 深色主题, 暗色, 主题, 浅色, 黑夜 | contrast, color, css, background, variables, 对比度, 颜色, 背景
accessibility, a11y, screen reader, aria, wcag, keyboard navigation, contrast, blind, disabled people, alt text, focus ring, impaired, 无障碍, 可访问性, 读屏, 对比度, 盲人, 键盘操作, 视障 | voiceover, nvda, focus, label, color, keyboard, tab order, 焦点, 键盘
form, input field, text field, input, submit, checkbox, dropdown, select box, textarea, fill in, fields, 表单, 输入框, 提交, 填写, 下拉框, 输入 | formik, react hook form, validation, label, error message, zod, 校验
validation, validate, validator, invalid, check input, sanitize, schema validation, required field, wrong input, bad input, reject, 校验, 验证, 合法性, 非法输入, 必填, 检查 | zod, joi, yup, ajv, pydantic, form, error, schema, message, 表单, 输入
modal, dialog box, popup, pop up, overlay, drawer, tooltip, popover, lightbox, 弹窗, 对话框, 浮层, 抽屉, 提示框, 弹出 | focus, close, escape, 关闭
scroll, scrolling, infinite scroll, virtualize, scrollbar, 滚动, 滚动条, 下拉 | list, pagination, jank, 列表
navigation, menu, sidebar, navbar, breadcrumb, tab bar, header bar, hamburger, 导航, 菜单, 侧边栏, 面包屑, 标签栏 | route, page, link, 页面
routing, router, route, url, path, link, deep link, redirect, not found, 404, slug, permalink, 路由, 跳转, 重定向, 链接, 网址, 深度链接 | react router, app router, page, navigation, history, 页面, 导航
state management, state, react context, global state, signals, store, 状态管理, 状态, 全局状态, 数据流 | redux, zustand, pinia, vuex, mobx, recoil, jotai, xstate, react query, tanstack query, component, hook, react, cache, 组件
hydration, ssr, server side rendering, server rendered, static site, ssg, isr, mismatch, prerender, server components, 服务端渲染, 水合, 预渲染, 静态生成 | next.js, nextjs, nuxt, remix, sveltekit, astro, react, html, seo, client, 前端
render, rerender, re-render, repaint, paint, draw, usememo, virtual dom, flicker, flash, blank page, white screen, blank screen, 渲染, 重渲染, 闪烁, 白屏, 重绘, 空白页 | react, component, performance, 组件
page load, load time, first paint, lcp, core web vitals, lighthouse, web vitals, startup time, ttfb, time to interactive, opens slowly, 首屏, 加载时间, 加载速度, 打开慢, 启动时间 | slow, bundle, image, cache, performance, 性能
startup, boot, start, launch, bootstrap, initialize, init, cold start, warm up, 启动, 初始化, 开机, 冷启动, 预热 | slow, load, process, 加载
shutdown, shut down, stop, terminate, graceful shutdown, sigterm, drain, exit, quit, kill, 关闭, 停止, 退出, 优雅停机, 终止, 停机 | process, signal, restart, 进程
restart, reboot, reload, bounce the server, start again, supervisor, 重启, 重新启动, 重载 | systemd, pm2, crash, process, deploy, memory, 进程
seo, search engine, google ranking, sitemap, meta tags, robots.txt, open graph, crawler, 搜索引擎优化, 收录, 站点地图 | page, ssr, title, 页面
browser, edge, cross browser, polyfill, user agent, 浏览器, 兼容性 | chrome, firefox, safari, webkit, ie11, frontend, compatibility, javascript, 前端
mobile, phone, smartphone, tablet, native app, app store, play store, handset, mini program, 移动端, 手机, 手机端, 安卓, 苹果, 平板, 小程序, 客户端 | ios, android, iphone, ipad, react native, flutter, swift, kotlin, expo, swiftui, touch, screen, app, push notification, 触摸, 屏幕
app store, play store, testflight, store review, app review, 应用商店, 上架, 审核, 苹果审核 | mobile, release, ios, rejected, 拒绝
desktop, installer, auto update, linux desktop, 桌面端, 桌面应用, 客户端, 自动更新 | electron, tauri, windows app, mac app, macos, window, install, native, 安装
operating system, os, unix, platform, powershell, wsl, 操作系统, 系统平台, 跨平台 | windows, linux, macos, ubuntu, debian, path, shell, file, compatibility, 兼容
cross platform, portable, portability, works everywhere, platform independent, 跨平台, 可移植 | windows, linux, macos, compatible, 兼容
terminal, command line, cli, shell, bash, zsh, console, prompt line, tty, powershell, script, 终端, 命令行, 控制台, 脚本 | command, argument, flag, output, 命令, 参数
clipboard, copy, paste, 剪贴板, 复制, 粘贴 | text, button, 文本
internationalization, internationalisation, i18n, localization, localisation, l10n, translate, translation, locale, multilingual, language, languages, right to left, rtl, 国际化, 本地化, 翻译, 多语言, 语言, 中文, 英文, 语种 | i18next, gettext, crowdin, lokalise, text, label, string, chinese, german, english, french, 文案, 文本
text, copy?, wording, label, message text, microcopy, string, caption, headline, 文案, 措辞, 文本, 标签, 提示语, 标题 | translation, ui, tone, 翻译
encoding, utf-8, utf8, unicode, charset, character set, mojibake, garbled, emoji, umlaut, weird characters, strange characters, question marks, latin1, bom, 编码, 乱码, 字符集, 字符编码 | text, csv, file, string, 文本
time zone, timezone, utc, daylight saving, dst, local time, tz, gmt, clock shift, off by one hour, wrong hour, 时区, 夏令时, 本地时间, 世界时, 北京时间 | date, time, timestamp, moment, luxon, iso 8601, 日期, 时间
date, day, calendar, time, timestamp, datetime, iso 8601, epoch, date format, leap year, unix time, 日期, 时间, 时间戳, 日历, 日期格式, 几号 | date-fns, luxon, moment, dayjs, timezone, utc, format, parse, 时区, 格式
number, numeric, integer, float, floating point, decimal, bigint, precision, rounding, overflow, nan, 数字, 整数, 浮点, 精度, 小数, 溢出 | calculation, sum, format, 计算
random, uuid, ulid, nanoid, identifier, unique id, primary key, auto increment, snowflake id, guid, 随机, 唯一标识, 主键, 自增, 编号 | collision, generate, key, 生成, 冲突
regex, regular expression, pattern, match, regexp, 正则, 正则表达式, 匹配, 模式匹配 | parse, text, string, 解析
map, location, gps, geo, geocode, latitude, coordinates, address lookup, nearby, 地图, 定位, 地理, 经纬度, 坐标, 附近, 位置 | mapbox, leaflet, google maps, postgis, distance, address, marker, 地址, 距离
recommendation, recommend, suggestion, personalization, personalisation, collaborative filtering, feed, for you?, 推荐, 个性化, 推荐系统, 猜你喜欢 | ranking, model, click, 排序, 模型
spam, moderation, abuse, ban, profanity, block user, fraud, bot traffic, content filter, 垃圾信息, 审核, 封禁, 敏感词, 违规, 欺诈, 风控, 反作弊 | report, filter, captcha, rate limit, 举报, 过滤
support, customer support, help desk, ticket, complaint, complain, customers report, feedback, 客服, 工单, 投诉, 反馈, 支持 | zendesk, intercom, user, issue, answer, bug, 用户, 问题
agent, assistant, ai agent, coding agent, bot, autonomous, subagent, 智能体, 代理, 助手, 机器人 | copilot, claude, claude code, codex, cursor, gemini, chatgpt, model, prompt, tool, mcp, llm, 模型, 提示词
model, llm, language model, foundation model, ai, artificial intelligence, neural network, 模型, 大模型, 语言模型, 人工智能, 大语言模型, 神经网络 | gpt, claude, gemini, llama, mistral, qwen, deepseek, ollama, openai, anthropic, sonnet, opus, prompt, token, inference, agent, 提示词, 推理
prompt, prompting, system prompt, instruction, prompt engineering, few shot, prompt template, agents.md, claude.md, 提示词, 提示, 指令, 系统提示 | model, agent, llm, wording, 模型
prompt injection, jailbreak, untrusted instructions, guardrail, guardrails, 提示注入, 越狱, 护栏 | security, agent, model, 安全
model context protocol, tool call, tool calling, function calling, tool use, tool server, 工具调用, 函数调用 | mcp, agent, server, json rpc, tool, 工具
context window, context length, token limit, compaction, compact, out of context, forget, forgets, too long for the model, truncate conversation, summarise history, context size, 上下文, 上下文窗口, 压缩上下文, 遗忘, 上下文长度, 忘记 | token, summary, conversation, memory, history, 摘要, 对话, 令牌
tokens, tokenizer, token count, token usage, tiktoken, bpe, tokenise, 分词, 词元, 令牌数, 用量 | cost, model, context, limit, 费用
summary, summarize, summarise, digest, recap, tl;dr, overview, abstract, 摘要, 总结, 概述, 概要, 小结, 归纳 | context, history, notes, conversation, 记录
memory, remember, recall, knowledge base, long term memory, notes, keep in mind, don't forget, 记忆, 记住, 回忆, 记得, 备忘 | context, agent, store, fact, 事实
history, past, earlier, previous conversation, archive, transcript, log of chats, what did we say, 历史, 记录, 归档, 之前, 聊天记录, 历史记录 | conversation, session, dialog, search, 对话
embedding, vector, vector search, semantic search, similarity, cosine, nearest neighbour, hnsw, 嵌入, 向量, 语义搜索, 相似度, 向量库, 向量数据库 | pgvector, pinecone, qdrant, weaviate, milvus, chroma, faiss, rag, model, index, search, dimension, 检索
rag, retrieval augmented, retrieval, grounding, knowledge retrieval, chunking, reranker, rerank, 检索增强, 召回, 重排, 知识检索 | langchain, llamaindex, embedding, vector, llm, search, document, 向量, 检索
hallucination, hallucinate, makes things up, made up, invents, wrong answer, 幻觉, 胡说, 编造, 瞎编 | model, llm, grounding, check, 模型
fine tune, fine-tuning, finetune, training, train, lora, dataset, epoch, learning rate, gpu, machine learning, ml, overfit, loss, 微调, 训练, 数据集, 机器学习, 学习率, 显卡, 过拟合 | pytorch, tensorflow, model, checkpoint, weights, cuda, 模型, 权重
inference, serve model, gpu, quantization, quantize, batch inference, temperature, 推理, 量化, 部署模型, 显存 | vllm, onnx, model, latency, throughput, 模型, 延迟
evaluation, eval, evals, benchmark, accuracy, precision, recall, f1, score, ground truth, judge, measure quality, how good, leaderboard, 评测, 评估, 准确率, 召回率, 打分, 基准, 效果 | model, dataset, test, metric, 模型, 指标
preference, prefer, like to?, favourite, favorite, habit, please always, never use, want, wishes, taste, 偏好, 喜欢, 习惯, 爱用, 倾向, 希望, 不喜欢 | style, person, choose, always, 选择, 总是
language, programming language, 编程语言, 语言 | typescript, javascript, python, rust, golang, java, kotlin, csharp, ruby, php, c++, scala, elixir, runtime, compiler, framework, 框架
framework, 框架, 技术栈, 技术选型 | react, vue, angular, svelte, django, rails, spring, spring boot, express, fastapi, nestjs, laravel, flask, fastify, hono, koa, library, stack, choose, backend, frontend, 选型
runtime, jvm, interpreter, v8, 运行时, 运行环境 | node, node.js, nodejs, deno, bun, version, javascript, upgrade, 版本
editor, ide, 编辑器, 开发工具 | vscode, visual studio code, jetbrains, intellij, vim, neovim, emacs, cursor, zed, extension, shortcut, theme, 插件
decision, decide, choose, choice, chose, pick, picked, go with, opt for, settle on, why did we?, selected, agreed, adr, conclusion, instead of, trade-off, rationale, 决定, 决策, 选择, 选用, 选型, 采用, 定下来, 为什么选, 结论, 敲定, 权衡 | reason, alternative, option, compare, 原因, 理由, 方案
reason, why?, because, cause, rationale, motivation, due to, 原因, 理由, 为什么, 因为, 由于, 缘由 | decision, explain, root, 决定
meeting, standup, stand up, call, sync meeting, retro, retrospective, kickoff, appointment, zoom, agenda, planning session, one on one?, talk with, get together, 会议, 开会, 例会, 站会, 约, 碰头, 复盘会, 评审会, 日程 | calendar, minutes, schedule, discuss, invite, 纪要, 讨论, 时间
discuss, discussion, talk, debate, conversation, brainstorm, 讨论, 商量, 沟通, 交流 | meeting, decision, agree, 会议
deadline, due, due date, milestone, by when?, until when, target date, finish by, delivery date, when must, cutoff, overdue, 截止, 截止日期, 期限, 到期, 里程碑, 交付日期, 最后期限, 逾期, 什么时候完成 | schedule, release, plan, delay, date, 计划, 延期, 日期
roadmap, plan, planning, quarter, q1, q2, q3, q4, okr, goal, objective, priority, prioritize, sprint, next steps, what is next, upcoming, milestone, backlog of work, 路线图, 计划, 规划, 季度, 目标, 优先级, 迭代, 下一步, 排期 | deadline, feature, scope, task, 需求
task, todo, to do?, ticket, issue, story, work item, action item, assignment, backlog item, kanban, 任务, 待办, 工单, 事项, 卡片, 看板 | jira, linear, trello, asana, assign, sprint, priority, status, 优先级
estimate, estimation, story points, effort, how long will it take, how long does it take, workload, 估算, 工期, 评估, 工作量, 人天 | plan, days, sprint, deadline, 计划, 天
delay, late, postpone, behind schedule, slip, push back, reschedule, blocked by, 延期, 推迟, 延误, 滞后, 拖延, 改期 | deadline, plan, date, 计划
requirement, spec, specification, user story, acceptance criteria, scope, what should it do?, prd, product requirement, brief, 需求, 需求文档, 规格, 范围, 验收标准 | feature, product, customer, 功能, 产品
feature, functionality, capability, new function, enhancement, improvement, ability, 功能, 特性, 新功能, 能力, 改进, 增强 | request, release, product, 需求
team, colleague, coworker, teammate, staff, employee, crew, squad, developer, engineer, programmer, 团队, 同事, 员工, 成员, 小组, 开发, 工程师, 程序员 | owner, lead, responsible, work with, 负责
owner, responsible, in charge, who handles, maintainer, lead, point of contact, whom to ask, accountable, takes care of, belongs to, 负责, 负责人, 维护者, 谁管, 归谁, 对接人, 联系人 | team, contact, person, 团队
hire, hiring, recruit, recruiting, candidate, interview, job offer, new colleague, job opening, headcount, applicant, resume, join the company, talent, 招聘, 招人, 面试, 候选人, 入职, 简历, 录用, 新人 | onboarding, team, position, salary, 团队, 岗位
onboarding, newcomer, new hire, get up to speed, ramp up, first day, 入职, 新人, 上手, 培训 | documentation, buddy, setup, 文档
salary, payroll, wage, compensation, bonus, payslip, 工资, 薪资, 薪水, 奖金, 报酬 | employee, month, payment, 员工
vacation, holiday, leave, time off, pto, day off, absence, sick leave, away, out of office, 休假, 假期, 请假, 放假, 年假, 不在 | team, calendar, date, 日期
contract, legal, license, licence, agreement, terms, lawyer, nda, open source licence, mit, apache, gpl, copyright, 合同, 法务, 许可证, 协议, 条款, 授权协议, 版权, 开源协议 | customer, compliance, sign, 客户
vendor, supplier, provider, third party, partner, saas, outsource, 供应商, 服务商, 第三方, 合作方, 外包 | contract, cost, 合同
marketing, campaign, ads, advertisement, landing page, growth, referral, blog, 营销, 市场, 广告, 推广, 落地页, 增长, 运营活动 | email, conversion, seo, 转化
revenue, income, profit, mrr, arr, turnover, earnings, sales figure, 收入, 营收, 利润, 营业额 | billing, price, report, 报表
quality, robust, code quality, maintainable, readability, clean code, solid, 质量, 健壮, 可维护, 可读性, 代码质量 | review, test, lint, refactor, 评审
performance budget, size limit, limit, maximum, cap, upper bound, threshold, too big, too large, exceed, oversized, 限制, 上限, 最大, 阈值, 超过, 太大, 过大 | size, quota, bytes, 大小
size, big, large, huge, bloat, small, shrink, reduce, compress, gzip, brotli, zstd, compression, megabytes, footprint, 大小, 体积, 压缩, 减小, 缩小, 臃肿 | bundle, image, disk, limit, 限制
file, folder, directory, path, file name, filesystem, 文件, 文件夹, 目录, 路径, 文件名 | read, write, open, disk, 读取
write, save, persist, store, keep, fsync, flush, 写入, 保存, 持久化, 存储, 落盘, 存 | file, disk, database, atomic, 文件, 数据库
corrupt, corruption, damaged, torn, broken file, partial write, invalid file, half written, 损坏, 数据损坏, 文件损坏, 写坏, 不完整 | atomic, fsync, crash, recovery, 恢复, 原子
atomic, all at once, rename, temp file, fsync, 原子, 原子写 | write, transaction, crash, 事务
consistency, consistent, eventual consistency, inconsistent, mismatch, out of sync, diverge, not match, differ, 一致性, 不一致, 最终一致, 对不上, 不同步 | transaction, replica, cache, 事务, 副本
process, subprocess, child process, spawn, fork, pid, daemon, service process, zombie, 进程, 子进程, 守护进程, 僵尸进程 | signal, kill, restart, thread, 线程
event, event driven, listener, event handler, emitter, subscribe, observer, trigger, 事件, 事件驱动, 监听, 触发, 监听器, 观察者 | queue, webhook, publish, 队列
event loop, blocking call, block the thread, main thread, sync call, worker, 事件循环, 主线程, 阻塞 | node, async, slow, 异步
stream, streaming, pipe, chunked, buffer, flow control, 流, 流式, 管道, 缓冲, 数据流 | memory, large file, backpressure, 内存
workflow, automation, automate, business process, state machine, process steps, approval flow, 工作流, 自动化, 流程, 状态机, 审批流 | zapier, n8n, task, trigger, job, 任务
template, boilerplate, scaffold, starter, skeleton, generator, 模板, 脚手架, 样板, 骨架, 代码生成 | mustache, handlebars, jinja, project, render, generate, 项目
duplicate code, copy paste, dry, repeated code, redundant, reuse, shared code, 重复代码, 复用, 冗余, 抽取, 公共代码 | refactor, module, helper, 重构
function, method, procedure, routine, callback function, closure, 函数, 方法, 闭包 | class, argument, return, 参数
access log, visitor log, who visited, page views, visits, 访问日志, 访问量, 浏览量, 访问记录 | analytics, nginx, log, 统计
health, heartbeat, liveness, readiness, probe, ping, alive, health endpoint, 健康, 心跳, 探针, 存活, 探活 | monitoring, kubernetes, check, 监控
scrape, scraping, crawler, crawl, spider, extract from pages, 爬虫, 抓取, 采集, 爬取 | beautifulsoup, scrapy, html, proxy, parse, 解析
integration, integrate, connector, third party api, connect with, sdk, 集成, 对接, 接入, 连接器, 打通 | zapier, api, webhook, partner, 接口
sdk, client library, wrapper, language binding, 开发包, 客户端库, 封装 | api, package, 接口
sandbox, isolate, isolation, seccomp, gvisor, vm isolation, untrusted code, jail, 沙箱, 隔离, 沙盒 | security, container, process, 安全
undo, redo, revert change, ctrl z, take back, 撤销, 重做, 恢复, 后悔 | history, editor, rollback, 历史
wait, sleep, poll, polling, interval, debounce, throttle input, settle, 等待, 轮询, 防抖, 节流, 间隔 | timer, timeout, event, 定时
empty, blank, nothing shown, no data, empty state, placeholder, 空, 空白, 没有数据, 空状态, 占位 | page, list, loading, 页面
loading, spinner, skeleton screen, progress bar, progress, busy indicator, 加载, 加载中, 进度条, 进度, 骨架屏, 转圈 | slow, wait, ui, 等待
screenshot, visual regression, chromatic, percy, pixel, visual diff, 截图, 视觉回归, 像素 | test, ui, 测试
booking, reservation, appointment, book a slot, availability calendar, slot, hotel, travel, flight, 预订, 预约, 订房, 酒店, 旅行, 机票 | calendar, date, order, 日历
`;
