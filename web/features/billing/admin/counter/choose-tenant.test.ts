import { expect, test } from 'vitest'
import type { FormValues } from '#ui/forms/form-values.ts'
import { chooseTenant } from './choose-tenant.ts'

test('another payer empties the charge and the tax withheld, and keeps the amount', () => {
  const taxValues = { withheld: '40', taxCode: 'WC160', periodFrom: '2026-01-01', periodTo: '2026-03-31' }
  const values: FormValues = {
    amountPaid: '2000',
    charge: { id: 5 },
    ...taxValues,
    certificate: [{ name: 'a.pdf', url: 'a.pdf' }],
  }
  const emptyTaxValues = { withheld: '', taxCode: '', periodFrom: '', periodTo: '', certificate: [] }
  const setValue = (key: string, value: unknown): void => void (values[key] = value)
  const tenant = { id: 7, clientCode: 'A-101', uoccname: 'Reyes, Ana', unitNumber: 'A-101', withholdsTax: 1 }
  chooseTenant({ before: emptyTaxValues, set: setValue }, tenant)
  expect(values).toEqual({ amountPaid: '2000', tenant, ...emptyTaxValues })
})
