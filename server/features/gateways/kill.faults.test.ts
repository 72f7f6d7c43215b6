import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallbackFields } from './sandbox/dragonpay-server.ts'
import { formOf } from './testing/dragonpay-server.ts'
import { begin, openPayingPortal, postback, stateOf, type Begun } from './testing/paying.ts'

/** A process of its own takes some seconds to start, on a busy machine many. */
const A_WHILE = 90_000

const paying = await openPayingPortal()

const started = new Set<ChildProcess>()
let begun: Begun
let signed: CallbackFields
let other: Awaited<ReturnType<typeof startPortalToKill>>
beforeEach(async () => {
  begun = await begin(await paying.portal.as('client'), 'dragonpay')
  signed = paying.dragonpay.callback(begun.txnId, { status: 'S' })
  other = await startPortalToKill()
}, A_WHILE)
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})

/** A second process of the same portal, which answers nobody. */
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

async function until(is: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await is())) {
    if (performance.now() > end) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const state = () => stateOf(paying.portal, begun.id)
const knock = (url: string, form: string) =>
  fetch(`${url}/api/gateways/dragonpay/postback?${form}`).then(
    () => 'answered',
    () => 'cut off',
  )

/** Finds that the message moved the payment once. */
async function expectOneEffect() {
  const found = await state()
  expect(found.steps).toEqual(['>1', '1>2 S'])
  expect(found.notices).toEqual(['admin: New payment'])
  return found
}

test(
  'a postback whose answer was lost to a kill after the commit has one effect when it comes again',
  async () => {
    const knocking = knock(other.url, formOf(signed))
    await until(async () => (await state()).status === 2)
    await kill(other.process)
    expect(await knocking).toBe('cut off')

    expect((await postback(paying.portal, signed)).status).toBe(200)
    const { verdicts } = await expectOneEffect()
    expect(verdicts).toEqual(['create accepted', 'postback accepted', 'postback duplicate'])
  },
  A_WHILE,
)

test(
  'a kill before the commit leaves the message and nothing else; the next one does it all',
  async () => {
    // Whoever holds the payment keeps the other process waiting inside its transaction.
    await paying.portal.db.transaction().execute(async (tx) => {
      await tx.selectFrom('payments').select('id').where('id', '=', begun.id).forNoKeyUpdate().execute()
      const knocking = knock(other.url, formOf(signed))
      await until(async () => (await state()).verdicts.includes('postback received'))
      await kill(other.process)
      expect(await knocking).toBe('cut off')
    })
    expect(await state()).toMatchObject({ status: 1, steps: ['>1'], notices: [] })

    expect((await postback(paying.portal, signed)).status).toBe(200)
    await expectOneEffect()
  },
  A_WHILE,
)
