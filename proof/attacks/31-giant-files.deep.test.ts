import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { TEST_BANK } from '@tahanan/server/features/bank-matching/testing.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { createTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { createTestAdmin } from '@tahanan/server/testing/accounts.ts'
import { createPortalProcess } from '../faults/portal-process.ts'

/**
 * Tests attack 31 of docs/attacks.yaml: files and lists with one giant entry, millions of tiny entries, or an
 * open quotation mark. Memory is limited as in production. The last test stops (SIGSTOP) the processes that
 * parse files; all other calls must still get a response.
 */
const database = await createTestDatabase()
const portal = await createPortalProcess({ DATABASE_URL: database.connectionString })
afterAll(async () => {
  await portal.remove()
  await database.destroy()
})
await portal.start()
const pid = portal.pid()
const admin = await createTestAdmin(database.db)
const { token } = await createSession(database.db, 'admin', admin.id)

interface ApiResponse {
  readonly status: number
  readonly body: { key: string; id: number; message: string; errors?: Record<string, string[]> }
}

async function callApi(method: string, path: string, body?: FormData | string): Promise<ApiResponse> {
  const response = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as ApiResponse['body'] }
}

async function uploadFile(folder: string, content: string): Promise<string> {
  const form = new FormData()
  form.append('url', `${folder}/file`)
  form.append('file', new Blob([content]), 'file')
  const { status, body } = await callApi('POST', '/file', form)
  expect(status).toBe(201)
  return body.key
}

async function expectRefusal(
  field: string,
  messagePattern: RegExp,
  sendRequest: () => Promise<ApiResponse>,
): Promise<void> {
  const { status, body } = await sendRequest()
  expect([status, body.errors?.[field]?.[0]]).toEqual([400, expect.stringMatching(messagePattern)])
  expect(portal.pid()).toBe(pid)
}

const MB = 1024 * 1024
const repeatText = (text: string, megabytes: number): string =>
  text.repeat(Math.floor((megabytes * MB) / text.length))
const formatCamt = (entries: string): string =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>PH1</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const formatEntry = (content: string): string => formatCamt(`<Ntry>${content}</Ntry>`)
const formatOfx = (entries: string): string =>
  `OFXHEADER:100\n\n<OFX><CURDEF>PHP<BANKID>1<ACCTID>2<BANKTRANLIST>${entries}</BANKTRANLIST></OFX>`
const createElementWithAttributes = (): string => {
  let text = ''
  for (let n = 0; text.length < 24 * MB; n++) text += ` a${n}="1"`
  return `<Amt${text}>1</Amt>`
}
const ENTRY_TOO_LONG_MESSAGE = /This entry is longer than 64 kB/
const TOO_MANY_ENTRIES_MESSAGE = /More than 1,000/

const { body: savedFormat } = await callApi('POST', '/bank-format', JSON.stringify(TEST_BANK))
const CSV_HEADER = 'Posting Date,Description,Debit,Credit,Reference Number\n'

test.for<[what: string, words: RegExp, make: () => string, formatId?: number]>([
  [
    'a camt entry of 24 MB of text',
    ENTRY_TOO_LONG_MESSAGE,
    () => formatEntry(`<Amt Ccy="PHP">${'1'.repeat(24 * MB)}</Amt>`),
  ],
  [
    'a camt entry of 24 MB of entities',
    ENTRY_TOO_LONG_MESSAGE,
    () => formatEntry(`<Amt Ccy="PHP">${repeatText('&amp;', 24)}</Amt>`),
  ],
  [
    'a camt entry of 24 MB of attributes',
    ENTRY_TOO_LONG_MESSAGE,
    () => formatEntry(createElementWithAttributes()),
  ],
  ['a camt entry of 5 million elements', ENTRY_TOO_LONG_MESSAGE, () => formatEntry(repeatText('<a/>', 20))],
  ['5 million elements before any entry', /no entries/, () => formatCamt(repeatText('<a/>', 20))],
  [
    'a million empty camt entries',
    TOO_MANY_ENTRIES_MESSAGE,
    () => formatCamt(repeatText('<Ntry></Ntry>', 24)),
  ],
  [
    'an OFX entry of 20 MB',
    ENTRY_TOO_LONG_MESSAGE,
    () => formatOfx(`<STMTTRN>${repeatText('<NAME>x\n', 20)}</STMTTRN>`),
  ],
  [
    'a million empty OFX entries',
    TOO_MANY_ENTRIES_MESSAGE,
    () => formatOfx(repeatText('<STMTTRN></STMTTRN>', 24)),
  ],
  [
    '4 million lines after an open quote',
    TOO_MANY_ENTRIES_MESSAGE,
    () => `${CSV_HEADER}"x\n${repeatText('a,b,1\n', 24)}`,
    savedFormat.id,
  ],
  ['a line of 24 MB', /very long/, () => `${CSV_HEADER}${'x'.repeat(24 * MB)}`, savedFormat.id],
])('bank file: %s', async ([, messagePattern, createContent, formatId = null]) => {
  const file = await uploadFile('bankfiles', createContent())
  const importBody = JSON.stringify({ file, fileName: 'bank', formatId })
  await expectRefusal('file', messagePattern, () => callApi('POST', '/bank-import', importBody))
})

