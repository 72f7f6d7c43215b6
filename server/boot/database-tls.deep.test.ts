import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#platform/db/connect.ts'
import { prepareBinaries } from '#platform/db/embedded/binaries.ts'
import { getProcessOptions } from '#platform/db/embedded/get-server-settings.ts'
import { chooseOrdinaryUser, isRoot } from '#platform/db/embedded/ordinary-user.ts'
import { waitForDatabase } from '#platform/db/wait-for-database.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { loadConfig } from './config.ts'
import { createShutdown } from './shutdown.ts'
import { openFoundation } from './start-portal.ts'

// Connects to a PostgreSQL server with TLS. Its certificate is signed by its own authority, as
// docs/database.md describes.

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'tahanan-tls-'))
const authorityFile = join(folder, 'authority.pem')
const user = isRoot() ? chooseOrdinaryUser() : undefined
let port = 0
let server: ReturnType<typeof spawn> | undefined

beforeAll(async () => {
  if (!hasOpenssl) return
  chmodSync(folder, 0o755)
  createCertificates()
  const cluster = join(folder, 'cluster')
  const { bin } = prepareBinaries(user)
  if (user) chownSync(folder, user.uid, user.gid)
  execFileSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${cluster}`,
      '--username=portal',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-sync',
    ],
    getProcessOptions(user),
  )
  writeFileSync(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
  port = await findFreePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.pem'),
    ssl_key_file: join(folder, 'server.key'),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  server = spawn(join(bin, 'postgres'), ['-D', cluster, ...args], {
    ...getProcessOptions(user),
    stdio: 'ignore',
  })
  await waitForDatabase(createAddress({ sslmode: 'no-verify' }), 120_000)
})
afterAll(async () => {
  if (server?.exitCode === null) {
    const serverExit = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGINT')
    await serverExit
  }
  await rm(folder, { recursive: true, force: true })
})

function createCertificates(): void {
  const runOpenssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  runOpenssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=Own authority',
    '-keyout',
    'authority.key',
    '-out',
    authorityFile,
  )
  runOpenssl(
    'req',
    ...key.slice(0, 5),
    '-subj',
    '/CN=localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  )
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost')
  const signerArguments = [
    '-CA',
    authorityFile,
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-extfile',
    'names',
  ]
  runOpenssl('x509', '-req', '-in', 'server.csr', ...signerArguments, '-days', '2', '-out', 'server.pem')
  chmodSync(join(folder, 'server.key'), 0o600)
  if (user) chownSync(join(folder, 'server.key'), user.uid, user.gid)
}

const createAddress = (options: Record<string, string>, host = 'localhost'): string =>
  `postgresql://portal@${host}:${port}/postgres?${new URLSearchParams(options).toString()}`

test.skipIf(!hasOpenssl)('with sslmode=verify-full every connection of the portal is encrypted', async () => {
  const DATABASE_URL = createAddress({ sslmode: 'verify-full', sslrootcert: authorityFile })
  const config = loadConfig({ DATABASE_URL, DATA_DIR: join(folder, 'data') })
  const log = createLogger({ logLevel: 'silent' })
  const shutdown = createShutdown(log)
  try {
    await openFoundation(config, log, shutdown)
    const client = await connect(DATABASE_URL, 'test')
    const { rows } = await client.query(
      `select bool_and(ssl) as encrypted, count(*) > 0 as any
       from pg_stat_ssl join pg_stat_activity using (pid) where backend_type = 'client backend'`,
    )
    await client.end()
    expect(rows).toEqual([{ encrypted: true, any: true }])
  } finally {
    await shutdown.stop()
  }
})

test.skipIf(!hasOpenssl).each([
  ['an authority that nobody named', () => createAddress({ sslmode: 'verify-full' }), /certificate/],
  [
    'another name than that of the certificate',
    () => createAddress({ sslmode: 'verify-full', sslrootcert: authorityFile }, '127.0.0.1'),
    /does not match certificate/,
  ],
  ['require, which checks as verify-full does', () => createAddress({ sslmode: 'require' }), /certificate/],
  ['no TLS', () => createAddress({ sslmode: 'disable' }), /no encryption/],
  [
    'a file of the authority that is not there',
    () => createAddress({ sslmode: 'verify-full', sslrootcert: '/no/such.pem' }),
    /no such file.*such\.pem/,
  ],
])('%s is refused in a sentence', async (_, address, reason) => {
  const waitPromise = waitForDatabase(address(), 100)
  await expect(waitPromise).rejects.toThrow(reason)
  await expect(waitPromise).rejects.toThrow(
    /^The database at \S+ cannot be used: [^\n]*Check DATABASE_URL\.$/,
  )
})
