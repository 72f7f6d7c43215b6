import { expect, test } from 'vitest'
import { listDroppedFiles } from './dropped-files.ts'

const createFile = (name: string) => new File(['%PDF'], name)
const createFileEntry = (name: string) => ({
  isFile: true,
  isDirectory: false,
  file: (onFile: (file: File) => void) => onFile(createFile(name)),
})
const lockedEntry = {
  isFile: true,
  isDirectory: false,
  file: (_found: unknown, fail: () => void) => fail(),
}
const createFolder = (entries: object[]) => ({
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const remainingEntries = [...entries]
    return {
      readEntries: (onEntries: (nextEntries: object[]) => void) => onEntries(remainingEntries.splice(0, 2)),
    }
  },
})
const listDroppedNames = async (entries: (object | null)[], files: File[] = []) => {
  const transferItems = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  const droppedFiles = await listDroppedFiles({ items: transferItems, files } as unknown as DataTransfer)
  return droppedFiles.map(({ name }) => name).toSorted()
}

test('files of a folder and of the folders in it are found, in whatever portions they are listed', async () => {
  const innerFolder = createFolder([
    createFileEntry('d.pdf'),
    createFileEntry('e.pdf'),
    createFileEntry('f.pdf'),
  ])
  expect(
    await listDroppedNames([
      createFileEntry('a.pdf'),
      createFolder([createFileEntry('b.pdf'), createFileEntry('c.pdf'), innerFolder]),
    ]),
  ).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf'])
})

test('a file that cannot be read is left out; without entries the files themselves are taken', async () => {
  expect(await listDroppedNames([lockedEntry, createFileEntry('a.pdf')])).toEqual(['a.pdf'])
  expect(await listDroppedNames([null], [createFile('plain.pdf')])).toEqual(['plain.pdf'])
})
