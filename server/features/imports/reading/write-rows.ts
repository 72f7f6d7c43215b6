import type { WriteRows } from '#platform/files/parsing/parser.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import type { ReadFiles } from './load-files.ts'
import type { MergedRow } from './merged-row.ts'

/** Result of an import's parser: the order of the dates, or ambiguous dates for the question. */
export type ParsedImport =
  | { readonly order: DateOrder | null; readonly examples?: undefined }
  | { readonly examples: readonly string[] }

/** Writes the rows of an import; none while its dates are ambiguous. */
export async function writeRows(read: ReadFiles, write: WriteRows<MergedRow>): Promise<ParsedImport> {
  if (read.examples) return { examples: read.examples }
  for await (const batch of read.batches) await write(batch)
  return { order: read.order }
}
