import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createFileParser } from './parse-files.ts'
import type { parse } from './testing-parser.ts'

const { services } = await openTestPortal()
const PARSER = new URL('./testing-parser.ts', import.meta.url)

test.for([
  ['memory', 'greedy', { memory: 128 * 1024 * 1024 }] as const,
  ['processor time', 'endless', { processorSeconds: 1 }] as const,
])(
  'a file that takes too much %s is refused, and the next one is read',
  async ([, content, limits], { skip }) => {
    if (process.platform !== 'linux') return skip('only Linux limits the resources of a process')
    const parseFiles = createFileParser(limits)
    const parseWords = (text: string) => {
      const sources = { other: null, file: () => Promise.resolve(Readable.from([Buffer.from(text)])) }
      return parseFiles<typeof parse>(services, { area: 'admin', id: 1 }, PARSER, sources, { rows: 0 })
    }
    await expect(parseWords(content)).rejects.toMatchObject({
      code: 'invalidInput',
      errors: { file: [expect.stringContaining('too long or too much memory')] },
    })
    await using parsedFiles = await parseWords('hello')
    expect(parsedFiles.result.said).toBe('hello')
  },
)
