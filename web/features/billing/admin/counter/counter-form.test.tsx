import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage } from '#lib/testing-storage.ts'
import { saveDraft, startDrafts } from '#ui/forms/drafts.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { COUNTER_DRAFT_NAME, CounterForm } from './counter-form.tsx'

test('a draft of a payment keeps the chosen charge with the amount', () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  vi.stubGlobal('location', { pathname: '/admin/counter' })
  vi.stubGlobal('localStorage', storedItems)
  vi.stubGlobal('sessionStorage', storedItems)
  startDrafts()
  const me = createAdminMe()
  queryClient.setQueryData(['me'], me)
  const charge = { id: 5, date: '2026-03-01', dueDate: null, label: 'Water', leftToPay: 300 }
  const tenant = { id: 7, clientCode: 'A-101', uoccname: 'Reyes, Ana' }
  saveDraft(me.email, COUNTER_DRAFT_NAME, { values: { tenant, charge, amountPaid: '300.00' } })
  const html = renderToStaticMarkup(
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
  expect(html).toContain('<option value="5" selected="">Water, 1 Mar 2026, ₱300.00</option>')
  expect(html).toContain('value="300.00"')
  queryClient.clear()
})
