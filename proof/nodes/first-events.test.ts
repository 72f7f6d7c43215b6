import { Server } from 'socket.io'
import { afterAll, expect, test } from 'vitest'
import { connectCluster } from '@tahanan/server/platform/realtime/cluster.ts'
import type { PortalSockets } from '@tahanan/server/platform/realtime/create-socket-admission.ts'
import { startRedis } from './redis-server.ts'

const redis = await startRedis()
afterAll(() => redis.close())

async function joinCluster() {
  const io: PortalSockets = new Server()
  const heardRooms: string[] = []
  const cluster = await connectCluster(io, redis.url, { warn() {} }, (rooms) => heardRooms.push(...rooms))
  const close = async () => {
    await io.sockets.adapter.close()
    await cluster.close()
  }
  return { io, heard: heardRooms, close }
}

test('a process that has just joined receives the next event of the others', async () => {
  const processes = [await joinCluster()]
  for (let n = 0; n < 5; n++) {
    processes.push(await joinCluster())
    processes[0]?.io.to(`room ${n}`).emit('event', { data: n })
    await expect.poll(() => processes.at(-1)?.heard).toContain(`room ${n}`)
  }
  for (const { close } of processes) await close()
})
