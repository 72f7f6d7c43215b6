import type { UploadFolder } from '@tahanan/contract/limits.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { createBankCalls } from '@tahanan/server/features/bank-matching/testing.ts'
import {
  createImportCalls,
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
} from '@tahanan/server/features/imports/testing.ts'
import { createLedgerCalls, getDayFromNow } from '@tahanan/server/features/ledger/testing.ts'
import { enableWithholding, createTaxFields } from '@tahanan/server/features/posting/testing.ts'
import { createDocument, createPostBody } from '@tahanan/server/features/posts/testing.ts'
import { createSeries } from '@tahanan/server/features/receipts/testing.ts'
import {
  createSamplePdf,
  createSamplePicture,
} from '@tahanan/server/platform/files/content/testing-samples.ts'
import { createTestAmenity, type TestTenant } from '@tahanan/server/testing/accounts.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { TestPortal } from '@tahanan/server/testing/portal.ts'
import { SAMPLE_DATE_TIME, RECORD_RULES } from '@tahanan/server/testing/record-rules.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'

interface KnownFile {
  readonly what: string
  readonly key: string
  readonly isForResidents: boolean
  readonly flag: readonly [PageName, string]
}

export interface Community {
  readonly superAdmin: LoggedInCaller<{ id: number; email: string }>
  readonly office: LoggedInCaller<{ id: number; email: string }>
  readonly owner: LoggedInCaller<TestTenant>
  readonly neighbour: LoggedInCaller<TestTenant>
  /**
   * Id of one record of each kind. Keyed by the API path that returns a record: `ticket`, `payment`, `post`.
   */
  readonly ids: Readonly<Record<string, number>>
  readonly uniqId: string
  readonly files: readonly KnownFile[]
}

/**
 * Every record contains this text, so that one search finds all of them. `%` and `_` are wildcards in SQL.
 */
const SEARCH_TEXT = 'Kalesa 100% wash_day'

