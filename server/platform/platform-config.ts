import type { BackupSchedule } from './backup/backup-schedule.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** S3-compatible store for files. Without `credentials`, the role of the machine is used. */
export type S3Config = {
  endpoint: string | undefined
  bucket: string
  /** Prefix of all object names: empty, or a text that ends with a slash. */
  prefix: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

export type PlatformConfig = Readonly<{
  host: string
  /** 0 lets the system choose a free port, for tests. */
  port: number
  /** Without a trailing slash. If undefined, it is built from host and port. */
  publicUrl: string | undefined
  /** True if browsers must use https for the subdomains of the portal too (rules 14.18). */
  hstsSubdomains: boolean
  trustProxy: false | number | readonly string[]
  dataDir: string
  /** If undefined, the embedded database is used. */
  databaseUrl: string | undefined
  databasePoolSize: number
  redisUrl: string | undefined
  /**
   * Seconds for which a stopping process still answers calls. Meanwhile `/readyz` fails, so that the proxy
   * stops sending calls to this process.
   */
  stopDelaySeconds: number
  s3: Readonly<S3Config> | undefined
  /** The demo community sends no mail, and its payment gateways are the sandbox. */
  demo: boolean
  communityTimeZone: string
  /** If undefined, mails are written to `DATA_DIR/outbox`. */
  smtpUrl: string | undefined
  mailFrom: string
  backupSchedule: BackupSchedule | undefined
  /** If undefined, backups are in `DATA_DIR/backups`. */
  backupDir: string | undefined
  backupRecipients: readonly string[]
  backupKeep: number
  /** If undefined, `/metrics` answers only callers on the same machine. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** True if each failed login is logged with the caller's address (rules 1.35). */
  logFailedLogins: boolean
  /**
   * Maximum calls per minute of a session. An address may make five times as many. 0 disables the limits, for
   * measurements.
   */
  rateLimitPerMinute: number
}>

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}
