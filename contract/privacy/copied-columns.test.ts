import { expect, test } from 'vitest'
import { COPIED_TABLES, listCopiedColumns } from './copied-columns.ts'
import { PERSONAL_TABLES } from './register.ts'

const listCopiedColumnNames = (table: string) => listCopiedColumns(table).map(({ name }) => name)
const SECRET_COLUMN_PATTERN = /hash|token|secret|code$|^key$|endpoint|p256dh|auth$|search_text/

test('a copy holds tables with a link to the tenant only, and none that the register leaves out', () => {
  expect(COPIED_TABLES.length).toBeGreaterThan(25)
  for (const table of ['internal_notes', 'bank_lines', 'gateway_messages', 'audit_log', 'admins'])
    expect(COPIED_TABLES).not.toContain(table)
  expect(listCopiedColumns('internal_notes')).toEqual([])
})

test('a copy holds no secrets, nothing of staff and visitors, and a label for each column', () => {
  for (const table of COPIED_TABLES) {
    const columns = listCopiedColumns(table)
    expect([table, new Set(columns.map(({ label }) => label)).size]).toEqual([table, columns.length])
    for (const { name, label } of columns) {
      expect(label).not.toBe('')
      const dataSubject = PERSONAL_TABLES[table]?.personal[name]?.dataSubject ?? 'tenant'
      expect([table, name, ['tenant', 'household'].includes(dataSubject)]).toEqual([table, name, true])
      expect([table, name, name !== 'client_code' && SECRET_COLUMN_PATTERN.test(name)]).toEqual([
        table,
        name,
        name === 'tax_code',
      ])
    }
  }
})

test('an account, a payment and an entry at the gate show what describes the tenant', () => {
  expect(listCopiedColumnNames('tenants')).toEqual(
    expect.arrayContaining(['uoccname', 'email', 'phone_number', 'uoccpers']),
  )
  expect(listCopiedColumnNames('payments')).toEqual(
    expect.arrayContaining(['reference_number', 'amount_paid', 'status', 'images', 'created_at']),
  )
  expect(listCopiedColumnNames('gate_events')).toEqual(
    expect.arrayContaining(['kind', 'at', 'people', 'gate_name']),
  )
  for (const name of ['name', 'plate', 'note', 'workers'])
    expect(listCopiedColumnNames('gate_events')).not.toContain(name)
})
