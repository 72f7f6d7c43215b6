import { expect, test } from 'vitest'
import {
  createSecret,
  renderSecretQrCode,
  formatSecret,
  toSecretUri,
  findStepOfCode,
} from './authenticator.ts'

/** Test vectors of RFC 6238, appendix B (SHA-1), shortened to six digits. */
const RFC_SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('the code of RFC 6238 at %i seconds is %s', (seconds, code, step) => {
  expect(findStepOfCode(RFC_SECRET, code, seconds)).toBe(step)
  expect(findStepOfCode(RFC_SECRET, code, seconds + 30)).toBe(step)
  expect(findStepOfCode(RFC_SECRET, code, seconds - 30)).toBe(step)
  expect(findStepOfCode(RFC_SECRET, code, seconds + 60)).toBeNull()
  expect(findStepOfCode(RFC_SECRET, code, seconds - 60)).toBeNull()
})

test.each(['', '28708', '2870822', 'abcdef', '２８７０８２', '-87082', '287 82'])(
  '%j is not a code',
  (code) => {
    expect(findStepOfCode(RFC_SECRET, code, 59)).toBeNull()
  },
)

test('a secret has 160 bits and is shown in base32', async () => {
  const secret = createSecret()
  expect(secret).toHaveLength(20)
  expect(formatSecret(secret)).toMatch(/^[A-Z2-7]{32}$/)
  const uri = toSecretUri(secret, { issuer: 'Bahay: Tore & Hardin', login: 'lea+1@example.test' })
  const parsedUri = new URL(uri)
  expect(parsedUri.protocol + parsedUri.host).toBe('otpauth:totp')
  expect(decodeURIComponent(parsedUri.pathname)).toBe('/Bahay  Tore & Hardin:lea+1@example.test')
  expect(Object.fromEntries(parsedUri.searchParams)).toEqual({
    issuer: 'Bahay  Tore & Hardin',
    secret: formatSecret(secret),
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  const picture = await renderSecretQrCode(uri)
  expect(picture).toMatch(/^<svg [^>]*viewBox/)
  expect(picture).not.toMatch(/script|href|onload/i)
})
