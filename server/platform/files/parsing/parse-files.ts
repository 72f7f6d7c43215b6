import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createChildPool } from '#platform/children/create-child-pool.ts'
import type { Actor } from '../../actor.ts'
import { createInvalidInputError } from '../../errors.ts'
import type { PlatformContext } from '../../platform-context.ts'
import { toStorageFullError, requireDiskSpace, createTemporaryPath } from '../receive-upload.ts'
import type { Parser, runParser } from './parser.ts'

const LIMITS = {
  processes: 2,
  maxPerAccount: 1,
  memory: 512 * 1024 * 1024,
  processorSeconds: 45,
  milliseconds: 450_000,
} as const
const MAX_BYTES = 128 * 1024 * 1024
const RUN_PARSER = { module: new URL('./parser.ts', import.meta.url), name: 'runParser' }
const TOO_LARGE_MESSAGE = 'This file takes too long or too much memory to read. Please split it.'
const BATCH_BYTES = 128 * 1024

type OptionsOf<Parse> = Parse extends Parser<infer Options, infer _Row, infer _Result> ? Options : never
type RowOf<Parse> = Parse extends Parser<infer _Options, infer Row, infer _Result> ? Row : never
type ResultOf<Parse> = Parse extends Parser<infer _Options, infer _Row, infer Result> ? Result : never

type Sources = Readonly<Record<string, (() => Promise<AsyncIterable<Buffer>>) | null>>

/** Result of parsing. The rows are in a temporary file, which is deleted when the result is disposed. */
export interface ParsedFiles<Parse> extends AsyncDisposable {
  readonly result: ResultOf<Parse>
  readonly rows: AsyncIterable<RowOf<Parse>[]>
}

export function createFileParser({
  mostBytes = MAX_BYTES,
  ...limits
}: Partial<Record<keyof typeof LIMITS | 'mostBytes', number>> = {}) {
  const call = createChildPool({ ...LIMITS, ...limits })

  /**
   * Parses files with the exported function `parse` of a module. Throws 400 at the field of a file that is
   * unreadable or needs too much time or memory, and 503 if the disk is full. The parser runs in a child
   * process and gets only the paths of its files.
   */
  return async function parseFiles<Parse>(
    { files, log }: Pick<PlatformContext, 'files' | 'log'>,
    { area, id }: Pick<Actor, 'area' | 'id'>,
    module: URL,
    sources: Sources,
    options: OptionsOf<Parse>,
  ): Promise<ParsedFiles<Parse>> {
    const firstField = Object.keys(sources).find((field) => sources[field]) ?? 'file'
    const pathsByField: Record<string, string | null> = {}
    const rowsPath = createTemporaryPath(files)
    const deleteRowsFile = () => rm(rowsPath, { force: true })
    await requireDiskSpace(files)
    try {
      for (const [field, openSource] of Object.entries(sources)) {
        const path = (pathsByField[field] = openSource && createTemporaryPath(files))
        if (path) await pipeline(await openSource(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      }
      await writeFile(rowsPath, '', { flag: 'wx', mode: 0o600 })
      const parserRun = call<typeof runParser>(`${area} ${id}`, RUN_PARSER, [
        module.href,
        pathsByField,
        options,
        rowsPath,
        mostBytes,
      ])
      const parserResult = await parserRun.catch((error: unknown) => {
        const refusal = toStorageFullError(error)
        if (refusal !== error) throw refusal
        log.warn(error, 'an uploaded file could not be parsed')
        return { refusal: { field: '', reason: TOO_LARGE_MESSAGE } }
      })
      if ('refusal' in parserResult)
        throw createInvalidInputError({
          [parserResult.refusal.field || firstField]: [parserResult.refusal.reason],
        })
      return {
        result: parserResult.result as ResultOf<Parse>,
        rows: yieldRows<RowOf<Parse>>(rowsPath),
        [Symbol.asyncDispose]: deleteRowsFile,
      }
    } catch (error) {
      await deleteRowsFile()
      throw toStorageFullError(error)
    } finally {
      for (const path of Object.values(pathsByField)) if (path) await rm(path, { force: true })
    }
  }
}

export const parseFiles = createFileParser()

async function* yieldRows<Row>(path: string): AsyncGenerator<Row[]> {
  let unparsedText = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: BATCH_BYTES })) {
    const lines = (unparsedText + (chunk as string)).split('\n')
    unparsedText = lines.pop() ?? ''
    if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as Row)
  }
}
