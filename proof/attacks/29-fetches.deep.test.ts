import { expect, test } from 'vitest'
import { createDocument, createPostBody } from '@tahanan/server/features/posts/testing.ts'
import { createBrowserKeys } from '@tahanan/server/features/push/testing-push-service.ts'
import { createTenantBody } from '@tahanan/server/features/tenants/testing.ts'
import { buildPdf } from '@tahanan/server/platform/files/content/pdf/testing-pdfs.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { openCanary } from './canary.ts'

/**
 * Tests attack 29 of docs/attacks.yaml: making the server fetch a URL. Every sent URL leads to this test's
 * server, which must receive no request.
 */
const { received, address, portal } = await openCanary()
const { keys } = createBrowserKeys()

function listSpellings(): string[] {
  const port = address.split(':')[1]
  return [
    `http://${address}/x`,
    `http://localhost:${port}/x`,
    `http://[::1]:${port}/x`,
    `http://[::ffff:127.0.0.1]:${port}/x`,
    `http://2130706433:${port}/x`,
    `http://0x7f.1:${port}/x`,
    `http://0177.0.0.1:${port}/x`,
    `http://127.1:${port}/x`,
    `http://0.0.0.0:${port}/x`,
    `//${address}/x`,
    `http://good.example@${address}/x`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/x',
    'file:///etc/passwd',
  ]
}

async function sendUrlInAllFields(
  url: string,
  callers: { office: LoggedInCaller; resident: LoggedInCaller; superAdmin: LoggedInCaller },
) {
  const { office, resident, superAdmin } = callers
  const file = [{ name: url, url }]
  const postFields = { title: url, description: url, date: '2026-05-04 08:00:00' }
  const link = { type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] }
  const imageNode = { type: 'image', attrs: { key: url, src: url, alt: url } }
  const documentWithImage = createDocument({ type: 'paragraph', content: [link] }, imageNode)
  const documentWithoutImage = createDocument({ type: 'paragraph', content: [link] })
  const responses = await Promise.all([
    office.post('/post', createPostBody({ attachedUrl: url, image: file, content: documentWithImage })),
    office.post('/post', createPostBody({ attachedUrl: url })),
    office.post('/post', createPostBody({ ...postFields, content: documentWithoutImage })),
    office.post('/advertisement', { title: 'Ad', url, images: file }),
    office.post('/advertisement', { title: 'Ad', url }),
    office.post('/memorandum', { ...postFields, files: file }),
    office.post('/policy-header', { header: url, files: file }),
    office.post('/amenity', { ...postFields, images: file }),
    office.post(
      '/tenant',
      createTenantBody({ uoccname: url, image: url, email: `a@${new URL(url, 'http://x').host}` }),
    ),
    resident.put(`/tenant/${resident.id}`, { socialMediaAccount: url, image: file }),
    resident.post('/request', postFields),
    resident.post('/report', { ...postFields, images: file, video: file }),
    resident.post('/feedback', { rate: 1, message: url }),
    resident.post('/push-subscription', { endpoint: url, keys }),
    resident.post('/push-subscription', { endpoint: url.replace('http:', 'https:'), keys }),
    superAdmin.post('/terms-and-conditions', { content: documentWithImage, image: url }),
    superAdmin.post('/terms-and-conditions', { content: documentWithoutImage }),
    superAdmin.post('/website-settings', {
      settings: [
        { name: 'websiteLogo', value: url },
        { name: 'websiteLoginBackgroundImage', value: url },
      ],
    }),
    superAdmin.post('/website-settings', {
      settings: [
        { name: 'mobileSettings', value: JSON.stringify({ appConnectionString: url, headerLogoPath: url }) },
      ],
    }),
    office.get(`/file?name=${encodeURIComponent(url)}`),
    office.get(`/search?searchTerm=${encodeURIComponent(url.slice(0, 100))}`),
    portal.app.inject(`/files/${encodeURIComponent(url)}`),
    portal.app.inject({ url: '/', headers: { host: address, 'x-forwarded-host': address, referer: url } }),
    portal.app.inject({
      method: 'POST',
      url: '/api/gateways/aqwire/webhook?sign=x',
      payload: { callbackUrl: url, transactionId: url },
    }),
    portal.app.inject({ url: `/api/gateways/dragonpay/postback?txnid=${encodeURIComponent(url)}&digest=x` }),
  ])
  const statuses = responses.map((response) => ('status' in response ? response.status : response.statusCode))
  return statuses.filter((status) => status < 300).length
}

test('no address that a caller sends is fetched, in any spelling and any place', async () => {
  const callers = {
    office: await portal.as('admin'),
    resident: await portal.as('client'),
    superAdmin: await portal.as('super-admin'),
  }
  // Requires some accepted calls: if all were refused, the server would never use the URL.
  for (const url of listSpellings()) expect(await sendUrlInAllFields(url, callers), url).toBeGreaterThan(4)
  const url = `http://${address}/in-a-file`
  const files: [Buffer, 'pdf' | 'images' | 'soa/csv'][] = [
    [buildPdf({ catalog: `/OpenAction << /S /URI /URI (${url}) >>` }), 'pdf'],
    [buildPdf({ page: `/Contents << /F << /FS /URL /F (${url}) >> >>` }), 'pdf'],
    [Buffer.concat([await createSamplePicture('png'), Buffer.from(`<img src="${url}">`)]), 'images'],
    [Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`), 'images'],
    [Buffer.from(`<!DOCTYPE x [<!ENTITY e SYSTEM "${url}">]><x>&e;</x>`), 'images'],
    [Buffer.from(`urefno,invdate,attachment\r\nA-1,31/10/2026,${url}\r\n`), 'soa/csv'],
  ]
  const uploadResponses = await Promise.all(
    files.map(([content, folder]) => uploadFile(portal, callers.office, folder, content, 'file')),
  )
  expect(uploadResponses.map((key) => typeof key === 'string')).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ])
  await portal.drainEvents()
  expect(await portal.db.selectFrom('push_subscriptions').select('endpoint').execute()).toEqual([])
  const tenant = await portal.as('client', { uoccname: `<img src="${url}">` })
  await callers.office.post(`/tenant/${tenant.id}/login-details`)
  expect(received).toEqual([])
})
