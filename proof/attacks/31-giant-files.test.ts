import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UploadFolder } from '@tahanan/contract/limits.ts'
import { TEST_BANK } from '@tahanan/server/features/bank-matching/testing.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'

/**
 * Tests attack 31 of docs/attacks.yaml: files with one giant entry, thousands of tiny entries, or an open
 * quotation mark. `31-giant-files.deep.test.ts` tests files of 24 MB with limited memory.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const adminClient = await portal.as('admin')

const formatCamt = (entries: string): string =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>PH1</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const formatOfx = (entries: string): string =>
  `OFXHEADER:100\n\n<OFX><CURDEF>PHP<BANKID>1<ACCTID>2<BANKTRANLIST>${entries}</BANKTRANLIST></OFX>`
const CSV_HEADER = 'Posting Date,Description,Debit,Credit,Reference Number\n'
const WEB_CLIENT_HEADER = 'urefno,uoccname,uothdep\n'
/** Number of characters of a giant entry; an entry may have at most 64 kB. */
const GIANT_LENGTH = 70_000
const MANY_COUNT = 1100
const TOO_MANY_ENTRIES_MESSAGE = /More than 1,000/
const ENTRY_TOO_LONG_MESSAGE = /This entry is longer than 64 kB/

const uploadText = (folder: UploadFolder, content: string) =>
  uploadFile(portal, adminClient, folder, Buffer.from(content), 'file')
const { body: format } = await adminClient.post<{ id: number }>('/bank-format', TEST_BANK)

test.for<[what: string, words: RegExp, content: string, formatId?: number]>([
  [
    'a camt entry of giant text',
    ENTRY_TOO_LONG_MESSAGE,
    formatCamt(`<Ntry><Amt>${'1'.repeat(GIANT_LENGTH)}</Amt></Ntry>`),
  ],
  [
    'a camt entry of many entities',
    ENTRY_TOO_LONG_MESSAGE,
    formatCamt(`<Ntry><Amt>${'&amp;'.repeat(GIANT_LENGTH)}</Amt></Ntry>`),
  ],
  ['many empty camt entries', TOO_MANY_ENTRIES_MESSAGE, formatCamt('<Ntry></Ntry>'.repeat(MANY_COUNT))],
  [
    'a giant OFX entry',
    ENTRY_TOO_LONG_MESSAGE,
    formatOfx(`<STMTTRN>${'<NAME>x\n'.repeat(GIANT_LENGTH / 8)}</STMTTRN>`),
  ],
  ['many empty OFX entries', TOO_MANY_ENTRIES_MESSAGE, formatOfx('<STMTTRN></STMTTRN>'.repeat(MANY_COUNT))],
  [
    'many lines after an open quote',
    TOO_MANY_ENTRIES_MESSAGE,
    `${CSV_HEADER}"x\n${'a,b,1\n'.repeat(MANY_COUNT)}`,
    format.id,
  ],
  ['a giant line', /very long/, `${CSV_HEADER}${'x'.repeat(2_000_000)}`, format.id],
])('bank file: %s', async ([, messagePattern, content, formatId = null]) => {
  const file = await uploadText('bankfiles', content)
  const { status, body } = await adminClient.post('/bank-import', { file, fileName: 'bank', formatId })
  expect([status, body.errors?.file?.[0]]).toEqual([400, expect.stringMatching(messagePattern)])
})

test.for<[what: string, words: RegExp, content: string]>([
  [
    'many lines after an open quote',
    TOO_MANY_ENTRIES_MESSAGE,
    `${WEB_CLIENT_HEADER}"x\n${'a\n'.repeat(MANY_COUNT)}`,
  ],
  [
    'many rows of one account',
    TOO_MANY_ENTRIES_MESSAGE,
    `${WEB_CLIENT_HEADER}${'A,b,1\n'.repeat(MANY_COUNT)}`,
  ],
])('file of an import: %s', async ([, messagePattern, content]) => {
  const webClientFile = await uploadText('soa/csv', content)
  const { status, body } = await adminClient.post('/statement-imports', {
    uniqId: randomUUID(),
    webClientFile,
  })
  expect([status, body.errors?.webClientFile?.[0]]).toEqual([400, expect.stringMatching(messagePattern)])
})
