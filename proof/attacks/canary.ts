import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Opens a portal and a server that records every request and answers with a redirect. The server is also the
 * host of the portal's payment gateways.
 */
export async function openCanary() {
  const receivedRequests: string[] = []
  const canary = createServer((request, response) => {
    receivedRequests.push(`${request.method} ${request.url}`)
    response.writeHead(302, { location: '/redirected' }).end()
  })
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve))
  const address = `127.0.0.1:${(canary.address() as AddressInfo).port}`
  const url = `http://${address}/gateway`
  const portal = await openTestPortal({
    rateLimitPerMinute: 0,
    publicUrl: 'https://portal.example',
    logLevel: 'silent',
    dragonpay: { url, merchantId: 'M', password: 'secret-of-dragonpay', verifier: 'rsa', create: 'rest' },
    aqwire: { url, merchantCode: 'M', clientId: 'C', secretKey: 'secret-of-aqwire' },
  })
  afterAll(async () => {
    canary.closeAllConnections()
    await new Promise((resolve) => canary.close(resolve))
  })
  return { received: receivedRequests, address, portal }
}
