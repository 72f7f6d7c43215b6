import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Returns the name of a service of the settings: the title of the module's page. */
export function serviceName(type: ServiceType): string {
  return MODULES.find(({ setting, route }) => setting === type && route !== null)?.title ?? type
}
