import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBrowserKeys } from '@tahanan/server/features/push/testing-push-service.ts'
import { openCanary } from './canary.ts'

/**
 * Tests attack 29 of docs/attacks.yaml: making the server fetch a URL. `29-fetches.deep.test.ts` sends a URL
 * in every text, file and header.
 */
const { received, address, portal } = await openCanary()
const resident = await portal.as('client')

test('an address of a browser or a gateway that leads to this machine is not fetched', async () => {
  const { keys } = createBrowserKeys()
  const subscribe = async (endpoint: string) =>
    (await resident.post('/push-subscription', { endpoint, keys })).status
  const pushHost = 'fcm.googleapis.com'
  // Proves that not every URL is refused: the URL of a real push service is accepted.
  expect(await subscribe(`https://${pushHost}/x`)).toBe(200)
  for (const endpoint of [
    `http://${address}/x`,
    `https://${address}/x`,
    'https://169.254.169.254/x',
    `http://${pushHost}/x`,
    `https://${pushHost}:8443/x`,
    `https://${pushHost}@${address}/x`,
    `https://${pushHost}.evil.example/x`,
  ])
    expect([endpoint, await subscribe(endpoint)]).toEqual([endpoint, 400])
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/api/gateways/aqwire/webhook?sign=x',
    payload: { callbackUrl: `http://${address}/x`, transactionId: `http://${address}/x` },
  })
  expect(statusCode).toBe(400)
  expect(received).toEqual([])
})

test('gateways are called at the configured address, and redirects are not followed', async () => {
  const { status } = await resident.post('/payment-aqwire', { email: 'ana@condo.ph', amountPaid: 100 })
  expect(status).toBe(502)
  expect(received.length).toBeGreaterThan(0)
  expect(received.filter((call) => !/^\w+ \/gateway/.test(call))).toEqual([])
})

/** The only server files that may open outgoing connections. The value says where to. */
const OUTGOING_CONNECTION_FILES: Readonly<Record<string, string>> = {
  'features/diagnostics/diagnose-portal.ts': 'Redis, of the configuration',
  'features/gateways/gateway-host.ts': 'payment gateways, of the configuration',
  'features/push/post-message.ts': 'push services, named by browsers, at hosts of the configuration',
  'platform/files/store/bucket.ts': 'the S3-compatible store, of the configuration',
  'platform/http/limits/shared-counts.ts': 'Redis, of the configuration',
  'platform/mail/open-smtp.ts': 'the mail server, of the configuration',
  'platform/realtime/cluster.ts': 'Redis, of the configuration',
}
const CONNECTION_PATTERNS = [
  /\bfetch\(|= fetch\b|new (?:WebSocket|EventSource)\(/,
  /\b(?:https?|net|tls|dgram|http2)\.(?:request|get|connect|createConnection|createSocket)\(/,
  /from '(?:undici|axios|got|node-fetch|nodemailer|web-push|redis|@redis\/client|@aws-sdk\/[\w-]+)'/,
]

test('no other file of the server opens connections', async () => {
  const root = join(import.meta.dirname, '../../server')
  const sourceEntries = await readdir(root, { recursive: true })
  const sourcePaths = sourceEntries.filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|testing|node_modules|samples/.test(path),
  )
  expect(sourcePaths.length).toBeGreaterThan(300)
  const filesWithConnections = []
  for (const path of sourcePaths) {
    const source = await readFile(join(root, path), 'utf8')
    if (CONNECTION_PATTERNS.some((call) => call.test(source))) filesWithConnections.push(path)
  }
  expect(filesWithConnections.toSorted()).toEqual(Object.keys(OUTGOING_CONNECTION_FILES).toSorted())
})
