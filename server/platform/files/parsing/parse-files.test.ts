// Not a `.deep` test, because it takes only a second: it starts two child processes. All features that parse
// files rely on this code.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createFileParser } from './parse-files.ts'
import type { parse } from './testing-parser.ts'

const { services } = await openTestPortal()
const incoming = await mkdtemp(join(tmpdir(), 'tahanan-parsing-'))
afterAll(() => rm(incoming, { recursive: true, force: true }))
const parsingContext = { log: services.log, files: { ...services.files, incoming } }
const PARSER = new URL('./testing-parser.ts', import.meta.url)
const admin = { area: 'admin', id: 1 } as const

const createTextParser =
  (limits: Parameters<typeof createFileParser>[0], parseFiles = createFileParser(limits)) =>
  (content: string, options: { rows: number; text?: string } = { rows: 0 }) => {
    const sources = { other: null, file: () => Promise.resolve(Readable.from([Buffer.from(content)])) }
    return parseFiles<typeof parse>(parsingContext, admin, PARSER, sources, options)
  }
const parseWords = createTextParser({ mostBytes: 1_000_000 })
const createFieldError = (field: string, messageText: string) => ({
  code: 'invalidInput',
  errors: { [field]: [expect.stringContaining(messageText)] },
})

test('rows come in the order of the file, and temporary files are removed', async () => {
  {
    await using parsedFiles = await parseWords('hello', { rows: 3000, text: `ñ\u2028\n\r${'x'.repeat(200)}` })
    expect(parsedFiles.result).toEqual({ said: 'hello', others: false })
    const parsedRows = []
    let batchCount = 0
    for await (const batch of parsedFiles.rows) {
      parsedRows.push(...batch)
      batchCount += 1
    }
    expect(batchCount).toBeGreaterThan(2)
    expect(parsedRows.map(({ n }) => n)).toEqual(Array.from({ length: 3000 }, (_, n) => n))
    expect(parsedRows[2999]?.text).toBe(`ñ\u2028\n\r${'x'.repeat(200)}`)
  }
  expect(await readdir(incoming)).toEqual([])
})

test('an unreadable file is refused at its field, with the parser’s message', async () => {
  await expect(parseWords('no words')).rejects.toMatchObject(createFieldError('other', 'There are no words.'))
  expect(await readdir(incoming)).toEqual([])
})

test('a file that takes too long is refused', async () => {
  const parse = createTextParser({ milliseconds: 500 })
  await expect(parse('endless')).rejects.toMatchObject(
    createFieldError('file', 'too long or too much memory'),
  )
})

test('rows that would fill the disk are refused', async () => {
  const parsePromise = parseWords('hello', { rows: 11, text: 'x'.repeat(100_000) })
  await expect(parsePromise).rejects.toMatchObject(createFieldError('file', 'too many rows'))
  expect(await readdir(incoming)).toEqual([])
})
