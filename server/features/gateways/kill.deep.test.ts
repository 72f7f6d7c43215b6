import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallbackFields } from './sandbox/create-dragonpay-server.ts'
import { toForm } from './testing/dragonpay-server.ts'
import {
  begin,
  openPayingPortal,
  sendPostback,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying.ts'

const paying = await openPayingPortal()

const started = new Set<ChildProcess>()
let begun: StartedPayment
let signed: CallbackFields
let other: Awaited<ReturnType<typeof startPortalToKill>>
beforeEach(async () => {
  begun = await begin(await paying.portal.as('client'), 'dragonpay')
  signed = paying.dragonpay.callback(begun.txnId, { status: 'S' })
  other = await startPortalToKill()
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})

async function startPortalToKill(): Promise<{ url: string; process: ChildProcess }> {
  const { dragonpay, portal } = paying
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
  started.add(child)
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: line.toString().trim(), process: child }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const loadState = () => loadPaymentState(paying.portal, begun.id)
const requestPostback = (url: string, form: string) =>
  fetch(`${url}/api/gateways/dragonpay/postback?${form}`).then(
    () => 'answered',
    () => 'cut off',
  )

async function expectOneEffect() {
  const found = await loadState()
  expect(found.steps).toEqual(['>1', '1>2 S'])
  expect(found.notices).toEqual(['admin: New payment'])
  return found
}

test('a postback repeated after a kill between commit and answer has one effect', async () => {
  const knocking = requestPostback(other.url, toForm(signed))
  await expect.poll(async () => (await loadState()).status).toBe(2)
  await kill(other.process)
  expect(await knocking).toBe('cut off')

  expect((await sendPostback(paying.portal, signed)).status).toBe(200)
  const { verdicts } = await expectOneEffect()
  expect(verdicts).toEqual(['create accepted', 'postback accepted', 'postback duplicate'])
})

test('a kill before the commit leaves only the message; a repetition applies it', async () => {
  // Locks the payment's row, which blocks the other process inside its transaction.
  await paying.portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('payments').select('id').where('id', '=', begun.id).forNoKeyUpdate().execute()
    const knocking = requestPostback(other.url, toForm(signed))
    await expect.poll(async () => (await loadState()).verdicts).toContain('postback received')
    await kill(other.process)
    expect(await knocking).toBe('cut off')
  })
  expect(await loadState()).toMatchObject({ status: 1, steps: ['>1'], notices: [] })

  expect((await sendPostback(paying.portal, signed)).status).toBe(200)
  await expectOneEffect()
})
