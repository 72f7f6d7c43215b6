import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { GatewayConfig } from '#features/gateways/gateway-config.ts'
import { DEFAULT_PUSH_HOSTS, isHostPattern, type PushConfig } from '#features/push/push-config.ts'
import { getRecipientError } from '#platform/backup/archive/encryption.ts'
import { parseSchedule } from '#platform/backup/backup-schedule.ts'
import { ConfigError, LOG_LEVELS, type PlatformConfig } from '#platform/platform-config.ts'
import { EnvironmentReader } from './environment-reader.ts'

/** Settings of the portal, frozen. Only `loadConfig` reads environment variables. */
export type Config = PlatformConfig &
  GatewayConfig &
  PushConfig &
  Readonly<{
    production: boolean
    /**
     * True for a restore drill (a test of a backup): it uses no mail server, payment gateways, bucket or
     * backup folder.
     */
    drill: boolean
    secondFactorKeyFile: string
    /**
     * Login of the first super-administrator, used if the database has none. If undefined, a login is
     * generated and printed once.
     */
    superAdmin: Readonly<{ email: string; password: string }> | undefined
    unknownSettings: readonly string[]
  }>

/**
 * Reads the settings from the environment. Throws ConfigError with all problems, and with all unknown
 * variables, because a missing setting may be misspelt.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const drillDir = new EnvironmentReader(env).getPath('DRILL_DIR')
  const environment = new EnvironmentReader(drillDir === undefined ? env : selectDrillSettings(env, drillDir))
  if (drillDir !== undefined && drillDir === getDataDir(new EnvironmentReader(env)))
    environment.problems.push('DRILL_DIR must be another folder than DATA_DIR')
  const isProduction =
    environment.getChoice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const databaseUrl = environment.getUrl('DATABASE_URL', ['postgres:', 'postgresql:'])
  const redisUrl = environment.getUrl('REDIS_URL', ['redis:', 'rediss:'])
  const superAdminEmail = environment.getText('SUPER_ADMIN_EMAIL')
  const superAdminPassword = environment.getSecret('SUPER_ADMIN_PASSWORD', 8)
  environment.requireTogether(['SUPER_ADMIN_EMAIL', 'SUPER_ADMIN_PASSWORD'])
  if (superAdminEmail && !/^[^\s@]+@[^\s@]+$/.test(superAdminEmail)) {
    environment.problems.push('SUPER_ADMIN_EMAIL must be an e-mail address')
  }

  const dataDir = getDataDir(environment)
  const config: Omit<Config, 'unknownSettings'> = {
    production: isProduction,
    host: environment.getText('HOST') ?? '127.0.0.1',
    port: environment.getWholeNumber('PORT', 3000, 0, 65_535),
    publicUrl: environment.getUrl('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    hstsSubdomains: environment.getFlag('HSTS_SUBDOMAINS', false),
    trustProxy: environment.getTrustedProxies('TRUST_PROXY'),
    drill: drillDir !== undefined,
    dataDir,
    secondFactorKeyFile: environment.getPath('SECOND_FACTOR_KEY_FILE') ?? join(dataDir, 'second-factor.key'),
    databaseUrl,
    // The embedded database server accepts 60 connections. The pool may use 50; migrations and repairs need
    // the other ten.
    databasePoolSize: environment.getWholeNumber('DATABASE_POOL_SIZE', 10, 1, databaseUrl ? 500 : 50),
    redisUrl,
    // Seconds that a stopping server waits until the proxy sends it no more calls. Zero without Redis,
    // because then there is only one server process.
    stopDelaySeconds: environment.getWholeNumber('STOP_DELAY_SECONDS', redisUrl ? 5 : 0, 0, 20),
    s3: parseS3(environment),
    demo: environment.getFlag('DEMO', !databaseUrl && !isProduction),
    superAdmin:
      superAdminEmail && superAdminPassword
        ? Object.freeze({ email: superAdminEmail, password: superAdminPassword })
        : undefined,
    communityTimeZone: environment.getTimeZone('COMMUNITY_TIME_ZONE', 'Asia/Manila'),
    smtpUrl: environment.getUrl('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: environment.getText('MAIL_FROM') ?? 'Property Management Office <no-reply@localhost>',
    dragonpay: parseDragonpay(environment),
    aqwire: parseAqwire(environment),
    pushHosts: parsePushHosts(environment),
    backupSchedule: parseBackupSchedule(environment),
    backupDir: environment.getPath('BACKUP_DIR'),
    backupRecipients: parseBackupRecipients(environment),
    backupKeep: environment.getWholeNumber('BACKUP_KEEP', 7, 1, 1000),
    metricsToken: environment.getSecret('METRICS_TOKEN', 16),
    logLevel: environment.getChoice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFailedLogins: environment.getFlag('LOG_FAILED_LOGINS', false),
    rateLimitPerMinute: environment.getWholeNumber('RATE_LIMIT_PER_MINUTE', 1200, 0, 1_000_000),
  }
  if ((config.dragonpay || config.aqwire) && !config.publicUrl)
    environment.problems.push('PUBLIC_URL must be set as well, so that payment gateways know where to answer')
  if (config.smtpUrl && !config.publicUrl)
    environment.problems.push('PUBLIC_URL must be set as well, so that mails can link to the portal')
  if (config.smtpUrl && !environment.getText('MAIL_FROM'))
    environment.problems.push('MAIL_FROM must be set as well when mail leaves by SMTP_URL')
  const unknownSettings = environment.explainUnknownSettings()
  if (environment.problems.length > 0) throw new ConfigError([...environment.problems, ...unknownSettings])
  return Object.freeze({ ...config, unknownSettings })
}

export function loadEnvironment(folder: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const file = join(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env
}

const getDataDir = (environment: EnvironmentReader): string =>
  environment.getPath('DATA_DIR') ?? resolve('./data')

/**
 * Settings that a restore drill (a test of a backup) uses. It ignores all others, so that it cannot send
 * mails or change real data.
 */
