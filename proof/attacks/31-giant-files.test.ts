import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { createTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { makeAdmin } from '@tahanan/server/testing/accounts.ts'
import { createPortalProcess } from '../faults/portal-process.ts'

/**
 * Attack 31: files and lists with one giant entry, with millions of tiny ones, with an open quotation mark. The portal runs with the memory
 * that it has in production, and others go on calling it.
 */
const database = await createTestDatabase()
const portal = await createPortalProcess({ DATABASE_URL: database.connectionString })
afterAll(async () => {
  await portal.remove()
  await database.destroy()
})
await portal.start()
const pid = portal.pid()
const admin = await makeAdmin(database.db)
const { token } = await createSession(database.db, 'admin', admin.id)

interface Answer {
  readonly status: number
  readonly body: { key: string; id: number; message: string; errors?: Record<string, string[]> }
}

async function call(method: string, path: string, body?: FormData | string): Promise<Answer> {
  const answer = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function upload(folder: string, content: string): Promise<string> {
  const form = new FormData()
  form.append('url', `${folder}/file`)
  form.append('file', new Blob([content]), 'file')
  const { status, body } = await call('POST', '/file', form)
  expect(status).toBe(201)
  return body.key
}

/** Makes a call while somebody else reads a list and the health again and again; tells how long the longest silence was. */
async function beside(work: () => Promise<Answer>) {
  const started = performance.now()
  const progress = { done: false }
  const working = work().finally(() => (progress.done = true))
  let answers = 0
  let silence = 0
  while (!progress.done) {
    const asked = performance.now()
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200)
    expect((await call('GET', '/bank-imports')).status).toBe(200)
    silence = Math.max(silence, performance.now() - asked)
    answers += 1
  }
  return { ...(await working), answers, silence, whole: performance.now() - started }
}

/** Checks that a file is refused in words at its field, that the portal lives and that others were answered meanwhile. */
async function expectRefusal(field: string, words: RegExp, work: () => Promise<Answer>): Promise<void> {
  const { status, body, answers, silence, whole } = await beside(work)
  expect([status, body.errors?.[field]?.[0]]).toEqual([400, expect.stringMatching(words)])
  expect(portal.pid()).toBe(pid)
  expect(answers).toBeGreaterThan(2)
  // on a busy machine any call may take a moment; it may not wait for the file
  expect(silence).toBeLessThan(Math.max(whole / 2, 1000))
}

const MB = 1024 * 1024
const filled = (text: string, megabytes: number): string =>
  text.repeat(Math.floor((megabytes * MB) / text.length))
const camt = (entries: string): string =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>PH1</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const entry = (content: string): string => camt(`<Ntry>${content}</Ntry>`)
const ofx = (entries: string): string =>
  `OFXHEADER:100\n\n<OFX><CURDEF>PHP<BANKID>1<ACCTID>2<BANKTRANLIST>${entries}</BANKTRANLIST></OFX>`
const attributes = (): string => {
  let text = ''
  for (let n = 0; text.length < 24 * MB; n++) text += ` a${n}="1"`
  return `<Amt${text}>1</Amt>`
}
const ENTRY = /entry.*64 kB|1 of its lines cannot be read/
const MANY = /More than 1,000/

const [format] = EXAMPLE_BANK_FORMATS
const { body: saved } = await call('POST', '/bank-format', JSON.stringify(format))
const HEADER = 'Posting Date,Description,Debit,Credit,Reference Number\n'

test.for<[what: string, words: RegExp, make: () => string, formatId?: number]>([
  ['a camt entry of 24 MB of text', ENTRY, () => entry(`<Amt Ccy="PHP">${'1'.repeat(24 * MB)}</Amt>`)],
  ['a camt entry of 24 MB of entities', ENTRY, () => entry(`<Amt Ccy="PHP">${filled('&amp;', 24)}</Amt>`)],
  ['a camt entry of 24 MB of attributes', ENTRY, () => entry(attributes())],
  ['a camt entry of 5 million elements', ENTRY, () => entry(filled('<a/>', 20))],
  ['5 million elements before any entry', /no entries/, () => camt(filled('<a/>', 20))],
  ['a million camt entries of nothing', MANY, () => camt(filled('<Ntry></Ntry>', 24))],
  ['an OFX entry of 20 MB', ENTRY, () => ofx(`<STMTTRN>${filled('<NAME>x\n', 20)}</STMTTRN>`)],
  ['a million OFX entries of nothing', MANY, () => ofx(filled('<STMTTRN></STMTTRN>', 24))],
  ['7 million lines after an open quote', MANY, () => `${HEADER}"x\n${filled('a\n', 14)}`, saved.id],
  ['a line of 24 MB', /very long/, () => `${HEADER}${'x'.repeat(24 * MB)}`, saved.id],
])('of a bank: %s', async ([, words, make, formatId = null]) => {
  const file = await upload('bankfiles', make())
  const body = JSON.stringify({ file, fileName: 'bank', formatId })
  await expectRefusal('file', words, () => call('POST', '/bank-import', body))
})

test.for<[field: 'soaFile' | 'webClientFile', what: string, words: RegExp, content: () => string]>([
  ['soaFile', 'lines after an open quote', MANY, () => `urefno,invdate,attachment\n"x\n${filled('a\n', 20)}`],
  [
    'webClientFile',
    'lines after an open quote',
    MANY,
    () => `urefno,uoccname,uothdep\n"x\n${filled('a\n', 20)}`,
  ],
  [
    'webClientFile',
    'rows of one account',
    MANY,
    () => `urefno,uoccname,uothdep\n${'A,b,1\n'.repeat(90_000)}`,
  ],
  ['webClientFile', 'a line of 24 MB', /very long/, () => `urefno,uoccname,uothdep\n${'x'.repeat(24 * MB)}`],
])('of an import: %s of %s', async ([field, , words, make]) => {
  const key = await upload('soa/csv', make())
  const body = JSON.stringify({ uniqId: randomUUID(), [field]: key })
  await expectRefusal(field, words, () => call('POST', '/statement-imports', body))
})

const TOO_MUCH = /too long or too much memory|more than 100,000 rows/i
test.for<[what: string, list: () => string]>([
  ['lists in lists', () => '['.repeat(60 * MB)],
  ['20 million empty rows', () => `[${filled('[],', 60)}0]`],
])('of a list: %s', async ([, list]) => {
  const body = `{"uniqId":"${randomUUID()}","pdfFiles":${list()}}`
  await expectRefusal('pdfFiles', TOO_MUCH, () => call('PUT', '/tenant-soa-info', body))
})
