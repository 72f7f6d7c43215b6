import { writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { createSamplePdf, createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { createKey } from '#platform/files/store/file-key.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { openCopy, type CopyData } from './testing-copies.ts'

const portal = await openTestPortal()
const { db } = portal
const HOSTILE_TEXT = '<script>alert("marker")</script> & \'quoted\''
const resident = await portal.as('client', { uoccname: `Ana ${HOSTILE_TEXT}` })
const otherTenant = await portal.as('client', { uoccname: 'OtherTenantMarker' })
const officeAdmin = await portal.as('admin', { name: 'StaffNameMarker' })
let copy: { entries: Map<string, Buffer>; page: string; data: CopyData }
let identity: Buffer

beforeAll(async () => {
  const jobOrder = createExampleBody(getModule('jobOrder'), new Date(), 'Asia/Manila')
  const { body: movedTicket } = await otherTenant.post<{ id: number }>('/request', jobOrder)
  expect((await officeAdmin.put(`/request/${movedTicket.id}`, { tenantId: resident.id })).status).toBe(200)
  identity = await createSamplePicture('png', 31, 32)
  const images = [{ name: 'id.png', url: await uploadFile(portal, resident, 'images', identity, 'id.png') }]
  const visit = {
    ...createExampleBody(getModule('visitor'), new Date(), 'Asia/Manila'),
    visitorsName: 'VisitorNameMarker',
    address: 'VisitorAddressMarker',
    email: 'visitoremailmarker@mail.test',
    phoneNumber: '09170001112',
    purposeOfVisit: HOSTILE_TEXT,
    images,
  }
  const visitReply = await resident.post<{ id: number }>('/visitor', visit)
  expect(visitReply.status).toBe(201)
  expect(
    (await officeAdmin.put(`/visitor/${visitReply.body.id}`, { status: 2, remarks: 'RemarkMarker' })).status,
  ).toBe(200)
  const incidentReportBody = {
    ...createExampleBody(getModule('incidentReport'), new Date(), 'Asia/Manila'),
    images: [
      {
        name: `../../${HOSTILE_TEXT}.png`,
        url: await uploadFile(
          portal,
          resident,
          'incidentreports',
          await createSamplePicture('png', 20, 20),
          'evil.png',
        ),
      },
      {
        name: 'CON.png',
        url: await uploadFile(
          portal,
          resident,
          'incidentreports',
          await createSamplePicture('png', 21, 21),
          'CON.png',
        ),
      },
    ],
  }
  const reportReply = await resident.post<{ id: number; errors?: object }>('/report', incidentReportBody)
  expect([reportReply.status, reportReply.body.errors]).toEqual([201, undefined])
  await otherTenant.post('/feedback', { rate: 1, message: 'OtherFeedbackMarker' })
  await resident.post('/feedback', { rate: 5, message: 'OwnFeedbackMarker\nsecond line' })
  const sendMessage = (caller: LoggedInCaller, text: string) =>
    caller.post('/message', { kind: 'tenant', id: resident.id, text, files: [] })
  expect((await sendMessage(resident, 'QuestionMarker')).status).toBe(201)
  expect((await sendMessage(officeAdmin, 'AnswerMarker')).status).toBe(201)
  await db
    .insertInto('internal_notes')
    .values({
      tenant_id: resident.id,
      author_id: officeAdmin.id,
      author_name: 'StaffNameMarker',
      text: 'InternalNoteMarker',
    })
    .execute()
  const key = createKey('soa/pdf', 'A-101', 'pdf')
  await portal.services.files.put({ key, temporaryPath: await writeTemporaryFile(await createSamplePdf()) })
  await db
    .insertInto('files')
    .values({
      key,
      folder: 'soa/pdf',
      name: 'A-101.pdf',
      mime: 'application/pdf',
      bytes: 10,
      uploader_area: 'admin',
      uploader_id: officeAdmin.id,
      owner_kind: 'statement',
      owner_id: resident.id,
    })
    .execute()
  await db
    .insertInto('statements')
    .values([
      {
        tenant_id: resident.id,
        title: 'SOA March',
        soa_amount: 1234.5,
        soa_date: new Date('2026-03-01T00:00:00Z'),
        soa_name: key.slice('soa/pdf/'.length),
      },
      {
        tenant_id: resident.id,
        title: 'SOA April',
        soa_amount: 99,
        soa_date: new Date('2026-04-01T00:00:00Z'),
        soa_name: createKey('soa/pdf', 'gone', 'pdf').slice('soa/pdf/'.length),
      },
    ])
    .execute()
  const receipt = { number: 'AR-2026-000001', postedBy: 'StaffNameMarker', payer: { name: 'PayerMarker' } }
  await db
    .insertInto('payments')
    .values({
      reference_number: 'PY-2026-000001',
      tenant_id: resident.id,
      type: 1,
      amount_paid: 500,
      soa_amount: 500,
      receipt: JSON.stringify(receipt),
    })
    .execute()
  expect((await resident.post('/data-copy')).status).toBe(201)
  await portal.runJobs()
  copy = await openCopy(portal, resident.id)
})

async function writeTemporaryFile(content: Buffer): Promise<string> {
  const path = `${portal.services.files.incoming}/copy-test`
  await writeFile(path, content)
  return path
}

const getText = () => copy.page + JSON.stringify(copy.data)

test('a copy holds what the resident entered and received, as a page and as data', () => {
  for (const marker of [
    'OwnFeedbackMarker',
    'RemarkMarker',
    'VisitorNameMarker',
    'SOA March',
    'QuestionMarker',
    'PayerMarker',
    'AnswerMarker',
  ])
    expect([marker, copy.page.includes(marker), JSON.stringify(copy.data).includes(marker)]).toEqual([
      marker,
      true,
      true,
    ])
  expect(copy.page).toContain('₱1,234.50')
  expect(copy.page).toContain('OwnFeedbackMarker<br>second line')
  expect(copy.data.tables['tickets']).toHaveLength(3)
  expect(copy.data.tables['tickets']?.[1]).toMatchObject({
    module: 'visitor',
    details: { 'Visitors Name': 'VisitorNameMarker' },
  })
})

test('a copy holds nothing of other tenants, staff, internal notes, and private data of visitors', () => {
  for (const marker of [
    'OtherTenantMarker',
    'OtherFeedbackMarker',
    'StaffNameMarker',
    'InternalNoteMarker',
    'VisitorAddressMarker',
    'visitoremailmarker',
    '09170001112',
    '1990-05-01',
    'password_hash',
    'token_hash',
    'argon2',
  ])
    expect([marker, getText().includes(marker)]).toEqual([marker, false])
  for (const [path, content] of copy.entries) expect([path, content.equals(identity)]).toEqual([path, false])
  expect(JSON.stringify(copy.data.tables['ticket_events'])).toContain('"PMO"')
})

test('every text in the page is escaped, and the page loads and runs nothing', () => {
  expect(copy.page).not.toMatch(/<script|<img|<link|<iframe|javascript:|\son\w+=/i)
  expect(copy.page).toContain('&lt;script&gt;alert(&quot;marker&quot;)&lt;/script&gt; &amp; &#39;quoted&#39;')
  expect(copy.page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
})

test('files have safe, unique names, to which the page links; those that are gone are named', () => {
  const paths = [...copy.entries.keys()]
  expect(paths.toSorted()).toEqual(
    [
      'data.json',
      'files/service-tickets/_CON.png',
      "files/service-tickets/script & 'quoted'.png",
      'files/statements-of-account/Statement 2026-03-01.pdf',
      'index.html',
      'missing-files.txt',
    ].toSorted(),
  )
  expect(copy.page).toContain('href="files/statements-of-account/Statement%202026-03-01.pdf"')
  expect(copy.entries.get('missing-files.txt')?.toString()).toContain('Statement 2026-04-01.pdf')
  expect(
    copy.entries.get('files/statements-of-account/Statement 2026-03-01.pdf')?.subarray(0, 5).toString(),
  ).toBe('%PDF-')
})
