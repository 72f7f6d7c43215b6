import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api/api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useChannel } from '#lib/live/live.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { formatErrorMessage } from '@tahanan/contract/errors.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import type { ServiceAccess, ServiceType, TicketModule } from '@tahanan/contract/tickets/define-module.ts'

const servicesQuery = apiQuery<ServiceSetting[]>(['system-parameter-settings'], '/system-parameter-settings')

/** Returns the settings of all services, with this resident's access to each (rules 4.18). */
function useServices(): ServiceSetting[] | undefined {
  const { data } = useQuery(servicesQuery)
  useChannel(channels.account, () => void queryClient.invalidateQueries(servicesQuery))
  return data
}

const getTypesWith = (services: readonly ServiceSetting[], wanted: ServiceAccess): ServiceType[] =>
  services.flatMap(({ type, gate }) => (gate === wanted ? [type] : []))

export function useOpenServices(): ReadonlySet<ServiceType> | undefined {
  const services = useServices()
  return services && new Set(getTypesWith(services, 'open'))
}

/** Counts the services blocked by this resident's balance (rules 4.19). */
export function useBlockedServices(): number {
  return getTypesWith(useServices() ?? [], 'blocked').length
}

/** Returns whether a resident may file a ticket of a module now, and the reason if not (rules 4.18). */
export function useServiceAccess(module: TicketModule): { open: boolean; message?: string; owes?: boolean } {
  const services = useServices()
  if (!services) return { open: false }
  const gate = services.find(({ type }) => type === module.setting)?.gate
  if (gate === 'open') return { open: true }
  const owes = gate === 'blocked'
  return { open: false, message: formatErrorMessage(owes ? 'serviceBlocked' : 'serviceDisabled'), owes }
}
