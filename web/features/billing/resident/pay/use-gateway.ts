import type { BegunAqwire, BegunDragonpay } from '@tahanan/contract/billing/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { FormState } from '../../../../ui/forms/use-form.ts'
import { api, ApiError } from '../../../../lib/api/api.ts'
import { followable, openTab } from '../../../../lib/address/new-tab.ts'
import { useOneAtATime } from '../../../../lib/use-one-at-a-time.ts'
import { confirm, inform } from '../../../../ui/overlays/dialogs.ts'

interface Gateway {
  /** Checks the form, asks, and leads to the gateway's page. */
  pay: (extra?: Details) => Promise<void>
  busy: boolean
}

/** Asked before the resident leaves the portal (rules 8.13). */
const askToLeave = () =>
  confirm({
    title: 'PAYMENT GATEWAY',
    content: 'You will redirect to our payment gateway page once you click OK.',
  })

/** Dragonpay: its page opens in a new tab, and this one goes to the payment, which follows by itself what becomes of it. */
export function useDragonpay(form: FormState, forget: () => void): Gateway {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) => api.post<BegunDragonpay>('/payment-dragonpay', body),
  })
  const pay = useOneAtATime(async () => {
    const body = form.check()
    if (!body || !(await askToLeave())) return 'open'
    // in the click on OK: after the server's answer no browser would let it open
    const tab = openTab('Dragon Pay')
    try {
      const { id, returnUrl } = await mutateAsync(body)
      const address = followable(returnUrl)
      forget()
      void client.invalidateQueries({ queryKey: ['payments'] })
      void navigate(`/billings?id=${id}`)
      if (address === undefined) tab.close()
      else tab.show(address)
      return 'done'
    } catch (failure) {
      tab.close()
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      return 'open'
    }
  })
  return { pay, busy: isPending }
}

/** AQWire: this tab goes to its page. A refusal is told as AQWire says it (rules 8.13). */
export function useAqwire(form: FormState, forget: () => void): Gateway {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) => api.post<BegunAqwire>('/payment-aqwire', body),
    meta: { handles: [502] },
  })
  const pay = useOneAtATime(async (extra: Details = {}) => {
    const fields = form.check()
    if (!fields || !(await askToLeave())) return 'open'
    try {
      const { paymentUrl } = await mutateAsync({ ...fields, ...extra })
      const address = followable(paymentUrl)
      if (address === undefined) {
        await sayRefused()
        return 'open'
      }
      forget()
      location.assign(address)
      // whoever comes back to the page may pay again
      return 'open'
    } catch (failure) {
      void client.invalidateQueries({ queryKey: ['payments'] })
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      if (failure.status === 502) await sayRefused(failure.message)
      return 'open'
    }
  })
  return { pay, busy: isPending }
}

const sayRefused = (message = 'no payment page') =>
  inform('error', 'An Error Occurred', `AQWire says: ${message}`)
