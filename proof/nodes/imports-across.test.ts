import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import {
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
  type ImportBody,
  type SavedBody,
} from '@tahanan/server/features/imports/testing.ts'
import { SAMPLE_TEXT } from '@tahanan/server/platform/files/content/pdf/testing-pdfs.ts'
import { openCluster } from './cluster.ts'
import { waitUntil } from './until.ts'

const cluster = await openCluster()
const admin = await cluster.admin()
afterAll(cluster.close)

const createCodes = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${n}`)

async function prepareImport(codes: readonly string[], amount: string, uploadUrl: string, url: string) {
  const uploadCsv = async (name: string, text: string) =>
    (await admin.withBaseUrl(uploadUrl).upload('soa/csv', Buffer.from(text), name)).body.key
  const uniqId = randomUUID()
  const importResponse = await admin.withBaseUrl(url).post<ImportBody>('/statement-imports', {
    uniqId,
    soaFile: await uploadCsv('soa.csv', createSoaCsv(codes.map((urefno) => ({ urefno })))),
    soaFileName: 'soa.csv',
    webClientFile: await uploadCsv(
      'web.csv',
      createWebClientCsv(codes.map((urefno) => ({ urefno, uothdep: amount }))),
    ),
    webClientFileName: 'web.csv',
  })
  expect([importResponse.status, importResponse.body.total]).toEqual([201, codes.length])
  return uniqId
}

async function listResults(prefix: string) {
  const { db } = cluster.database
  const tenantRows = await db
    .selectFrom('tenants as t')
    .leftJoin('statements as s', 's.tenant_id', 't.id')
    .leftJoin('notifications as n', 'n.tenant_id', 't.id')
    .where('t.client_code', 'like', `${prefix}-%`)
    .groupBy(['t.id', 't.client_code', 't.soa_amount'])
    .orderBy('t.client_code')
    .select(['t.client_code', 't.soa_amount'])
    .select((of) => [
      of.fn.count<number>('s.id').distinct().as('statements'),
      of.fn.count<number>('n.id').distinct().as('notices'),
    ])
    .execute()
  return tenantRows.map(({ client_code, ...row }) => ({ ...row, code: client_code.slice(prefix.length) }))
}

test('an import prepared at one node, with PDFs sent to both, is saved at the other', async () => {
  const { one, secondNodeUrl } = cluster
  const clientCodes = createCodes('ACROSS', 60)
  const uniqId = await prepareImport(clientCodes, '1,500.00', secondNodeUrl, one)

  const page = await admin.device(one)
  expect(await page.socket.emitWithAck('soa-update', uniqId)).toEqual({ ok: true })

  for (let n = 0; n < clientCodes.length; n += 10) {
    const codesOfCall = clientCodes.slice(n, n + 10)
    const files = Object.fromEntries(codesOfCall.map((code) => [`${code}.pdf`, createStatementPdf(code)]))
    // Repeats the call if a busy node answers 503, as the page does.
    const pdfResponse = await waitUntil('a node takes the PDFs', async () => {
      const pdfsResponse = await admin.withBaseUrl((n / 10) % 2 ? one : secondNodeUrl).sendPdfs(uniqId, files)
      return pdfsResponse.status !== 503 && pdfsResponse
    })
    expect(pdfResponse.body).toMatchObject({ data: codesOfCall.map(() => ({ ok: true })) })
  }
  for (const url of [one, secondNodeUrl])
    expect((await admin.withBaseUrl(url).get<ImportBody>(`/statement-imports/${uniqId}`)).body).toMatchObject(
      {
        state: 'prepared',
        files: { uploaded: 60 },
        missingPdfs: 0,
      },
    )
  const saveResponse = await admin.withBaseUrl(secondNodeUrl).put<SavedBody>('/tenant-soa-info', { uniqId })
  expect(saveResponse.body).toMatchObject({ count: 60, total: 60, created: 60, refused: [] })
  await page.waitFor<{ count: number; total: number }>(
    liveChannels.soaUpdateEvent,
    ({ count, total }) => count === 60 && total === 60,
  )
  const tenant = await cluster.database.db
    .selectFrom('tenants')
    .select(['id', 'soa_name'])
    .where('client_code', '=', 'ACROSS-7')
    .executeTakeFirstOrThrow()
  for (const url of [one, secondNodeUrl]) {
    const link = await admin.withBaseUrl(url).get<{ url: string }>(`/file?name=soa/pdf/${tenant.soa_name}`)
    const pdf = await (await fetch(new URL(link.body.url, url))).text()
    // Compares only the text and title of the PDF, because the server rewrites the rest.
    const [, title = ''] = /\/Title <([\da-f]+)>/i.exec(pdf) ?? []
    expect([pdf.includes(SAMPLE_TEXT), Buffer.from(title, 'hex').toString()]).toEqual([true, 'ACROSS-7'])
  }
})

test('an import whose node is killed is resumed at the other, with the result of an undisturbed one', async () => {
  const { one, secondNodeUrl, database } = cluster
  const uninterruptedImportId = await prepareImport(createCodes('CLEAN', 3000), '10.00', one, one)
  expect(
    (
      await admin
        .withBaseUrl(secondNodeUrl)
        .put<SavedBody>('/tenant-soa-info', { uniqId: uninterruptedImportId })
    ).body,
  ).toMatchObject({
    created: 3000,
  })
  const interruptedImportId = await prepareImport(createCodes('KILLED', 3000), '10.00', one, one)
  const page = await admin.device(secondNodeUrl)
  await page.socket.emitWithAck('soa-update', interruptedImportId)
  const saveResponsePromise = admin
    .withBaseUrl(one)
    .put('/tenant-soa-info', { uniqId: interruptedImportId })
    .catch(() => null)
  const countSavedRows = async () =>
    (
      await database.db
        .selectFrom('statement_imports')
        .select('saved')
        .where('uniq_id', '=', interruptedImportId)
        .executeTakeFirstOrThrow()
    ).saved
  await waitUntil('the first rows are saved', async () => (await countSavedRows()) >= 500)
  await cluster.nodes[0]?.process.end('SIGKILL')
  await saveResponsePromise
  const savedCountBefore = await countSavedRows()
  // The kill must come before all rows are saved. Otherwise it would interrupt nothing.
  expect(savedCountBefore).toBeLessThan(3000)

  const repeatedResponse = await admin
    .withBaseUrl(secondNodeUrl)
    .put<SavedBody>('/tenant-soa-info', { uniqId: interruptedImportId })
  expect(repeatedResponse.status).toBe(200)
  expect(repeatedResponse.body).toMatchObject({
    count: 3000,
    total: 3000,
    created: 3000,
    updated: 0,
    refused: [],
  })
  expect(await listResults('KILLED')).toEqual(await listResults('CLEAN'))
  const progressCounts = page.received
    .filter(({ event }) => event === liveChannels.soaUpdateEvent)
    .map(({ data }) => Number(data['count']))
  await page.waitFor<{ count: number }>(liveChannels.soaUpdateEvent, ({ count }) => count === 3000)
  expect(progressCounts).toEqual(progressCounts.toSorted((a, b) => a - b))
})
