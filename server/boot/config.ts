import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { GatewayConfig } from '#features/gateways/gateway-config.ts'
import { DEFAULT_PUSH_HOSTS, isHostPattern, type PushConfig } from '#features/push/push-config.ts'
import { getRecipientError } from '#platform/backup/archive/encryption.ts'
import { parseSchedule } from '#platform/backup/backup-schedule.ts'
import { ConfigError, LOG_LEVELS, type PlatformConfig } from '#platform/platform-config.ts'
import { EnvironmentReader } from './environment-reader.ts'

/** Complete configuration. It is frozen, and only `loadConfig` reads environment variables. */
export type Config = PlatformConfig &
  GatewayConfig &
  PushConfig &
  Readonly<{
    production: boolean
    /**
     * Whether this process is a restore drill. A drill uses no mail server, payment gateways, bucket or
     * backup folder.
     */
    drill: boolean
    /** Absolute path of the key file that encrypts the secrets of two-step login. */
    secondFactorKeyFile: string
    /**
     * Login of the first super-administrator, used if the database has none. If undefined, a login is
     * generated and printed once.
     */
    superAdmin: Readonly<{ email: string; password: string }> | undefined
    unknownSettings: readonly string[]
  }>

/**
 * Loads the configuration from environment variables. Throws ConfigError with all problems and all unknown
 * settings, because a missing setting may be misspelt.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const drill = new EnvironmentReader(env).path('DRILL_DIR')
  const read = new EnvironmentReader(drill === undefined ? env : selectForDrill(env, drill))
  if (drill !== undefined && drill === getDataDir(new EnvironmentReader(env)))
    read.problems.push('DRILL_DIR must be another folder than DATA_DIR')
  const production =
    read.choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:'])
  const superAdminEmail = read.text('SUPER_ADMIN_EMAIL')
  const superAdminPassword = read.secret('SUPER_ADMIN_PASSWORD', 8)
  read.together(['SUPER_ADMIN_EMAIL', 'SUPER_ADMIN_PASSWORD'])
  if (superAdminEmail && !/^[^\s@]+@[^\s@]+$/.test(superAdminEmail)) {
    read.problems.push('SUPER_ADMIN_EMAIL must be an e-mail address')
  }

  const dataDir = getDataDir(read)
  const config: Omit<Config, 'unknownSettings'> = {
    production,
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.wholeNumber('PORT', 3000, 0, 65_535),
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    hstsSubdomains: read.flag('HSTS_SUBDOMAINS', false),
    trustProxy: read.trustedProxies('TRUST_PROXY'),
    drill: drill !== undefined,
    dataDir,
    secondFactorKeyFile: read.path('SECOND_FACTOR_KEY_FILE') ?? join(dataDir, 'second-factor.key'),
    databaseUrl,
    // The embedded server allows 60 connections. The pool may use 50, because migrations and repairs need
    // some too.
    databasePoolSize: read.wholeNumber('DATABASE_POOL_SIZE', 10, 1, databaseUrl ? 500 : 50),
    redisUrl,
    // Without Redis there is only one process. Waiting before a stop would be useless, because no proxy can
    // send its calls to another one.
    stopDelaySeconds: read.wholeNumber('STOP_DELAY_SECONDS', redisUrl ? 5 : 0, 0, 20),
    s3: parseS3(read),
    demo: read.flag('DEMO', !databaseUrl && !production),
    superAdmin:
      superAdminEmail && superAdminPassword
        ? Object.freeze({ email: superAdminEmail, password: superAdminPassword })
        : undefined,
    communityTimeZone: read.timeZone('COMMUNITY_TIME_ZONE', 'Asia/Manila'),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM') ?? 'Property Management Office <no-reply@localhost>',
    dragonpay: parseDragonpay(read),
    aqwire: parseAqwire(read),
    pushHosts: parsePushHosts(read),
    backupSchedule: parseBackupSchedule(read),
    backupDir: read.path('BACKUP_DIR'),
    backupRecipients: parseBackupRecipients(read),
    backupKeep: read.wholeNumber('BACKUP_KEEP', 7, 1, 1000),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFailedLogins: read.flag('LOG_FAILED_LOGINS', false),
    rateLimitPerMinute: read.wholeNumber('RATE_LIMIT_PER_MINUTE', 1200, 0, 1_000_000),
  }
  if ((config.dragonpay || config.aqwire) && !config.publicUrl)
    read.problems.push('PUBLIC_URL must be set as well, so that payment gateways know where to answer')
  if (config.smtpUrl && !config.publicUrl)
    read.problems.push('PUBLIC_URL must be set as well, so that mails can link to the portal')
  if (config.smtpUrl && !read.text('MAIL_FROM'))
    read.problems.push('MAIL_FROM must be set as well when mail leaves by SMTP_URL')
  const unknownSettings = read.explainUnknown()
  if (read.problems.length > 0) throw new ConfigError([...read.problems, ...unknownSettings])
  return Object.freeze({ ...config, unknownSettings })
}

export function loadEnvironment(folder: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const file = join(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env
}

const getDataDir = (read: EnvironmentReader): string => read.path('DATA_DIR') ?? resolve('./data')

/**
 * Environment variables that a drill may use. This is an allow-list, so that a drill ignores new settings by
 * default.
 */
