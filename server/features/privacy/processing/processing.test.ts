import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ProcessingActivity, StoredData } from '@tahanan/contract/privacy/answers.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'

const portal = await openTestPortal()

const expectNoEmptyText = (rows: readonly (StoredData | ProcessingActivity)[]) =>
  expect(rows.filter((row) => Object.values(row).includes(''))).toEqual([])

test('a resident reads every table that holds something about them, and no other', async () => {
  const resident = await portal.as('client')
  const { data } = (await resident.get<{ data: StoredData[] }>('/your-data')).body
  const linkedTables = Object.entries(PERSONAL_TABLES).flatMap(([name, { tenant }]) => (tenant ? [name] : []))
  expect(data.map(({ table }) => table)).toEqual(linkedTables)
  expectNoEmptyText(data)
  const ticketActivity = data.find(({ table }) => table === 'tickets')
  expect(ticketActivity?.fields).toContainEqual({
    form: 'visitor pass',
    labels: ['Birthday', 'Valid ID'],
    retention: '30 days after the visit.',
  })
  expect(data.find(({ table }) => table === 'walk_ins')?.readers).toBe(
    'you, guards at the gate, staff of the office who work with it',
  )
})

test('the record of processing has a row for every table with personal data, and a PDF', async () => {
  const superAdmin = await portal.as('super-admin')
  const { data } = (await superAdmin.get<{ data: ProcessingActivity[] }>('/processing-record')).body
  expect(data.map(({ table }) => table)).toEqual(Object.keys(PERSONAL_TABLES))
  expectNoEmptyText(data)
  const { status, body } = await superAdmin.get<string>('/processing-record/pdf')
  expect([status, String(body).slice(0, 5)]).toEqual([200, '%PDF-'])
})
