import type { OrdinaryUser } from './ordinary-user.ts'

/**
 * Returns options with few environment variables, because others, such as PGDATA, would change how PostgreSQL
 * works.
 */
export const getProcessOptions = (user: OrdinaryUser | undefined) => ({
  cwd: '/',
  env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  ...(user && { uid: user.uid, gid: user.gid }),
})

/**
 * Returns settings for a machine with two cores and a few gigabytes of memory. They are passed on the command
 * line, so that an older cluster also gets the settings of the running version. `durable: false` is only for
 * tests.
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
    // JIT compilation takes longer than it saves, because queries are short. No parallel workers, so that a
    // report cannot use both cores.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    io_workers: '2',
    // The write-ahead log can be minimal, because there are no replicas, and backups read the tables instead
    // of the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    checkpoint_timeout: '10min',
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server does not log failed queries, because their texts and values may contain personal data. The
    // portal logs the errors instead.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Port that is used only in the file name of the socket. No network port is opened. */
export const SOCKET_PORT = 5432
