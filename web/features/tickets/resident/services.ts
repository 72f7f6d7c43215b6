import { useQuery } from '@tanstack/react-query'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { formatErrorMessage } from '@tahanan/contract/errors.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import type { ServiceAccess, ServiceType, TicketModule } from '@tahanan/contract/tickets/define-module.ts'

const serviceSettingsQuery = createApiQuery<ServiceSetting[]>(
  ['system-parameter-settings'],
  '/system-parameter-settings',
)

/** Returns the settings of all services, with this resident's access to each (rules 4.18). */
function useServiceSettings(): ServiceSetting[] | undefined {
  const { data } = useQuery(serviceSettingsQuery)
  useLiveEvent(liveChannels.account, () => void queryClient.invalidateQueries(serviceSettingsQuery))
  return data
}

const getTypesWithAccess = (services: readonly ServiceSetting[], access: ServiceAccess): ServiceType[] =>
  services.flatMap(({ type, gate }) => (gate === access ? [type] : []))

export function useOpenServices(): ReadonlySet<ServiceType> | undefined {
  const services = useServiceSettings()
  return services && new Set(getTypesWithAccess(services, 'open'))
}

/** Counts the services blocked by this resident's balance (rules 4.19). */
export function useBlockedServiceCount(): number {
  return getTypesWithAccess(useServiceSettings() ?? [], 'blocked').length
}

/** Returns whether a resident may file a ticket of a module now, and the reason if not (rules 4.18). */
export function useServiceAccess(module: TicketModule): {
  open: boolean
  message?: string
  hasDebt?: boolean
} {
  const services = useServiceSettings()
  if (!services) return { open: false }
  const serviceAccess = services.find(({ type }) => type === module.setting)?.gate
  if (serviceAccess === 'open') return { open: true }
  const isBlocked = serviceAccess === 'blocked'
  return {
    open: false,
    message: formatErrorMessage(isBlocked ? 'serviceBlocked' : 'serviceDisabled'),
    hasDebt: isBlocked,
  }
}
