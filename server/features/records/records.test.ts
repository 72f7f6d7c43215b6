import { describe, expect, test } from 'vitest'
import { createSamplePdf, createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { callDuring } from '#testing/call-during.ts'
import type { Caller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { SAMPLE_DATE_TIME, getNameField, RECORD_RULES, type RecordRules } from '#testing/record-rules.ts'
import { findFileOwner, uploadFile } from '#testing/uploads.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import { getReadableKinds } from './policy.ts'

/**
 * Record as the API returns it. The expected values (rules 9.12 to 9.26) are in the hand-written table
 * `RECORD_RULES`, so that the tests do not depend on the code that defines the kinds of records.
 */
interface RecordAnswer {
  id: number
  status: number
  updated_at: string
  [field: string]: unknown
}
type RecordCase = RecordRules

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const resident = await portal.as('client')
const headerId = (await admin.post<RecordAnswer>('/policy-header', { header: 'Conduct' })).body.id

const CASES = Object.values(RECORD_RULES)

const getParent = ({ parent }: RecordCase) => (parent ? { [parent[1]]: headerId } : {})
const createBody = (kind: RecordCase, overrides: Record<string, unknown> = {}) => ({
  ...kind.body,
  ...getParent(kind),
  ...overrides,
})
async function addRecord(kind: RecordCase, overrides: Record<string, unknown> = {}): Promise<RecordAnswer> {
  const { status, body } = await admin.post<RecordAnswer>(`/${kind.recordPath}`, createBody(kind, overrides))
  expect(status).toBe(201)
  return body
}
const uploadRecordFile = async ({ files }: RecordCase, caller = admin) =>
  uploadFile(
    portal,
    caller,
    files.folder,
    files.folder === 'pdf' ? await createSamplePdf() : await createSamplePicture('png'),
    'a.file',
  )
const toFileRefs = (...keys: string[]) => keys.map((key, n) => ({ name: `File ${n}`, url: key }))

const findOwner = (key: string) => findFileOwner(portal.db, key)

async function findListedRecord(
  kind: RecordCase,
  id: number,
  caller: Caller = admin,
): Promise<RecordAnswer | undefined> {
  const { body } = await caller.get<{ data: (RecordAnswer & { policies?: RecordAnswer[] })[] }>(
    `/${kind.listPath}?limit=0`,
  )
  const listedRecords =
    kind.recordPath === 'policy' ? body.data.flatMap(({ policies = [] }) => policies) : body.data
  const row = listedRecords.find((record) => record.id === id)
  if (!row || kind.recordPath !== 'policy-header') return row
  const { policies: _, ...header } = row
  return header
}

const toExpectedAnswer = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      value === SAMPLE_DATE_TIME ? '2026-05-04T00:00:00.000Z' : value,
    ]),
  )

