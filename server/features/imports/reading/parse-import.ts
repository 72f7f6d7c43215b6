import type { SourcePaths, WriteRows } from '#platform/files/parsing/parser.ts'
import { loadFiles, writeRows, type ParsedImport, type ReadOptions } from './load-files.ts'
import { openPath } from './load-lines.ts'
import type { MergedRow } from './merged-row.ts'

const open = (path: string | null | undefined) => (path ? openPath(path) : null)

export async function parse(
  { soaFile, webClientFile }: SourcePaths,
  options: ReadOptions,
  write: WriteRows<MergedRow>,
): Promise<ParsedImport> {
  const files = { soaFile: open(soaFile), webClientFile: open(webClientFile) }
  return writeRows(await loadFiles(files, options), write)
}
