import { errorMessage } from '@tahanan/contract/errors.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isServiceOpen } from '@tahanan/contract/tickets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { servicesQuery } from './services.ts'
import { useResident } from '../../../lib/api/me.ts'

interface ServiceGate {
  open: boolean
  /** Why it is closed. */
  message?: string
  /** Paying opens it again. */
  owes?: boolean
}

/** Whether a resident may ask for a new ticket of a module now, and if not, the message why (rules 4.18). */
export function useServiceGate(module: TicketModule): ServiceGate {
  const { leftToPay } = useResident()
  const { data } = useQuery(servicesQuery)
  if (!data) return { open: false }
  const setting = data.find(({ type }) => type === module.setting)
  if (isServiceOpen(setting, leftToPay)) return { open: true }
  const owes = setting?.status === 1
  return { open: false, message: errorMessage(owes ? 'serviceBlocked' : 'serviceDisabled'), owes }
}