describe.each(CASES)('$one', (kind) => {
  const { recordPath, page, files } = kind

  test('a record is added, listed with all fields, changed and deleted', async () => {
    const key = await uploadRecordFile(kind)
    const createdRecord = await addRecord(kind, { [files.field]: toFileRefs(key) })
    const expectedFields = toExpectedAnswer(kind.body)
    expect(createdRecord).toMatchObject(expectedFields)
    expect(createdRecord[files.field]).toMatchObject([
      { name: 'File 0', url: key, src: expect.stringContaining(key) },
    ])
    expect(await findListedRecord(kind, createdRecord.id)).toMatchObject({
      id: createdRecord.id,
      ...expectedFields,
    })

    const name = { [getNameField(kind)]: 'Something else' }
    const changeReply = await admin.put<RecordAnswer>(`/${recordPath}/${createdRecord.id}`, name)
    expect(changeReply.body).toMatchObject({ ...expectedFields, ...name })
    expect(Date.parse(changeReply.body.updated_at)).toBeGreaterThan(Date.parse(createdRecord.updated_at))

    expect((await admin.delete(`/${recordPath}/${createdRecord.id}`)).body).toEqual({ success: true })
    expect(await findListedRecord(kind, createdRecord.id)).toBeUndefined()
    for (const repeatedResponse of [
      await admin.delete(`/${recordPath}/${createdRecord.id}`),
      await admin.put(`/${recordPath}/${createdRecord.id}`, {}),
    ])
      expect(repeatedResponse.status).toBe(404)
  })

  test('required fields are refused with the rules’ messages, on a change only if they are in the body', async () => {
    const emptyFields = Object.fromEntries(Object.keys(kind.required).map((field) => [field, ' ']))
    const createdRecord = await addRecord(kind)
    for (const invalidResponse of [
      await admin.post(`/${recordPath}`, getParent(kind)),
      await admin.put(`/${recordPath}/${createdRecord.id}`, emptyFields),
    ])
      expect([invalidResponse.status, invalidResponse.body.errors]).toEqual([400, kind.required])
    expect((await admin.put(`/${recordPath}/${createdRecord.id}`, {})).status).toBe(200)
    expect(await findListedRecord(kind, createdRecord.id)).toEqual(createdRecord)
  })

  test('its files open for its readers until it is deleted', async () => {
    const key = await uploadRecordFile(kind)
    const { id } = await addRecord(kind, { [files.field]: toFileRefs(key) })
    const viewer = await portal.as('admin', { roles: { [page]: ['view'] } })
    const stranger = await portal.as('admin', { roles: { gatepass: ['view'] } })
    const getFileStatus = async (caller: Caller) => (await caller.get(`/file?name=${key}`)).status
    expect([
      await getFileStatus(resident),
      await getFileStatus(viewer),
      await getFileStatus(stranger),
    ]).toEqual([200, 200, 404])
    await admin.delete(`/${recordPath}/${id}`)
    expect([await getFileStatus(resident), await getFileStatus(viewer), await getFileStatus(admin)]).toEqual([
      404, 404, 404,
    ])
  })

  test('adding, changing and deleting send an event with the id to its readers', async () => {
    const viewer = await portal.as('admin', { roles: { [page]: ['view'] } })
    const stranger = await portal.as('admin', { roles: { [page]: ['add', 'edit', 'delete'] } })
    const drainRecordEvents = async () =>
      (await portal.drainEvents()).flatMap((delivery) =>
        'event' in delivery && delivery.event === kind.listPath ? [delivery] : [],
      )
    await drainRecordEvents()
    const createdRecord = await addRecord(kind)
    for (const applyChange of [
      async () => undefined,
      () =>
        admin.put(
          `/${recordPath}/${createdRecord.id}`,
          createBody(kind, { [Object.keys(kind.required)[0] ?? '']: 'New' }),
        ),
      () => admin.delete(`/${recordPath}/${createdRecord.id}`),
    ]) {
      await applyChange()
      const events = await drainRecordEvents()
      const rooms = events.map(({ room }) => room)
      expect(rooms).toContain('area.client')
      expect(rooms).toContain(`admin.${viewer.id}`)
      expect(rooms).not.toContain(`admin.${stranger.id}`)
      expect(new Set(rooms).size).toBe(rooms.length)
      for (const { data } of events) expect(data).toEqual({ id: createdRecord.id })
    }
    await admin.put(`/${recordPath}/${createdRecord.id}`, {})
    expect(await drainRecordEvents()).toEqual([])
  })
})

test('each kind takes the files that its rules name', () => {
  for (const { name, filesField, form } of RECORD_KINDS) {
    const { field, folder, maxCount } = RECORD_RULES[name].files
    expect(filesField).toBe(field)
    expect(form.fields[field]).toMatchObject({ kind: 'files', folder, max: maxCount })
  }
})

