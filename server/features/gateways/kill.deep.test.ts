import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallbackFields } from './sandbox/create-dragonpay-server.ts'
import { toForm } from './testing/dragonpay-server.ts'
import {
  startTestPayment,
  openPayingPortal,
  sendPostback,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying-portal.ts'

const payingPortal = await openPayingPortal()

const childProcesses = new Set<ChildProcess>()
let startedPayment: StartedPayment
let signedCallback: CallbackFields
let otherProcess: Awaited<ReturnType<typeof startPortalToKill>>
beforeEach(async () => {
  startedPayment = await startTestPayment(await payingPortal.portal.as('client'), 'dragonpay')
  signedCallback = payingPortal.dragonpay.callback(startedPayment.txnId, { status: 'S' })
  otherProcess = await startPortalToKill()
})
afterEach(() => {
  for (const child of childProcesses) child.kill('SIGKILL')
  childProcesses.clear()
})

async function startPortalToKill(): Promise<{ url: string; process: ChildProcess }> {
  const { dragonpay, portal } = payingPortal
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/portal-to-kill.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: portal.services.pool.options.connectionString,
      DATA_DIR: portal.services.config.dataDir,
      PUBLIC_URL: 'https://portal.example.ph',
      DRAGONPAY_URL: dragonpay.config.url,
      DRAGONPAY_MERCHANT_ID: dragonpay.config.merchantId,
      DRAGONPAY_PASSWORD: dragonpay.config.password,
      DRAGONPAY_VERIFIER: 'sha1',
    },
  })
  childProcesses.add(child)
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: line.toString().trim(), process: child }
}

async function killProcess(child: ChildProcess): Promise<void> {
  const exitEvent = once(child, 'exit')
  child.kill('SIGKILL')
  await exitEvent
}

const loadState = () => loadPaymentState(payingPortal.portal, startedPayment.id)
const requestPostback = (url: string, form: string) =>
  fetch(`${url}/api/gateways/dragonpay/postback?${form}`).then(
    () => 'answered',
    () => 'cut off',
  )

async function expectPaidOnce() {
  const paymentState = await loadState()
  expect(paymentState.steps).toEqual(['>1', '1>2 S'])
  expect(paymentState.notices).toEqual(['admin: New payment'])
  return paymentState
}

test('a postback repeated after a kill between commit and answer has one effect', async () => {
  const pendingRequests = requestPostback(otherProcess.url, toForm(signedCallback))
  await expect.poll(async () => (await loadState()).status).toBe(2)
  await killProcess(otherProcess.process)
  expect(await pendingRequests).toBe('cut off')

  expect((await sendPostback(payingPortal.portal, signedCallback)).status).toBe(200)
  const { verdicts } = await expectPaidOnce()
  expect(verdicts).toEqual(['create accepted', 'postback accepted', 'postback duplicate'])
})

test('a kill before the commit leaves only the message; a repetition applies it', async () => {
  // Locks the payment's row, which blocks the other process inside its transaction.
  await payingPortal.portal.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('payments')
      .select('id')
      .where('id', '=', startedPayment.id)
      .forNoKeyUpdate()
      .execute()
    const pendingRequests = requestPostback(otherProcess.url, toForm(signedCallback))
    await expect.poll(async () => (await loadState()).verdicts).toContain('postback received')
    await killProcess(otherProcess.process)
    expect(await pendingRequests).toBe('cut off')
  })
  expect(await loadState()).toMatchObject({ status: 1, steps: ['>1'], notices: [] })

  expect((await sendPostback(payingPortal.portal, signedCallback)).status).toBe(200)
  await expectPaidOnce()
})
