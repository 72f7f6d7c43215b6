import { expect, test } from 'vitest'
import { createKey } from '#platform/files/store/file-key.ts'
import { createCopiedFiles, toSafeStem } from './copied-files.ts'

test.each([
  ['photo.JPG', 'photo'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\a\\b.png', 'b'],
  ['con', '_con'],
  ['COM1.png', '_COM1'],
  ['nul.tar.gz', '_nul.tar'],
  ['a\u0000b\u202Egnp.exe', 'abgnp'],
  ['<b>:"|?*', 'b'],
  ['..', 'file'],
  ['   ', 'file'],
  ['', 'file'],
  ['Señorita Peña 🏊.pdf', 'Señorita Peña 🏊'],
  ['name. .', 'name'],
  ['\uD800x', '\uFFFDx'],
])('%j is stored as %j', (name, stem) => {
  expect(toSafeStem(name)).toBe(stem)
})

test('a very long name is cut between characters', () => {
  const safeFileName = toSafeStem('🏊'.repeat(500))
  expect(Buffer.byteLength(safeFileName)).toBeLessThanOrEqual(80)
  expect(safeFileName.isWellFormed()).toBe(true)
})

test('equal names are numbered, whatever their case, and a file stands once', () => {
  const files = createCopiedFiles()
  const keys = [1, 2, 3].map(() => createKey('images', 'x', 'png'))
  expect(keys.map((key, n) => files.add(key, 'tickets', ['a.png', 'A.PNG', 'a.png'][n] ?? '')?.file)).toEqual(
    ['files/tickets/a.png', 'files/tickets/A (2).png', 'files/tickets/a (3).png'],
  )
  expect(files.add(keys[0] ?? '', 'messages', 'other.png')?.file).toBe('files/tickets/a.png')
  expect(files.add('../secret', 'tickets', 'x')).toBeNull()
  expect(files.paths.size).toBe(3)
})
