import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export const LOCAL_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpDCCAUmgAwIBAgIURQ1r6xskRrElosX0hhG6FLO2fQIwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQVGVzdHMgb2YgVGFoYW5hbjAgFw0yNjExMjUxNTAwMTJaGA8y
MTI2MTEwMTE1MDAxMlowGzEZMBcGA1UEAwwQVGVzdHMgb2YgVGFoYW5hbjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABL1jVWqeqU9QqsQ0Wqqd0bWQGs+FE5C8dCbs
IeBNcV7O45z7ck9yRmEMIeLeLlk5tyvp9VV7lQX2g2vCZ+D7iKejaTBnMB0GA1Ud
DgQWBBQq+I6xbPsXEnAOCcfn2E9y3epCPzAfBgNVHSMEGDAWgBQq+I6xbPsXEnAO
Ccfn2E9y3epCPzAUBgNVHREEDTALgglsb2NhbGhvc3QwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNJADBGAiEA8QKS1l/FCbEaU+kVN7w44IJKHEpFXCJsvIIY
SD0+4IsCIQCJDldmeEbcA5C3JHPz4zQ7+h+4Yq6AEccfX2LvRpnZ3A==
-----END CERTIFICATE-----
`
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/i98kP7CCo1U5HdM
BuoezMSCNS5LUU/zzBm1LOfpaSShRANCAAS9Y1VqnqlPUKrENFqqndG1kBrPhROQ
vHQm7CHgTXFezuOc+3JPckZhDCHi3i5ZObcr6fVVe5UF9oNrwmfg+4in
-----END PRIVATE KEY-----
`

interface ReceivedPush {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

type PlannedAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'silent'

const createAcceptAnswer = (): PlannedAnswer => ({ status: 201 })

export async function startPushService() {
  const receivedPushes: ReceivedPush[] = []
  let getPlannedAnswer: (path: string) => PlannedAnswer = createAcceptAnswer
  const server = createServer({ cert: LOCAL_CERTIFICATE, key: PRIVATE_KEY }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      receivedPushes.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const pushAnswer = getPlannedAnswer(path)
      if (pushAnswer !== 'silent')
        response.writeHead(pushAnswer.status, pushAnswer.headers).end(pushAnswer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    received: receivedPushes,
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    setAnswer: (plan: typeof getPlannedAnswer) => void (getPlannedAnswer = plan),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const deriveKey = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export function createBrowserKeys() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decryptBody(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyEnd = 21 + body.readUInt8(20)
      const senderKey = body.subarray(21, keyEnd)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = deriveKey(pair.computeSecret(senderKey), auth, info, 32)
      const key = deriveKey(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = deriveKey(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
      const text = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
      // The decrypted text ends with the delimiter byte 2, followed by padding zeros.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** Checks the sender's signature of a push message (RFC 8292). */
export function parseVapid(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((coordinate) =>
    coordinate.toString('base64url'),
  )
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { isSigned, key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as object }
}
