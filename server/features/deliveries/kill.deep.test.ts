import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { notifyTenant } from '#features/notifications/notify.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { getNextNoon } from '#testing/get-next-noon.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { DeliveryStep } from './testing-process.ts'

const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({ smtpUrl: smtp.url })
const { db } = portal
const NOON = getNextNoon()
const getLaterTime = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
  await db.updateTable('tenants').set({ status: 0 }).execute()
  smtp.received.length = 0
  smtp.fault = 'none'
})

async function killAt(step: DeliveryStep, arrivedCount = 0): Promise<void> {
  const connections = smtp.connections
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: portal.services.pool.options.connectionString,
      DATA_DIR: portal.services.config.dataDir,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'office@example.test',
      PUBLIC_URL: 'https://portal.example.ph',
      HANG_AT: step,
      NOW: NOON.toISOString(),
    },
  })
  try {
    await once(child.stdout, 'data')
    if (step === 'sending') {
      await expect.poll(() => smtp.connections).toBeGreaterThan(connections)
      await expect.poll(() => smtp.received.length).toBe(arrivedCount)
    }
  } finally {
    const childExit = once(child, 'exit')
    child.kill('SIGKILL')
    await childExit
  }
}

function expectNoDuplicates(): void {
  const addresses = smtp.received.flatMap(({ to }) => to)
  expect(new Set(addresses).size).toBe(addresses.length)
}

const listStates = async () =>
  (await db.selectFrom('deliveries').select('state').orderBy('id').execute()).map(({ state }) => state)

async function notifyNewTenants(count: number): Promise<void> {
  const mailResidents = await Promise.all(Array.from({ length: count }, () => portal.as('client')))
  const residentWithoutEmail = await portal.as('client', { email: '' })
  for (const { id } of [...mailResidents, residentWithoutEmail])
    await notifyTenant(db, {
      tenantId: id,
      kind: 'ticket',
      title: 'Gate pass approved',
      brief: 'Gate pass approved, GP-2026-000058',
      message: 'GP-2026-000058.',
      link: '/services',
    })
}

// Sends the deliveries of a killed process: repeatedly until PostgreSQL has released its locks, and once more
// after the time for a retry.
async function deliverAfterKill(): Promise<void> {
  const deliverAndCheckDone = async () => {
    await portal.deliverAt(getLaterTime(1))
    const states = await listStates()
    return states.length > 0 && !states.includes('waiting')
  }
  await expect.poll(deliverAndCheckDone).toBe(true)
  await portal.deliverAt(getLaterTime(3))
  await portal.deliverAt(getLaterTime(200))
}

test.each<[DeliveryStep, string, number]>([
  ['queueing', 'sent', 3],
  ['claiming', 'sent', 3],
  ['marked', 'unclear', 0],
  ['sent', 'unclear', 1],
])(
  'a process killed at the step "%s" leaves its mails %s, and none arrives twice',
  async (step, state, minimumCount) => {
    await notifyNewTenants(3)
    await killAt(step)
    await deliverAfterKill()
    expect(await listStates()).toEqual([state, state, state])
    expect(smtp.received.length).toBeGreaterThanOrEqual(minimumCount)
    expectNoDuplicates()
  },
)

test.each([
  ['hang before content', 0],
  ['hang after content', 3],
] as const)(
  'a process killed while the mail server is hanging (%s) leaves its mails unclear, and none arrives twice',
  async (fault, arrivedCount) => {
    await notifyNewTenants(3)
    smtp.fault = fault
    await killAt('sending', arrivedCount)
    smtp.fault = 'none'
    smtp.hangUp()
    await deliverAfterKill()
    expect(await listStates()).toEqual(['unclear', 'unclear', 'unclear'])
    expect(smtp.received).toHaveLength(arrivedCount)
  },
)

test('processes killed one after another leave no mail that arrives twice, and none that waits', async () => {
  await notifyNewTenants(60)
  for (const step of ['sent', 'marked', 'claiming', 'sent'] as const) await killAt(step)
  await deliverAfterKill()
  const states = await listStates()
  expect(states).toHaveLength(60)
  expect(new Set(states)).toEqual(new Set(['sent', 'unclear']))
  expectNoDuplicates()
})
