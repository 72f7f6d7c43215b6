import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CallCounts } from './call-counts.ts'
import { SharedCallCounts } from './shared-counts.ts'

test('a caller is counted among many others, and while Redis is away', () => {
  vi.useFakeTimers({ now: 10 * 60_000, toFake: ['Date'] })
  const counts = new CallCounts()
  // No Redis server listens on this port.
  const sharedCounts = new SharedCallCounts(counts, 'redis://127.0.0.1:1', { warn: () => {} })
  try {
    for (let n = 0; n < 60_000; n++) counts.add(`198.51.100.1 ${n}`)
    expect(Array.from({ length: 3 }, () => counts.add('late').calls)).toEqual([1, 2, 3])
  } finally {
    sharedCounts.close()
    vi.useRealTimers()
  }
})

test('an idle connection is kept open by pings', async () => {
  const commands: string[] = []
  const redis = createServer((socket) =>
    socket.on('data', (data) => {
      for (const [, command = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        commands.push(command)
        socket.write(command === 'HELLO' ? '%0\r\n' : '+OK\r\n')
      }
    }),
  ).listen(0, '127.0.0.1')
  await once(redis, 'listening')
  const { port } = redis.address() as AddressInfo
  const sharedCounts = new SharedCallCounts(new CallCounts(), `redis://127.0.0.1:${port}`, { warn: () => {} })
  onTestFinished(() => {
    sharedCounts.close()
    redis.close()
  })
  await expect.poll(() => commands).toContain('PING')
})
