import { channels } from '@tahanan/contract/channels.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { errorMessage } from '@tahanan/contract/errors.ts'
import type { ServiceType, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isServiceOpen } from '@tahanan/contract/tickets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/api/api-query.ts'
import { useChannel } from '../../../lib/live/live.ts'
import { useResident } from '../../../lib/api/me.ts'
import { queryClient } from '../../../lib/api/query-client.ts'

const servicesQuery = apiQuery<ServiceSetting[]>(['system-parameter-settings'], '/system-parameter-settings')

/** Which services are open to this resident (rules 4.18). Undefined until it is known. */
export function useOpenServices(): ReadonlySet<ServiceType> | undefined {
  const { leftToPay } = useResident()
  const { data } = useQuery(servicesQuery)
  useChannel(channels.account, () => void queryClient.invalidateQueries(servicesQuery))
  return data && new Set(data.filter((setting) => isServiceOpen(setting, leftToPay)).map(({ type }) => type))
}

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
