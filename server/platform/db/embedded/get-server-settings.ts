import type { OrdinaryUser } from './ordinary-user.ts'

/**
 * Returns options for a PostgreSQL process: its account, and an empty environment, since variables such as
 * PGDATA change PostgreSQL's behaviour.
 */
export const getProcessOptions = (user: OrdinaryUser | undefined) => ({
  cwd: '/',
  env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  ...(user && { uid: user.uid, gid: user.gid }),
})

/**
 * Returns the settings of the embedded server, passed on its command line so that they match this version.
 * Sized for two cores and a few gigabytes. `durable: false` is for tests only.
 */
export function getServerSettings(socketFolder: string, options: { durable: boolean }): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: options.durable ? '60' : '200',
    shared_buffers: options.durable ? '256MB' : '64MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    // Queries are short, so JIT costs more than it saves; and a report must not use both cores.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    io_workers: '2',
    // There are no replicas, and backups read the tables.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    checkpoint_timeout: '10min',
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The portal logs errors of queries; their texts and values may be personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Part of the name of the socket. No port is opened. */
export const SOCKET_PORT = 5432