test.for<[field: 'soaFile' | 'webClientFile', what: string, words: RegExp, content: () => string]>([
  [
    'soaFile',
    'lines after an open quote',
    TOO_MANY_ENTRIES_MESSAGE,
    () => `urefno,invdate,attachment\n"x\n${repeatText('a\n', 20)}`,
  ],
  [
    'webClientFile',
    'lines after an open quote',
    TOO_MANY_ENTRIES_MESSAGE,
    () => `urefno,uoccname,uothdep\n"x\n${repeatText('a\n', 20)}`,
  ],
  [
    'webClientFile',
    'rows of one account',
    TOO_MANY_ENTRIES_MESSAGE,
    () => `urefno,uoccname,uothdep\n${'A,b,1\n'.repeat(90_000)}`,
  ],
  ['webClientFile', 'a line of 24 MB', /very long/, () => `urefno,uoccname,uothdep\n${'x'.repeat(24 * MB)}`],
])('%s of an import: %s', async ([field, , messagePattern, createContent]) => {
  const key = await uploadFile('soa/csv', createContent())
  const importBody = JSON.stringify({ uniqId: randomUUID(), [field]: key })
  await expectRefusal(field, messagePattern, () => callApi('POST', '/statement-imports', importBody))
})

const FILE_TOO_LARGE_MESSAGE = /too long or too much memory|more than 100,000 rows/i
test.for<[what: string, list: () => string, refusal: RegExp]>([
  ['lists in lists', () => '['.repeat(60 * MB), /This request could not be read/],
  ['20 million empty rows', () => `[${repeatText('[],', 60)}0]`, FILE_TOO_LARGE_MESSAGE],
])('list of PDFs: %s', async ([, list, refusal]) => {
  const importBody = `{"uniqId":"${randomUUID()}","pdfFiles":${list()}}`
  await expectRefusal('pdfFiles', refusal, () => callApi('PUT', '/tenant-soa-info', importBody))
})

const listChildProcesses = (): number[] =>
  execFileSync('pgrep', ['--parent', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

test('other calls are answered while a file is read', async () => {
  const file = await uploadFile('bankfiles', formatEntry(`<Amt Ccy="PHP">${'1'.repeat(MB)}</Amt>`))
  const importBody = JSON.stringify({ file, fileName: 'bank', formatId: null })
  const importBankFile = () => callApi('POST', '/bank-import', importBody)
  // Starts the processes that parse files: they stay alive for some seconds after an import.
  expect((await importBankFile()).status).toBe(400)
  const children = listChildProcesses()
  for (const child of children) process.kill(child, 'SIGSTOP')
  const progress = { done: false }
  const importPromise = importBankFile().finally(() => (progress.done = true))
  for (let n = 0; n < 20; n++) {
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200)
    expect((await callApi('GET', '/bank-imports')).status).toBe(200)
  }
  expect(progress.done).toBe(false)
  for (const child of children) process.kill(child, 'SIGCONT')
  expect((await importPromise).status).toBe(400)
})