export async function createCommunity(portal: TestPortal): Promise<Community> {
  const [superAdmin, office] = [await portal.as('super-admin'), await portal.as('admin')]
  const ownerClient = await portal.as('client', { clientCode: 'OWN-1', uoccname: `Owner ${SEARCH_TEXT}` })
  const neighbourClient = await portal.as('client', { clientCode: 'NEXT-1' })
  const amenity = await createTestAmenity(portal.db, { title: SEARCH_TEXT, description: SEARCH_TEXT })
  const files: KnownFile[] = []
  const ids: Record<string, number> = { amenity: amenity.id, tenant: ownerClient.id, 'user-admin': office.id }

  const uploadCommunityFile = async (
    caller: LoggedInCaller,
    folder: UploadFolder,
    file: Pick<KnownFile, 'what' | 'flag'> & { isForResidents?: boolean },
  ) => {
    const fileContent = /pdf/.test(folder) ? await createSamplePdf() : await createSamplePicture('png')
    const key = await uploadFile(portal, caller, folder, fileContent, 'file')
    files.push({ isForResidents: false, ...file, key })
    return key
  }
  const postAndStoreId = async (caller: LoggedInCaller, path: string, body: Record<string, unknown>) => {
    const response = await caller.post(`/${path}`, body)
    if (response.status >= 300)
      throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`)
    if (typeof response.body.id === 'number') ids[path] = response.body.id
    return response.body
  }

  for (const module of MODULES) {
    const ticketBody = createExampleBody(module, new Date(), 'Asia/Manila')
    await postAndStoreId(module.name === 'workService' ? office : ownerClient, module.path.one, {
      ...ticketBody,
      tenantId: ownerClient.id,
      ...(module.heldResource === 'amenity' && { amenityId: amenity.id }),
      ...(module.fields.title?.kind === 'text' && { title: SEARCH_TEXT }),
    })
  }
  const reportPictureKey = await uploadCommunityFile(ownerClient, 'incidentreports', {
    what: 'picture of a report',
    flag: ['reports', 'view'],
  })
  await postAndStoreId(ownerClient, 'report', {
    ...createExampleBody(getModule('incidentReport'), new Date(), 'Asia/Manila'),
    images: createFileList(reportPictureKey),
  })
  const identityCardKey = await uploadCommunityFile(ownerClient, 'images', {
    what: 'identity card of a visitor',
    flag: ['visitors', 'approve'],
  })
  await postAndStoreId(ownerClient, 'visitor', {
    ...createExampleBody(getModule('visitor'), new Date(), 'Asia/Manila'),
    images: createFileList(identityCardKey),
  })
  await postAndStoreId(ownerClient, 'feedback', { rate: 5, message: SEARCH_TEXT })

  const depositSlipKey = await uploadCommunityFile(ownerClient, 'depositslip', {
    what: 'deposit slip',
    flag: ['payments', 'view'],
  })
  await enableWithholding(portal, ownerClient)
  const certificateKey = await uploadCommunityFile(ownerClient, 'certificates', {
    what: 'certificate of tax withheld',
    flag: ['payments', 'view'],
  })
  await postAndStoreId(ownerClient, 'payment', {
    ...createTaxFields(100),
    certificate: createFileList(certificateKey),
    amountPaid: 1500,
    transactionDate: '2026-03-14 09:30:00',
    confirmed: true,
    images: createFileList(depositSlipKey),
  })
  const postingResponse = await office.put(`/payment/${ids.payment}`, { status: 4 })
  if (postingResponse.status !== 200) throw new Error(JSON.stringify(postingResponse.body))
  ids.ledger = ownerClient.id
  await createSeries(office)
  await postAndStoreId(office, 'invoice', {
    entryId: await createLedgerCalls(portal, office).charge(ownerClient),
  })
  await office.post('/payfile-batch')
  ids['payfile-batch'] = 1
  await postAndStoreId(office, 'reminder-batch', {
    kind: 'on',
    text: SEARCH_TEXT,
    tenantIds: [ownerClient.id],
  })
  const bankCalls = await createBankCalls(portal, office)
  ids['bank-format'] = bankCalls.formatId
  const { body: bankFile } = await bankCalls.importRows([
    { date: getDayFromNow(-1), amount: 1500, reference: 'OWN1', description: SEARCH_TEXT },
  ])
  ids['bank-import'] = bankFile.id
  ids['bank-line'] = (await bankCalls.findLine('OWN1')).id
  const chequeDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const chequeBody = { type: 5, amountPaid: 100, bank: SEARCH_TEXT, bankReference: '000123', chequeDate }
  const chequeResponse = await office.post<{ id: number }>('/counter-payment', {
    tenantId: ownerClient.id,
    ...chequeBody,
  })
  ids['cheque-slip'] = chequeResponse.body.id
  const uniqId = await createImportCalls(portal, office).importFiles(
    {
      soa: createSoaCsv([{ urefno: 'OWN-1' }]),
      webClient: createWebClientCsv([{ urefno: 'OWN-1', uothdep: '10', uoccname: `Owner ${SEARCH_TEXT}` }]),
    },
    { 'OWN-1.pdf': createStatementPdf('October') },
    { confirmExported: true },
  )
  const { key: statement } = await findFile(portal, 'statement')
  const { key: csv } = await findFile(portal, 'statementImport')
  files.push({ what: 'statement', key: statement, isForResidents: false, flag: ['billings', 'view'] })
  files.push({
    what: 'CSV of an import',
    key: csv,
    isForResidents: false,
    flag: ['utilities', 'importDataFromPromis'],
  })

  const tenantFileOptions = { flag: ['tenants', 'view'] } as const
  const messageFileKey = await uploadCommunityFile(ownerClient, 'attachments', {
    what: 'file of a message',
    ...tenantFileOptions,
  })
  await postAndStoreId(ownerClient, 'message', {
    kind: 'tenant',
    id: ownerClient.id,
    text: SEARCH_TEXT,
    files: createFileList(messageFileKey),
  })
  const noteFileKey = await uploadCommunityFile(office, 'attachments', {
    what: 'file of an internal note',
    ...tenantFileOptions,
  })
  await postAndStoreId(office, 'internal-note', {
    kind: 'tenant',
    id: ownerClient.id,
    text: 'Noted',
    files: createFileList(noteFileKey),
  })

  const bankQrKey = await uploadCommunityFile(superAdmin, 'bankqr', {
    what: 'QR of a bank account',
    flag: ['payments', 'view'],
    isForResidents: true,
  })
  const account = {
    bank: SEARCH_TEXT,
    accountName: SEARCH_TEXT,
    accountNumber: '0012',
    position: 1,
    images: createFileList(bankQrKey),
  }
  await postAndStoreId(superAdmin, 'bank-account', account)

  const visibleToResidents = { isForResidents: true } as const
  const postImageKey = await uploadCommunityFile(office, 'images', {
    what: 'picture of a post',
    flag: ['announcements', 'view'],
    ...visibleToResidents,
  })
  const imageNode = { type: 'image', attrs: { key: postImageKey } }
  await postAndStoreId(office, 'post', {
    ...createPostBody({ title: SEARCH_TEXT, content: createDocument(SEARCH_TEXT, imageNode) }),
    enableMessaging: 1,
  })
  await postAndStoreId(ownerClient, 'comment', { postId: ids.post, comment: SEARCH_TEXT })
  for (const { recordPath, page, body, parent, files: field } of Object.values(RECORD_RULES)) {
    const key = await uploadCommunityFile(office, field.folder, {
      what: recordPath,
      flag: [page, 'view'],
      ...visibleToResidents,
    })
    const textFields = Object.keys(body).filter((name) => body[name] !== SAMPLE_DATE_TIME && name !== 'url')
    await postAndStoreId(office, recordPath, {
      ...body,
      ...Object.fromEntries(textFields.map((name) => [name, SEARCH_TEXT])),
      ...(parent && { [parent[1]]: ids[RECORD_RULES[parent[0]].recordPath] }),
      [field.field]: createFileList(key),
    })
  }
  const facePictureKey = await uploadCommunityFile(office, 'images', {
    what: 'picture of a tenant',
    flag: ['tenants', 'view'],
  })
  const editResponse = await office.put(`/tenant/${ownerClient.id}`, { image: facePictureKey })
  if (editResponse.status !== 200) throw new Error(JSON.stringify(editResponse.body))
  await portal.drainEvents()

  return { superAdmin, office, owner: ownerClient, neighbour: neighbourClient, ids, uniqId, files }
}

const createFileList = (key: string) => [{ name: 'File.png', url: key }]

async function findFile({ db }: TestPortal, kind: string): Promise<{ key: string }> {
  return db
    .selectFrom('files')
    .select('key')
    .where('owner_kind', '=', kind)
    .limit(1)
    .executeTakeFirstOrThrow()
}
