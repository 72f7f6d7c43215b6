import type { WriteRows } from '#platform/files/parsing/parser.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import type { MergedRow } from './merged-rows.ts'
import type { ReadFiles } from './read-files.ts'

/** Result of a parser of imports: the order of the dates, or dates to ask about. */
export type ParsedImport =
  | { readonly order: DateOrder | null; readonly examples?: undefined }
  | { readonly examples: readonly string[] }

/** Passes the rows of an import on; none while its dates must be asked about. */
export async function passOn(read: ReadFiles, write: WriteRows<MergedRow>): Promise<ParsedImport> {
  if (read.examples) return { examples: read.examples }
  for await (const batch of read.batches) await write(batch)
  return { order: read.order }
}
