import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallbackFields } from '../sandbox/create-dragonpay-server.ts'
import { toForm, startDragonpayServer, type DragonpayServer } from '../testing/dragonpay-server.ts'
import { createDragonpay } from './create-dragonpay.ts'
import { parseCallbackForm } from './dragonpay-callback.ts'

let server: DragonpayServer
beforeEach(async () => {
  server = await startDragonpayServer()
})
afterEach(() => server.close())

type Verifier = 'sha1' | 'hmac' | 'rsa'
const parseCallback = (verifier: Verifier, fields: CallbackFields) =>
  createDragonpay({ ...server.config, verifier }).readCallback(Buffer.from(toForm(fields)), '')
const isGenuineCallback = async (verifier: Verifier, fields: CallbackFields) =>
  (await parseCallback(verifier, fields)?.isGenuine?.()) ?? false

const message = { refno: 'R1', status: 'S', message: '[000] BOG Reference No: 7', amount: '1500.00' }

test.each(['sha1', 'hmac', 'rsa'] as const)(
  '%s takes what Dragonpay signed and nothing else',
  async (verifier) => {
    const genuineCallback = server.callback('PY-1', { ...message, param1: 'a', param2: 'b' })
    expect(await isGenuineCallback(verifier, genuineCallback)).toBe(true)
    const alterations: CallbackFields[] = [
      { txnid: 'PY-2' },
      { refno: 'R2' },
      { status: 'F' },
      { message: 'other' },
      { digest: '', signature: '', signatures: '' },
      { digest: '0'.repeat(40), signature: 'AAAA', signatures: 'AAAA' },
      { digest: 'not hex', signature: '%', signatures: '%' },
    ]
    for (const alteredFields of alterations)
      expect(
        await isGenuineCallback(verifier, { ...genuineCallback, ...alteredFields }),
        JSON.stringify(alteredFields),
      ).toBe(false)
  },
)

test('the digest is the hex SHA-1 of the values and the password', () => {
  // Expected value computed by another program: printf 'PY-1:R1:S:[000] BOG Reference No:
  // 7:merchant-password-7' | sha1sum
  expect(server.callback('PY-1', message).digest).toBe('6b664eedea4e262723885a6334415b71c6eba35a')
})

test('only RSA covers the amount, so the others return none', async () => {
  const genuineCallback = server.callback('PY-1', message)
  const changedAmountCallback = { ...genuineCallback, amount: '9.00' }
  expect(await isGenuineCallback('rsa', changedAmountCallback)).toBe(false)
  for (const verifier of ['sha1', 'hmac'] as const) {
    expect(await isGenuineCallback(verifier, changedAmountCallback)).toBe(true)
    expect(parseCallback(verifier, changedAmountCallback)?.outcome?.amount).toBeNull()
  }
  expect(parseCallback('rsa', genuineCallback)?.outcome?.amount).toBe(1500)
})

test('a signed pending message cannot be turned into a success by moving the colons', async () => {
  const pendingCallback = server.callback('PY-1', { refno: 'R1', status: 'P', message: 'S:thank you' })
  // The signed text is the same, but the fields are split differently: reference 'R1:P', status 'S'.
  const movedReference = { ...pendingCallback, refno: 'R1:P', status: 'S', message: 'thank you' }
  expect(await isGenuineCallback('sha1', movedReference)).toBe(false)
  // Another split of the same text: transaction 'PY-1:R1', reference 'P', status 'S'.
  const movedTransaction = {
    ...pendingCallback,
    txnid: 'PY-1:R1',
    refno: 'P',
    status: 'S',
    message: 'thank you',
  }
  expect(await isGenuineCallback('sha1', movedTransaction)).toBe(false)
  expect(await isGenuineCallback('sha1', pendingCallback)).toBe(true)
})

test.each([
  ['a parameter twice', (form: string) => `${form}&status=S`],
  ['a very long value', (form: string) => form.replace('message=', `message=${'x'.repeat(2000)}`)],
  [
    'very many parameters',
    (form: string) => `${form}${Array.from({ length: 100 }, (_, n) => `&p${n}=1`).join('')}`,
  ],
  ['no status', (form: string) => form.replace(/&status=\w/, '')],
  ['no transaction', (form: string) => form.replace(/txnid=[\w-]+/, '')],
])('%s is no callback', (_name, change) => {
  const genuineForm = toForm(server.callback('PY-1', message))
  expect(parseCallbackForm(genuineForm)).not.toBeNull()
  expect(parseCallbackForm(change(genuineForm))).toBeNull()
})

test('a new key is fetched if none fits, and a known revoked one is refused', async () => {
  const gateway = createDragonpay({ ...server.config, verifier: 'rsa' })
  const isGenuine = (fields: CallbackFields) =>
    gateway.readCallback(Buffer.from(toForm(fields)), '')?.isGenuine?.()
  const oldCallback = server.callback('PY-1', message)
  server.rotateKeys({ shouldKeepOldKeys: true })
  expect(await isGenuine(server.callback('PY-1', message))).toBe(true)
  expect(await isGenuine(oldCallback)).toBe(true)
  server.rotateKeys()
  expect(await isGenuineCallback('rsa', oldCallback)).toBe(false)
})
