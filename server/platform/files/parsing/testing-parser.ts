import { readFile } from 'node:fs/promises'
import { UnreadableFile, type SourcePaths, type WriteRows } from './parser.ts'

export async function parse(
  { file, other }: SourcePaths,
  { rows, text = '' }: { rows: number; text?: string },
  write: WriteRows<{ n: number; text: string }>,
): Promise<{ said: string; others: boolean }> {
  const said = file ? await readFile(file, 'utf8') : ''
  if (said === 'no words') throw new UnreadableFile('There are no words.', 'other')
  if (said === 'endless') for (;;);
  const heap: string[][] = []
  if (said === 'greedy') for (;;) heap.push(Array.from({ length: 1000 }, (_, n) => `${n} ${heap.length}`))
  for (let n = 0; n < rows; n++) await write([{ n, text }])
  return { said, others: other !== null }
}
