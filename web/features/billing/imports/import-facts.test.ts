import { expect, test } from 'vitest'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { listImportFacts } from './import-facts.ts'

const startedImport = {
  admin: { name: 'Liza Villanueva' },
  created_at: '2026-03-12T01:00:00.000Z',
  done_at: null,
  undone_at: null,
  soaFileName: '',
  webClientFileName: 'clients.csv',
  files: { uploaded: 0, bytes: 0 },
  saved: 0,
  total: 1200,
} as StatementImport

test('an import names its author, time, files and rows', () => {
  expect(listImportFacts(startedImport)).toEqual([
    ['By', 'Liza Villanueva'],
    ['Begun', '12 Mar 2026, 9:00 AM'],
    ['SOA file', 'None'],
    ['Web client file', 'clients.csv'],
    ['PDFs', '0'],
    ['Rows saved', '0 of 1,200'],
  ])
  const undoneImport = {
    ...startedImport,
    soaFileName: 'soa.csv',
    files: { uploaded: 3, bytes: 2_000_000 },
    done_at: '2026-03-12T02:00:00.000Z',
    undone_at: '2026-03-13T02:00:00.000Z',
    saved: 1200,
  }
  expect(listImportFacts(undoneImport)).toEqual([
    ['By', 'Liza Villanueva'],
    ['Saved', '12 Mar 2026, 10:00 AM'],
    ['SOA file', 'soa.csv'],
    ['Web client file', 'clients.csv'],
    ['PDFs', expect.stringMatching(/^3, .+ MB$/)],
    ['Undone', '13 Mar 2026, 10:00 AM'],
    ['Rows saved', '1,200 of 1,200'],
  ])
})