const DRILL_SETTINGS = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'COMMUNITY_TIME_ZONE',
  'LOG_LEVEL',
  'RATE_LIMIT_PER_MINUTE',
]

function selectDrillSettings(env: NodeJS.ProcessEnv, drillDir: string): NodeJS.ProcessEnv {
  const keptSettings = DRILL_SETTINGS.map((name) => [name, env[name]])
  return { ...Object.fromEntries(keptSettings), DATA_DIR: drillDir, DEMO: 'false', PUSH_HOSTS: NO_HOSTS }
}

function parseS3(environment: EnvironmentReader): Config['s3'] {
  const endpoint = environment.getUrl('S3_ENDPOINT', ['http:', 'https:'])
  const bucket = environment.getText('S3_BUCKET')
  const prefix = environment.getText('S3_PREFIX')?.replace(/\/*$/, '/') ?? ''
  if (!/^([\w.-]+\/)*$/.test(prefix))
    environment.problems.push(`S3_PREFIX must be a folder such as 'palm-court', not '${prefix}'`)
  const region = environment.getText('S3_REGION') ?? 'us-east-1'
  const accessKeyId = environment.getText('S3_ACCESS_KEY_ID')
  const secretAccessKey = environment.getText('S3_SECRET_ACCESS_KEY')
  environment.requireTogether(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (!bucket) {
    // Without a bucket, files would be stored on the local disk without a warning.
    if (endpoint || accessKeyId || prefix)
      environment.problems.push('S3_BUCKET must be set as well when files go to an S3-compatible store')
    return undefined
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return Object.freeze({ endpoint, bucket, prefix, region, credentials })
}

/** Value of `PUSH_HOSTS` that turns push messages off. An empty value cannot: it counts as not set. */
const NO_HOSTS = 'none'

function parsePushHosts(environment: EnvironmentReader): Config['pushHosts'] {
  const text = environment.getText('PUSH_HOSTS')
  if (text === undefined) return DEFAULT_PUSH_HOSTS
  if (text === NO_HOSTS) return []
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every(isHostPattern)) return Object.freeze(hosts)
  environment.problems.push(
    `PUSH_HOSTS must be '${NO_HOSTS}' or names of hosts such as fcm.googleapis.com or *.push.apple.com, joined by ` +
      `commas, not '${text}'`,
  )
  return []
}

function parseBackupSchedule(environment: EnvironmentReader): Config['backupSchedule'] {
  const text = environment.getText('BACKUP_SCHEDULE')
  if (text === undefined) return undefined
  const schedule = parseSchedule(text)
  if (schedule) return schedule
  environment.problems.push(`BACKUP_SCHEDULE must be like 'daily 02:30' or 'every 6h', not '${text}'`)
  return undefined
}

function parseBackupRecipients(environment: EnvironmentReader): Config['backupRecipients'] {
  const recipients = environment.getText('BACKUP_RECIPIENTS')?.split(/[\s,]+/) ?? []
  for (const recipient of recipients) {
    const problem = getRecipientError(recipient)
    if (problem) environment.problems.push(`BACKUP_RECIPIENTS ${problem}`)
  }
  return recipients
}

function parseDragonpay(environment: EnvironmentReader): Config['dragonpay'] {
  environment.requireTogether(['DRAGONPAY_MERCHANT_ID', 'DRAGONPAY_PASSWORD'])
  const merchantId = environment.getText('DRAGONPAY_MERCHANT_ID')
  const password = environment.getText('DRAGONPAY_PASSWORD')
  const url = environment.getUrl('DRAGONPAY_URL', ['https:', 'http:']) ?? 'https://gw.dragonpay.ph'
  const verifier = environment.getChoice('DRAGONPAY_VERIFIER', ['rsa', 'hmac', 'sha1'], 'rsa')
  const creationMethod = environment.getChoice('DRAGONPAY_CREATE', ['redirect', 'rest'], 'rest')
  if (!merchantId || !password) return undefined
  return Object.freeze({
    url: url.replace(/\/+$/, ''),
    merchantId,
    password,
    verifier,
    create: creationMethod,
  })
}

function parseAqwire(environment: EnvironmentReader): Config['aqwire'] {
  environment.requireTogether(['AQWIRE_MERCHANT_CODE', 'AQWIRE_CLIENT_ID', 'AQWIRE_SECRET_KEY'])
  const merchantCode = environment.getText('AQWIRE_MERCHANT_CODE')
  const clientId = environment.getText('AQWIRE_CLIENT_ID')
  const secretKey = environment.getText('AQWIRE_SECRET_KEY')
  const url = environment.getUrl('AQWIRE_URL', ['https:', 'http:']) ?? 'https://payments.aqwire.io'
  if (!merchantCode || !clientId || !secretKey) return undefined
  return Object.freeze({ url: url.replace(/\/+$/, ''), merchantCode, clientId, secretKey })
}
