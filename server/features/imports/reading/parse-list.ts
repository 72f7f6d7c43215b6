import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PortalError } from '#platform/errors.ts'
import { UnreadableFileError, type SourcePaths, type WriteRows } from '#platform/files/parsing/parser.ts'
import { parseJsonBody } from '#platform/http/accept-json-bodies.ts'
import { DATE_ORDERS, IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import { writeRows, type ParsedImport } from './load-files.ts'
import { type MergedRow, splitIntoSlices } from './merged-row.ts'
import { parseMergedList } from './parse-merged-list.ts'

const CONFIRMATIONS = ['confirmCorrections', 'confirmOlder', 'confirmExported', 'confirmDoubtful'] as const
const LIST_FIELDS = ['uniqId', 'dateOrder', ...CONFIRMATIONS] as const
const MAX_TEXT_LENGTH = 255

interface ParsedBody {
  /** Fields of the body except its rows; invalid fields are null. */
  readonly body: Readonly<Record<string, unknown>>
  readonly list: (ParsedImport & { readonly contentSha: string }) | null
}

/** Parses a body of `PUT /tenant-soa-info`. Runs in a child process (`parseFiles`). */
export async function parse(
  { pdfFiles: path }: SourcePaths,
  { timeZone }: { readonly timeZone: string },
  write: WriteRows<MergedRow>,
): Promise<ParsedBody> {
  const input = parseBody(path ? await readFile(path, 'utf8') : '')
  const body: Record<string, unknown> = {}
  for (const field of LIST_FIELDS) if (Object.hasOwn(input, field)) body[field] = toPlainValue(input[field])
  if (!Object.hasOwn(input, 'pdfFiles')) return { body, list: null }
  const { pdfFiles } = input
  if (!Array.isArray(pdfFiles)) return { body: { ...body, pdfFiles: null }, list: null }
  if (pdfFiles.length > IMPORT_LIMITS.rows)
    throw new UnreadableFileError(`There are more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows.`)
  const contentSha = hashList(pdfFiles)
  const dateOrder = DATE_ORDERS.find((order) => order === body['dateOrder'])
  const parsedList = parseMergedList(pdfFiles, { timeZone, dateOrder })
  const writtenRows = await writeRows(parsedList, write).catch((error: unknown) => {
    throw error instanceof UnreadableFileError ? new UnreadableFileError(error.message) : error
  })
  return { body: { ...body, pdfFiles: [] }, list: { ...writtenRows, contentSha } }
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const body = parseJsonBody(text)
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const [[field, [message = error.message] = []] = ['']] = Object.entries(error.errors ?? {})
    throw new UnreadableFileError(message, field)
  }
}

function toPlainValue(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH ? null : value
  return typeof value === 'object' ? null : value
}

function hashList(list: readonly unknown[]): string {
  const hash = createHash('sha256')
  for (const slice of splitIntoSlices(list)) hash.update(`${JSON.stringify(slice)}\n`)
  return hash.digest('hex')
}