// These rules hold for all kinds. Two kinds are enough to test them: one with PDFs and one with pictures.
describe.each([RECORD_RULES.memorandum, RECORD_RULES.amenity])('$one', (kind) => {
  const { recordPath, files } = kind

  test('texts have limits, and other types and invalid characters are refused', async () => {
    for (const field of Object.keys(kind.body).filter((key) => !['date', 'url'].includes(key))) {
      const invalidResponses = [
        await admin.post(`/${recordPath}`, createBody(kind, { [field]: 'x'.repeat(LIMITS.longText + 1) })),
        await admin.post(`/${recordPath}`, createBody(kind, { [field]: { toString: 'x' } })),
        await admin.post(`/${recordPath}`, createBody(kind, { [field]: 'a\u0007b' })),
        await admin.post(`/${recordPath}`, createBody(kind, { [field]: ['x'] })),
      ]
      expect(invalidResponses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
      for (const { body } of invalidResponses) expect(Object.keys(body.errors)).toEqual([field])
    }
  })

  test('a record owns its files and releases those that it no longer names', async () => {
    const [first, second] = [await uploadRecordFile(kind), await uploadRecordFile(kind)]
    const createdRecord = await addRecord(kind, { [files.field]: toFileRefs(first) })
    const recordOwner = await findOwner(first)
    expect(recordOwner).toMatch(new RegExp(`^\\w+ ${createdRecord.id}$`))
    const sentFiles = files.maxCount > 1 ? toFileRefs(first, second) : toFileRefs(second)
    const changeReply = await admin.put<RecordAnswer>(`/${recordPath}/${createdRecord.id}`, {
      [files.field]: sentFiles,
    })
    expect(changeReply.body[files.field]).toMatchObject(sentFiles)
    await admin.put(`/${recordPath}/${createdRecord.id}`, { [files.field]: toFileRefs(second) })
    expect(await Promise.all([first, second].map(findOwner))).toEqual([null, recordOwner])
    // Forms send unchanged files back with their signed links. That must not change the record.
    const recordBefore = await findListedRecord(kind, createdRecord.id)
    await admin.put(`/${recordPath}/${createdRecord.id}`, { [files.field]: recordBefore?.[files.field] })
    expect((await findListedRecord(kind, createdRecord.id))?.updated_at).toBe(recordBefore?.updated_at)
  })

  test('files of others, of another folder, duplicates and too many are refused, and no record is created', async () => {
    const otherAdmin = await portal.as('admin')
    const usedFile = await uploadRecordFile(kind)
    const createdRecord = await addRecord(kind, { [files.field]: toFileRefs(usedFile) })
    const ownFile = await uploadRecordFile(kind)
    const otherFolder = files.folder === 'images' ? 'amenities' : 'images'
    const invalidFiles = [
      toFileRefs(await uploadRecordFile(kind, otherAdmin)),
      toFileRefs(usedFile),
      toFileRefs(`${files.folder}/x-${'0'.repeat(32)}.png`),
      toFileRefs('https://elsewhere.test/a.pdf'),
      toFileRefs(`${files.folder}/../../etc/passwd`),
      toFileRefs(await uploadFile(portal, admin, otherFolder, await createSamplePicture('png'), 'x.png')),
      toFileRefs(...Array.from({ length: files.maxCount + 1 }, (_, n) => `${files.folder}/${n}`)),
      files.maxCount > 1 ? toFileRefs(ownFile, ownFile) : toFileRefs(ownFile, usedFile),
      'x',
      [null],
      { url: ownFile },
    ]
    const totalBefore = (await admin.get<{ total: number }>(`/${kind.listPath}?limit=0`)).body.total
    for (const sentFiles of invalidFiles) {
      const invalidFilesResponse = await admin.post(
        `/${recordPath}`,
        createBody(kind, { [files.field]: sentFiles }),
      )
      expect([invalidFilesResponse.status, Object.keys(invalidFilesResponse.body.errors)]).toEqual([
        400,
        [files.field],
      ])
    }
    expect((await admin.get<{ total: number }>(`/${kind.listPath}?limit=0`)).body.total).toBe(totalBefore)
    expect([await findOwner(ownFile), await findOwner(usedFile)]).toEqual([
      null,
      expect.stringMatching(`${createdRecord.id}$`),
    ])
  })

  test('a change of an outdated version is refused', async () => {
    const createdRecord = await addRecord(kind)
    const changeName = async (text: string) =>
      (
        await admin.put(`/${recordPath}/${createdRecord.id}`, {
          [getNameField(kind)]: text,
          updated_at: createdRecord.updated_at,
        })
      ).status
    expect([await changeName('First'), await changeName('Second')]).toEqual([200, 409])
    expect((await findListedRecord(kind, createdRecord.id))?.[getNameField(kind)]).toBe('First')
    expect(
      (await admin.put(`/${recordPath}/${createdRecord.id}`, { updated_at: 'soon' })).body.errors,
    ).toEqual({
      updated_at: ['This is not a date.'],
    })
  })
})

test('a change waits for one in progress, and is refused as outdated', async () => {
  const { id, updated_at } = await addRecord(RECORD_RULES.memorandum)
  const [lateResponse] = await callDuring(
    portal.db,
    (tx) =>
      tx
        .updateTable('memorandums')
        .set({ title: 'First', updated_at: new Date() })
        .where('id', '=', id)
        .execute(),
    [() => admin.put(`/memorandum/${id}`, { title: 'Second', updated_at })],
  )
  expect(lateResponse?.status).toBe(409)
})

test.each(CASES.filter(({ list }) => list !== 'own'))(
  'a search for $many takes every sign literally and no notice of case, Ñ neither',
  async (kind) => {
    const createdRecord = await addRecord(kind, { [getNameField(kind)]: '100% Malasakit_Piñata SEÑORA' })
    const findRecords = async (term: string) =>
      (
        await admin.get<{ data: RecordAnswer[]; total: number; from: number }>(
          `/${kind.listPath}?searchTerm=${encodeURIComponent(term)}`,
        )
      ).body
    for (const term of ['100% mala', 't_piñ', 'PIÑATA señora', '  señora '])
      expect(await findRecords(term)).toMatchObject({ data: [{ id: createdRecord.id }], total: 1, from: 1 })
    for (const term of ['1%0', 'malasakit%senora', 'm_lasakit', String.raw`\%`, "' or 1=1 --"])
      expect(await findRecords(term)).toEqual({ data: [], total: 0, from: 0 })
  },
)

test('a kind for the office alone does not exist for residents', () => {
  const kindsToRead = RECORD_KINDS.map((kind) =>
    kind.name === 'memorandum' ? { ...kind, areas: ['admin'] as const } : kind,
  )
  const actor = { area: 'client', id: 1, sessionId: 1, name: '', clientCode: '', soaAmount: 0 } as const
  expect(getReadableKinds(actor, kindsToRead).map(({ name }) => name)).toEqual(
    RECORD_KINDS.map(({ name }) => name).filter((name) => name !== 'memorandum'),
  )
})
