import type { BackupSchedule } from './backup/schedule.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An S3-compatible store for files; keys may be missing where the machine's own role gives access. */
export type S3Config = {
  endpoint: string | undefined
  bucket: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** The platform's part of the configuration; `server/boot/config.ts` reads it from the environment. */
export type PlatformConfig = Readonly<{
  host: string
  /** 0 lets the system choose: for tests. */
  port: number
  /** Address of the portal for browsers, without a slash at the end; undefined: wherever it listens. */
  publicUrl: string | undefined
  trustProxy: false | number | readonly string[]
  /** Absolute path: embedded database, local files, backups. */
  dataDir: string
  /** undefined: the embedded database. */
  databaseUrl: string | undefined
  databasePoolSize: number
  redisUrl: string | undefined
  s3: Readonly<S3Config> | undefined
  /** Started with made-up data: what would leave the portal stays in it. */
  demo: boolean
  communityTimeZone: string
  /** The server that mail leaves by; undefined: it is written to `DATA_DIR/outbox`. */
  smtpUrl: string | undefined
  /** The sender of all mail. */
  mailFrom: string
  /** undefined: backups are made by hand only. */
  backupSchedule: BackupSchedule | undefined
  /** undefined: backups lie in `DATA_DIR/backups`. */
  backupDir: string | undefined
  /** Number of scheduled backups that stay in their folder. */
  backupKeep: number
  /** undefined: `/metrics` answers callers on the same machine only. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Calls a session may make in a minute; an address five times as many. 0 counts nothing (measurements). */
  rateLimitPerMinute: number
}>

/** The environment asks for something that cannot be; the message lists all of it, one line each. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}
