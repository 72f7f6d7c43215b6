import { channels } from '@tahanan/contract/channels.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'
import { isServiceOpen } from '@tahanan/contract/tickets/index.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/api/api-query.ts'
import { useChannel } from '../../../lib/live/live.ts'
import { useResident } from '../../../lib/api/me.ts'
import { queryClient } from '../../../lib/api/query-client.ts'

export const servicesQuery = apiQuery<ServiceSetting[]>(
  ['system-parameter-settings'],
  '/system-parameter-settings',
)

/** Which services are open to this resident (rules 4.18). Undefined until it is known. */
export function useOpenServices(): ReadonlySet<ServiceType> | undefined {
  const { leftToPay } = useResident()
  const { data } = useQuery(servicesQuery)
  useChannel(channels.account, () => void queryClient.invalidateQueries(servicesQuery))
  return data && new Set(data.filter((setting) => isServiceOpen(setting, leftToPay)).map(({ type }) => type))
}
