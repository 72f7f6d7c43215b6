import type { BackupSchedule } from './backup/backup-schedule.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An S3-compatible store for files; without `credentials` it uses the role of the machine. */
export type S3Config = {
  endpoint: string | undefined
  bucket: string
  /** Prefix of the names of all objects: empty, or ending with a slash. */
  prefix: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** The platform's part of the configuration, which `server/boot/config.ts` reads from the environment. */
export type PlatformConfig = Readonly<{
  host: string
  /** 0: the system chooses one, for tests. */
  port: number
  /** URL of the portal for browsers, without a trailing slash; undefined: its host and port. */
  publicUrl: string | undefined
  /** Whether browsers must use https for subdomains of the portal too (rules 14.18). */
  hstsSubdomains: boolean
  trustProxy: false | number | readonly string[]
  /** Absolute path: embedded database, local files, backups. */
  dataDir: string
  /** undefined: the embedded database. */
  databaseUrl: string | undefined
  databasePoolSize: number
  redisUrl: string | undefined
  /** Seconds for which a stopping process answers calls while `/readyz` fails, so that the proxy stops using it. */
  stopDelaySeconds: number
  s3: Readonly<S3Config> | undefined
  /** Whether it runs the demo community: no mail is sent, and gateways are the sandbox. */
  demo: boolean
  communityTimeZone: string
  /** The mail server; undefined: mails are written to `DATA_DIR/outbox`. */
  smtpUrl: string | undefined
  mailFrom: string
  /** undefined: no scheduled backups. */
  backupSchedule: BackupSchedule | undefined
  /** undefined: `DATA_DIR/backups`. */
  backupDir: string | undefined
  /** Public age keys for which backups are encrypted; empty: not encrypted. */
  backupRecipients: readonly string[]
  backupKeep: number
  /** undefined: `/metrics` answers only callers on the same machine. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Whether each failed login is logged with its address (rules 1.35). */
  logFailedLogins: boolean
  /** Maximum calls of a session per minute; five times as many of an address. 0: no limits, for measurements. */
  rateLimitPerMinute: number
}>

/** Invalid environment variables; the message lists all problems, one per line. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}
