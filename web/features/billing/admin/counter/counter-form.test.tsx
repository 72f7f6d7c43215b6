import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage } from '#lib/testing-storage.ts'
import { saveDraft, startDrafts } from '#ui/forms/drafts.ts'
import type { FormValues } from '#ui/forms/form-values.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { cashClosesQuery, FIRST_PAGE } from './calls.ts'
import { COUNTER_DRAFT_NAME, CounterForm } from './counter-form.tsx'

beforeEach(() => {
  queryClient.clear()
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  vi.stubGlobal('location', { pathname: '/admin/counter' })
  vi.stubGlobal('localStorage', storedItems)
  vi.stubGlobal('sessionStorage', storedItems)
  startDrafts()
})

const tenant = { id: 7, clientCode: 'A-101', uoccname: 'Reyes, Ana', withholdsTax: 1 }

function renderDraft(values: FormValues): string {
  const me = createAdminMe()
  queryClient.setQueryData(['me'], me)
  saveDraft(me.email, COUNTER_DRAFT_NAME, { values: { tenant, ...values } })
  return renderToStaticMarkup(
    <QueryProvider>
      <MemoryRouter>
        <CounterForm
          type={PAYMENT_TYPE.cash}
          isNext={false}
          onType={() => undefined}
          onPaymentSaved={() => undefined}
        />
      </MemoryRouter>
    </QueryProvider>,
  )
}

test('a draft of a payment keeps the chosen charge with the amount', () => {
  const charge = { id: 5, date: '2026-03-01', dueDate: null, label: 'Water', leftToPay: 300 }
  const html = renderDraft({ charge, amountPaid: '300.00' })
  expect(html).toContain('<option value="5" selected="">Water, 1 Mar 2026, ₱300.00</option>')
  expect(html).toContain('value="300.00"')
})

const setTaxedCashPostedLater = (isTaxedCashPostedLater: boolean) =>
  queryClient.setQueryData(cashClosesQuery(FIRST_PAGE).queryKey, {
    data: [],
    total: 0,
    from: 0,
    next: { payments: 0, expected: 0, takenBy: [] },
    receiptPrefix: 'AR-2026-',
    isTaxedCashPostedLater,
  })

test('the button does not announce a receipt for cash that begins for verification (rules 17.2)', () => {
  const taxedValues = { amountPaid: '490.00', withheld: '10.00' }
  setTaxedCashPostedLater(true)
  expect(renderDraft(taxedValues)).toContain('>Submit<')
  expect(renderDraft({ amountPaid: '500.00' })).toContain('>Post and give receipt<')
  setTaxedCashPostedLater(false)
  expect(renderDraft(taxedValues)).toContain('>Post and give receipt<')
})