const SETTINGS_OF_DRILLS = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'COMMUNITY_TIME_ZONE',
  'LOG_LEVEL',
  'RATE_LIMIT_PER_MINUTE',
]

function selectForDrill(env: NodeJS.ProcessEnv, drillDir: string): NodeJS.ProcessEnv {
  const kept = SETTINGS_OF_DRILLS.map((name) => [name, env[name]])
  return { ...Object.fromEntries(kept), DATA_DIR: drillDir, DEMO: 'false', PUSH_HOSTS: NO_HOSTS }
}

function parseS3(read: EnvironmentReader): Config['s3'] {
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:'])
  const bucket = read.text('S3_BUCKET')
  const prefix = read.text('S3_PREFIX')?.replace(/\/*$/, '/') ?? ''
  if (!/^([\w.-]+\/)*$/.test(prefix))
    read.problems.push(`S3_PREFIX must be a folder such as 'palm-court', not '${prefix}'`)
  const region = read.text('S3_REGION') ?? 'us-east-1'
  const accessKeyId = read.text('S3_ACCESS_KEY_ID')
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY')
  read.together(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (!bucket) {
    // Without the bucket the files would silently go to the local disk.
    if (endpoint || accessKeyId || prefix)
      read.problems.push('S3_BUCKET must be set as well when files go to an S3-compatible store')
    return undefined
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return Object.freeze({ endpoint, bucket, prefix, region, credentials })
}

/** Value of `PUSH_HOSTS` that turns push messages off: an empty variable counts as not set. */
const NO_HOSTS = 'none'

function parsePushHosts(read: EnvironmentReader): Config['pushHosts'] {
  const text = read.text('PUSH_HOSTS')
  if (text === undefined) return DEFAULT_PUSH_HOSTS
  if (text === NO_HOSTS) return []
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every(isHostPattern)) return Object.freeze(hosts)
  read.problems.push(
    `PUSH_HOSTS must be '${NO_HOSTS}' or names of hosts such as fcm.googleapis.com or *.push.apple.com, joined by ` +
      `commas, not '${text}'`,
  )
  return []
}

function parseBackupSchedule(read: EnvironmentReader): Config['backupSchedule'] {
  const text = read.text('BACKUP_SCHEDULE')
  if (text === undefined) return undefined
  const schedule = parseSchedule(text)
  if (schedule) return schedule
  read.problems.push(`BACKUP_SCHEDULE must be like 'daily 02:30' or 'every 6h', not '${text}'`)
  return undefined
}

function parseBackupRecipients(read: EnvironmentReader): Config['backupRecipients'] {
  const recipients = read.text('BACKUP_RECIPIENTS')?.split(/[\s,]+/) ?? []
  for (const recipient of recipients) {
    const problem = getRecipientError(recipient)
    if (problem) read.problems.push(`BACKUP_RECIPIENTS ${problem}`)
  }
  return recipients
}

function parseDragonpay(read: EnvironmentReader): Config['dragonpay'] {
  read.together(['DRAGONPAY_MERCHANT_ID', 'DRAGONPAY_PASSWORD'])
  const merchantId = read.text('DRAGONPAY_MERCHANT_ID')
  const password = read.text('DRAGONPAY_PASSWORD')
  const url = read.url('DRAGONPAY_URL', ['https:', 'http:']) ?? 'https://gw.dragonpay.ph'
  const verifier = read.choice('DRAGONPAY_VERIFIER', ['rsa', 'hmac', 'sha1'], 'rsa')
  const create = read.choice('DRAGONPAY_CREATE', ['redirect', 'rest'], 'rest')
  if (!merchantId || !password) return undefined
  return Object.freeze({ url: url.replace(/\/+$/, ''), merchantId, password, verifier, create })
}

function parseAqwire(read: EnvironmentReader): Config['aqwire'] {
  read.together(['AQWIRE_MERCHANT_CODE', 'AQWIRE_CLIENT_ID', 'AQWIRE_SECRET_KEY'])
  const merchantCode = read.text('AQWIRE_MERCHANT_CODE')
  const clientId = read.text('AQWIRE_CLIENT_ID')
  const secretKey = read.text('AQWIRE_SECRET_KEY')
  const url = read.url('AQWIRE_URL', ['https:', 'http:']) ?? 'https://payments.aqwire.io'
  if (!merchantCode || !clientId || !secretKey) return undefined
  return Object.freeze({ url: url.replace(/\/+$/, ''), merchantCode, clientId, secretKey })
}
