import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import { depositForm } from '@tahanan/contract/billing/payment.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { openChargesQuery } from '../../calls.ts'
import { formatAmountDue, usePayForm } from './pay-form.tsx'

test.each([
  [1234.5, '1234.50'],
  [0.01, '0.01'],
  [0, ''],
  [-500, ''],
])('a form to pay begins with what is left of %d: %s', (leftToPay, amount) => {
  expect(formatAmountDue(leftToPay)).toBe(amount)
})

const OLDEST_CHARGE = { id: 4, date: '2026-02-01', dueDate: null, label: 'Association dues', leftToPay: 900 }
const CHOSEN_CHARGE = { id: 5, date: '2026-03-01', dueDate: null, label: 'Water', leftToPay: 300 }
const TENANT = { id: 7, clientCode: 'A-101', leftToPay: 1200 } as Tenant

let storedItems = createStorage()
let unmount: (() => Promise<void>) | undefined
beforeEach(() => {
  storedItems = createStorage({ CLIENT_SESSION_TOKEN: 'token' })
  queryClient.setQueryData(['me'], { area: 'client', id: TENANT.id, clientCode: TENANT.clientCode })
})
afterEach(async () => {
  await unmount?.()
  queryClient.clear()
})

/** Opens the form of a deposit, as after a reload: only the stored draft is left of an earlier form. */
async function openPayForm(openCharges: object[] | undefined, payer = { tenant: TENANT }) {
  await unmount?.()
  stubDraftStorage(storedItems)
  startDrafts()
  const { queryKey } = openChargesQuery(TENANT.id)
  queryClient.removeQueries({ queryKey })
  if (openCharges) queryClient.setQueryData(queryKey, { data: openCharges, leftToPay: 1200 } as never)
  else vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined))
  let state: ReturnType<typeof usePayForm> | undefined
  unmount = mountHook(
    () =>
      void (state = usePayForm({
        declared: depositForm,
        method: 'deposit',
        payer: { tenant: payer.tenant, reservation: undefined },
        path: '/payment',
      })),
    QueryProvider,
  )
  return () => state as ReturnType<typeof usePayForm>
}

test.each([
  ['after the open charges are loaded', [OLDEST_CHARGE, CHOSEN_CHARGE]],
  ['before the open charges are loaded', undefined],
])('a draft keeps the charge together with its amount, %s', async (_, openCharges) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({})
  const getFirstForm = await openPayForm([OLDEST_CHARGE, CHOSEN_CHARGE])
  flushSync(() => getFirstForm().charges.choose(CHOSEN_CHARGE))
  const getForm = await openPayForm(openCharges)
  const { form, charges, send } = getForm()
  expect([form.values.amountPaid, charges.chosen]).toEqual(['300.00', CHOSEN_CHARGE])
  await send({ amountPaid: 300 })
  expect(post).toHaveBeenCalledExactlyOnceWith(
    '/payment',
    { amountPaid: 300, chargeId: CHOSEN_CHARGE.id, reservationId: undefined },
    { isDrafted: true },
  )
})

test('a charge of a draft that is settled meanwhile is deselected, and its amount is replaced', async () => {
  const getFirstForm = await openPayForm([OLDEST_CHARGE, CHOSEN_CHARGE])
  flushSync(() => getFirstForm().charges.choose(CHOSEN_CHARGE))
  const getForm = await openPayForm([OLDEST_CHARGE])
  await vi.waitFor(() =>
    expect(getForm().form.values).toMatchObject({ amountPaid: '1200.00', charge: undefined }),
  )
  expect(getForm().charges.chosen).toBeUndefined()
})

test('a draft keeps only what was typed, and the amount follows what is left to pay (rules 15.24)', async () => {
  const getFirstForm = await openPayForm([])
  flushSync(() => getFirstForm().form.set('bankReference', 'REF-1'))
  const getForm = await openPayForm([], { tenant: { ...TENANT, leftToPay: 700 } })
  expect(getForm().restored).toBe(true)
  expect(getForm().form.values).toMatchObject({ amountPaid: '700.00', bankReference: 'REF-1' })
})

test('a typed amount is kept when another amount is left to pay', async () => {
  const getFirstForm = await openPayForm([])
  flushSync(() => getFirstForm().form.set('amountPaid', '450'))
  const getForm = await openPayForm([], { tenant: { ...TENANT, leftToPay: 700 } })
  expect(getForm().form.values.amountPaid).toBe('450')
})

test('a form in which nothing was typed stores no draft when another amount is left to pay', async () => {
  const payer = { tenant: { ...TENANT, leftToPay: 500 } }
  const getFirstForm = await openPayForm([], payer)
  payer.tenant = { ...TENANT, leftToPay: 700 }
  flushSync(() => getFirstForm().form.set('bankReference', ''))
  const getForm = await openPayForm([], payer)
  expect(getForm().restored).toBe(false)
})
