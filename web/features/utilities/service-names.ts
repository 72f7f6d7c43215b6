import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** What a service of the settings is called: as the module's own page is, whose gate it is. */
export function serviceName(type: ServiceType): string {
  return MODULES.find(({ setting, route }) => setting === type && route !== null)?.title ?? type
}
