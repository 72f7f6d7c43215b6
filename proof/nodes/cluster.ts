import { markSessionAsConfirmed } from '@tahanan/server/features/sessions/confirm-session.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { createTestDatabase, type TestDatabase } from '@tahanan/server/platform/db/testing.ts'
import {
  createTestAdmin,
  createTestSuperAdmin,
  createTestTenant,
  type AdminOverrides,
  type TenantOverrides,
} from '@tahanan/server/testing/accounts.ts'
import { startBucket, type BucketProcess } from './bucket-process.ts'
import { createCaller, type NetworkCaller } from './caller.ts'
import { openDevice, type Device } from './device.ts'
import { startNode, type PortalNode } from './portal-node.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { startRedis, type RedisServer } from './redis-server.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** User of a cluster. Calls go to the first node (server process); `over(url)` sends them to another one. */
export interface ClusterAccount extends NetworkCaller {
  readonly id: number
  readonly token: string
  readonly sessionId: number
  device(url: string, options?: Parameters<typeof openDevice>[2]): Promise<Device>
}

export interface Cluster {
  readonly database: TestDatabase
  readonly redis: RedisServer | undefined
  readonly bucket: BucketProcess
  readonly proxy: Proxy
  readonly serviceProxies: ServiceProxies | undefined
  readonly nodes: PortalNode[]
  readonly one: string
  readonly secondNodeUrl: string
  start(env?: NodeJS.ProcessEnv): Promise<PortalNode>
  resident(overrides?: TenantOverrides): Promise<ClusterAccount & { clientCode: string }>
  admin(overrides?: AdminOverrides): Promise<ClusterAccount & { email: string }>
  superAdmin(): Promise<ClusterAccount>
  close(): Promise<void>
}

export type ServiceProxies = Readonly<Record<'bucket' | 'redis' | 'database', TcpProxy>>

export interface ClusterOptions {
  readonly withRedis?: boolean
  readonly withServiceProxies?: boolean
  readonly env?: NodeJS.ProcessEnv
  /** Additional environment variables: one entry for each node, so its length is the number of nodes. */
  readonly nodeEnvs?: readonly NodeJS.ProcessEnv[]
}

export async function openCluster({
  withRedis = true,
  withServiceProxies = false,
  env = {},
  nodeEnvs = [{}, {}],
}: ClusterOptions = {}): Promise<Cluster> {
  const [database, redis, bucket, proxy] = await Promise.all([
    createTestDatabase(),
    withRedis ? startRedis() : undefined,
    startBucket(),
    startProxy(),
  ])
  const lines = withServiceProxies && redis ? await startServiceProxies(database, redis, bucket) : undefined
  const nodes: PortalNode[] = []
  const devices: Device[] = []

  async function startClusterNode(extraEnv: NodeJS.ProcessEnv = {}): Promise<PortalNode> {
    const node = await startNode({
      DATABASE_URL: database.connectionString,
      PUBLIC_URL: proxy.url,
      ...(redis && { REDIS_URL: redis.url }),
      // A node need not wait before it stops, because tests first remove it from the proxy.
      STOP_DELAY_SECONDS: '0',
      ...bucket.env,
      ...(lines && getProxyEnvironment(lines, database)),
      ...env,
      ...extraEnv,
    })
    proxy.nodes.push(node.port)
    return node
  }

  async function createSessionForAccount(
    area: 'client' | 'admin' | 'super-admin',
    id: number,
  ): Promise<ClusterAccount> {
    const { token, sessionId } = await createSession(database.db, area, id)
    await markSessionAsConfirmed(database.db, { sessionId })
    return {
      ...createCaller(nodes[0]?.url ?? proxy.url, token),
      id,
      token,
      sessionId,
      async device(url, options) {
        const device = await openDevice(url, token, options)
        devices.push(device)
        return device
      },
    }
  }

  async function closeCluster(): Promise<void> {
    for (const device of devices) device.close()
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await Promise.all([proxy.close(), bucket.close(), redis?.close()])
    await Promise.all(Object.values(lines ?? {}).map((line) => line.close()))
    await database.destroy()
  }

  try {
    nodes.push(...(await Promise.all(nodeEnvs.map((nodeEnvironment) => startClusterNode(nodeEnvironment)))))
  } catch (error) {
    await closeCluster()
    throw error
  }
  return {
    database,
    redis,
    bucket,
    proxy,
    serviceProxies: lines,
    nodes,
    one: nodes[0]?.url ?? '',
    secondNodeUrl: nodes[1]?.url ?? '',
    async start(extraEnv) {
      const node = await startClusterNode(extraEnv)
      nodes.push(node)
      return node
    },
    async resident(overrides) {
      const account = await createTestTenant(database.db, overrides)
      return { ...(await createSessionForAccount('client', account.id)), clientCode: account.clientCode }
    },
    async admin(overrides) {
      const account = await createTestAdmin(database.db, overrides)
      return { ...(await createSessionForAccount('admin', account.id)), email: account.email }
    },
    superAdmin: async () =>
      createSessionForAccount('super-admin', (await createTestSuperAdmin(database.db)).id),
    close: closeCluster,
  }
}

const getPort = (url = ''): number => Number(new URL(url).port)

async function startServiceProxies(
  database: TestDatabase,
  redis: RedisServer,
  bucket: BucketProcess,
): Promise<ServiceProxies> {
  const socketFolder = new URL(database.connectionString).searchParams.get('host')
  return {
    bucket: await startTcpProxy(getPort(bucket.config.endpoint)),
    redis: await startTcpProxy(getPort(redis.url)),
    database: await startTcpProxy(`${socketFolder}/.s.PGSQL.5432`),
  }
}

function getProxyEnvironment(lines: ServiceProxies, { connectionString }: TestDatabase): NodeJS.ProcessEnv {
  const database = new URL(connectionString)
  database.search = ''
  database.host = `127.0.0.1:${lines.database.port}`
  return {
    S3_ENDPOINT: `http://127.0.0.1:${lines.bucket.port}`,
    REDIS_URL: `redis://127.0.0.1:${lines.redis.port}`,
    DATABASE_URL: database.href,
  }
}
