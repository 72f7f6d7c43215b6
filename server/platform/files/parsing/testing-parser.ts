import { readFile } from 'node:fs/promises'
import { UnreadableFileError, type SourcePaths, type WriteRows } from './parser.ts'

export async function parse(
  { file, other }: SourcePaths,
  { rows, text = '' }: { rows: number; text?: string },
  write: WriteRows<{ n: number; text: string }>,
): Promise<{ said: string; others: boolean }> {
  const fileText = file ? await readFile(file, 'utf8') : ''
  if (fileText === 'no words') throw new UnreadableFileError('There are no words.', 'other')
  if (fileText === 'endless') for (;;);
  const heap: string[][] = []
  if (fileText === 'greedy') for (;;) heap.push(Array.from({ length: 1000 }, (_, n) => `${n} ${heap.length}`))
  for (let n = 0; n < rows; n++) await write([{ n, text }])
  return { said: fileText, others: other !== null }
}
