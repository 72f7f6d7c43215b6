import { expect, test } from 'vitest'
import { getFileKind, toDisplayFiles } from './to-display-files.ts'

test.each([
  ['soa.pdf', 'pdf'],
  ['SOA.PDF', 'pdf'],
  ['pdf.png', 'image'],
  ['leak.mp4', 'video'],
  ['leak.MOV', 'video'],
  ['leak.webm', 'video'],
  ['leak.m4v', 'video'],
  ['mp4.jpg', 'image'],
])('%s is of the kind %s', (name, kind) => expect(getFileKind(name)).toBe(kind))

test('files without a link are left out, and the kind follows the stored file, not its name', () => {
  const storedFiles = [
    { name: 'Plan', url: 'attachments/1.pdf', src: '/plan' },
    { name: 'Lost.png', url: 'attachments/2.png' },
    { name: 'Leak', url: 'attachments/3.jpg', src: '/leak', thumb: '/leak-small' },
  ]
  expect(toDisplayFiles(storedFiles)).toEqual([
    { name: 'Plan', src: '/plan', kind: 'pdf' },
    { name: 'Leak', src: '/leak', kind: 'image', thumb: '/leak-small' },
  ])
  expect(toDisplayFiles(null)).toEqual([])
})
