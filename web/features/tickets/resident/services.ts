import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api/api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useChannel } from '#lib/live/live.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { errorMessage } from '@tahanan/contract/errors.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import type { ServiceGate, ServiceType, TicketModule } from '@tahanan/contract/tickets/define-module.ts'

const servicesQuery = apiQuery<ServiceSetting[]>(['system-parameter-settings'], '/system-parameter-settings')

/** The services, and which of them are open to this resident, as the server says (rules 4.18). Undefined until it is known. */
function useServices(): ServiceSetting[] | undefined {
  const { data } = useQuery(servicesQuery)
  useChannel(channels.account, () => void queryClient.invalidateQueries(servicesQuery))
  return data
}

const typesWith = (services: readonly ServiceSetting[], wanted: ServiceGate): ServiceType[] =>
  services.flatMap(({ type, gate }) => (gate === wanted ? [type] : []))

/** Services that are open to this resident. Undefined until it is known. */
export function useOpenServices(): ReadonlySet<ServiceType> | undefined {
  const services = useServices()
  return services && new Set(typesWith(services, 'open'))
}

/** Counts the services that are closed to this resident until less is left to pay (rules 4.19). */
export function useBlockedServices(): number {
  return typesWith(useServices() ?? [], 'blocked').length
}

interface OwnGate {
  open: boolean
  /** Why it is closed. */
  message?: string
  /** Paying opens it again. */
  owes?: boolean
}

/** Whether a resident may ask for a new ticket of a module now, and if not, the message why (rules 4.18). */
export function useServiceGate(module: TicketModule): OwnGate {
  const services = useServices()
  if (!services) return { open: false }
  const gate = services.find(({ type }) => type === module.setting)?.gate
  if (gate === 'open') return { open: true }
  const owes = gate === 'blocked'
  return { open: false, message: errorMessage(owes ? 'serviceBlocked' : 'serviceDisabled'), owes }
}
