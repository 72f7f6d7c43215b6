import type { SourcePaths, WriteRows } from '#platform/files/parsing/parser.ts'
import { loadFiles, writeRows, type ParsedImport, type ParseOptions } from './load-files.ts'
import { openPath } from './load-lines.ts'
import type { MergedRow } from './merged-row.ts'

const openFile = (path: string | null | undefined) => (path ? openPath(path) : null)

export async function parse(
  { soaFile, webClientFile }: SourcePaths,
  options: ParseOptions,
  write: WriteRows<MergedRow>,
): Promise<ParsedImport> {
  const files = { soaFile: openFile(soaFile), webClientFile: openFile(webClientFile) }
  return writeRows(await loadFiles(files, options), write)
}
