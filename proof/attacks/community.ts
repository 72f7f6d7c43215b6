import type { Folder } from '@tahanan/contract/limits.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { openBank } from '@tahanan/server/features/bank-matching/testing.ts'
import {
  createImportCalls,
  createSoaCsv,
  createStatementPdf,
  createWebClientCsv,
} from '@tahanan/server/features/imports/testing.ts'
import { createBooks, dayFromNow } from '@tahanan/server/features/ledger/testing.ts'
import { enableWithholding, createTaxFields } from '@tahanan/server/features/posting/testing.ts'
import { createDocument, createPostBody } from '@tahanan/server/features/posts/testing.ts'
import { createSeries } from '@tahanan/server/features/receipts/testing.ts'
import { pdf, picture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { makeAmenity, type TestTenant } from '@tahanan/server/testing/accounts.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { TestPortal } from '@tahanan/server/testing/portal.ts'
import { A_MOMENT, RECORD_RULES } from '@tahanan/server/testing/record-rules.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'

/** A stored file that its owner and administrators with every permission may open. */
interface KnownFile {
  readonly what: string
  readonly key: string
  readonly forResidents: boolean
  readonly flag: readonly [PageName, string]
}

export interface Community {
  readonly superAdmin: LoggedIn<{ id: number; email: string }>
  /** Administrator with every permission. */
  readonly office: LoggedIn<{ id: number; email: string }>
  /** The resident who owns all records. */
  readonly owner: LoggedIn<TestTenant>
  readonly neighbour: LoggedIn<TestTenant>
  /** Ids of the records, by the path that returns one record: `ticket`, `payment`, `post`. */
  readonly ids: Readonly<Record<string, number>>
  readonly uniqId: string
  readonly files: readonly KnownFile[]
}

/** Text that every record contains, so that one search finds all of them. `%` and `_` are SQL wildcards. */
const WORDS = 'Kalesa 100% wash_day'

export async function makeCommunity(portal: TestPortal): Promise<Community> {
  const [superAdmin, office] = [await portal.as('super-admin'), await portal.as('admin')]
  const owner = await portal.as('client', { clientCode: 'OWN-1', uoccname: `Owner ${WORDS}` })
  const neighbour = await portal.as('client', { clientCode: 'NEXT-1' })
  const amenity = await makeAmenity(portal.db, { title: WORDS, description: WORDS })
  const files: KnownFile[] = []
  const ids: Record<string, number> = { amenity: amenity.id, tenant: owner.id, 'user-admin': office.id }

  const upload = async (
    who: LoggedIn,
    folder: Folder,
    file: Pick<KnownFile, 'what' | 'flag'> & { forResidents?: boolean },
  ) => {
    const content = /pdf/.test(folder) ? await pdf() : await picture('png')
    const key = await uploadFile(portal, who, folder, content, 'file')
    files.push({ forResidents: false, ...file, key })
    return key
  }
  const add = async (who: LoggedIn, path: string, body: Record<string, unknown>) => {
    const answer = await who.post(`/${path}`, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (typeof answer.body.id === 'number') ids[path] = answer.body.id
    return answer.body
  }

  for (const module of MODULES) {
    const body = createExampleBody(module, new Date(), 'Asia/Manila')
    await add(module.name === 'workService' ? office : owner, module.path.one, {
      ...body,
      tenantId: owner.id,
      ...(module.holds === 'amenity' && { amenityId: amenity.id }),
      ...(module.fields.title?.kind === 'text' && { title: WORDS }),
    })
  }
  const report = await upload(owner, 'incidentreports', {
    what: 'picture of a report',
    flag: ['reports', 'view'],
  })
  await add(owner, 'report', {
    ...createExampleBody(getModule('incidentReport'), new Date(), 'Asia/Manila'),
    images: createFileList(report),
  })
  const card = await upload(owner, 'images', {
    what: 'identity card of a visitor',
    flag: ['visitors', 'approve'],
  })
  await add(owner, 'visitor', {
    ...createExampleBody(getModule('visitor'), new Date(), 'Asia/Manila'),
    images: createFileList(card),
  })
  await add(owner, 'feedback', { rate: 5, message: WORDS })

  const slip = await upload(owner, 'depositslip', { what: 'deposit slip', flag: ['payments', 'view'] })
  await enableWithholding(portal, owner)
  const certificate = await upload(owner, 'certificates', {
    what: 'certificate of tax withheld',
    flag: ['payments', 'view'],
  })
  await add(owner, 'payment', {
    ...createTaxFields(100),
    certificate: createFileList(certificate),
    amountPaid: 1500,
    transactionDate: '2026-03-14 09:30:00',
    confirmed: true,
    images: createFileList(slip),
  })
  const posted = await office.put(`/payment/${ids.payment}`, { status: 4 })
  if (posted.status !== 200) throw new Error(JSON.stringify(posted.body))
  ids.ledger = owner.id
  await createSeries(office)
  await add(office, 'invoice', { entryId: await createBooks(portal, office).charge(owner) })
  await office.post('/payfile-batch')
  ids['payfile-batch'] = 1
  await add(office, 'reminder-batch', { kind: 'on', text: WORDS, tenantIds: [owner.id] })
  const bank = await openBank(portal, office)
  ids['bank-format'] = bank.formatId
  const { body: bankFile } = await bank.importRows([
    { date: dayFromNow(-1), amount: 1500, reference: 'OWN1', description: WORDS },
  ])
  ids['bank-import'] = bankFile.id
  ids['bank-line'] = (await bank.line('OWN1')).id
  const chequeDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const cheque = { type: 5, amountPaid: 100, bank: WORDS, bankReference: '000123', chequeDate }
  const entered = await office.post<{ id: number }>('/counter-payment', { tenantId: owner.id, ...cheque })
  ids['cheque-slip'] = entered.body.id
  const uniqId = await createImportCalls(portal, office).importFiles(
    {
      soa: createSoaCsv([{ urefno: 'OWN-1' }]),
      webClient: createWebClientCsv([{ urefno: 'OWN-1', uothdep: '10', uoccname: `Owner ${WORDS}` }]),
    },
    { 'OWN-1.pdf': createStatementPdf('October') },
    { confirmExported: true },
  )
  const { key: statement } = await findFile(portal, 'statement')
  const { key: csv } = await findFile(portal, 'statementImport')
  files.push({ what: 'statement', key: statement, forResidents: false, flag: ['billings', 'view'] })
  files.push({
    what: 'CSV of an import',
    key: csv,
    forResidents: false,
    flag: ['utilities', 'importDataFromPromis'],
  })

  const ofTenant = { flag: ['tenants', 'view'] } as const
  const attached = await upload(owner, 'attachments', { what: 'file of a message', ...ofTenant })
  await add(owner, 'message', { kind: 'tenant', id: owner.id, text: WORDS, files: createFileList(attached) })
  const noted = await upload(office, 'attachments', { what: 'file of an internal note', ...ofTenant })
  await add(office, 'internal-note', {
    kind: 'tenant',
    id: owner.id,
    text: 'Noted',
    files: createFileList(noted),
  })

  const qr = await upload(superAdmin, 'bankqr', {
    what: 'QR of a bank account',
    flag: ['payments', 'view'],
    forResidents: true,
  })
  const account = {
    bank: WORDS,
    accountName: WORDS,
    accountNumber: '0012',
    position: 1,
    images: createFileList(qr),
  }
  await add(superAdmin, 'bank-account', account)

  const shown = { forResidents: true } as const
  const inPost = await upload(office, 'images', {
    what: 'picture of a post',
    flag: ['announcements', 'view'],
    ...shown,
  })
  const image = { type: 'image', attrs: { key: inPost } }
  await add(office, 'post', {
    ...createPostBody({ title: WORDS, content: createDocument(WORDS, image) }),
    enableMessaging: 1,
  })
  await add(owner, 'comment', { postId: ids.post, comment: WORDS })
  for (const { one, page, body, under, files: field } of Object.values(RECORD_RULES)) {
    const key = await upload(office, field.folder, { what: one, flag: [page, 'view'], ...shown })
    const words = Object.keys(body).filter((name) => body[name] !== A_MOMENT && name !== 'url')
    await add(office, one, {
      ...body,
      ...Object.fromEntries(words.map((name) => [name, WORDS])),
      ...(under && { [under[1]]: ids[RECORD_RULES[under[0]].one] }),
      [field.field]: createFileList(key),
    })
  }
  const face = await upload(office, 'images', { what: 'picture of a tenant', flag: ['tenants', 'view'] })
  const edited = await office.put(`/tenant/${owner.id}`, { image: face })
  if (edited.status !== 200) throw new Error(JSON.stringify(edited.body))
  await portal.takeDeliveries()

  return { superAdmin, office, owner, neighbour, ids, uniqId, files }
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
