import type { DragonpayConfig } from '../gateway-config.ts'
import type { GatewayHost } from '../gateway-host.ts'
import type { GatewayTimeouts } from '../timeouts.ts'

/** Host and credentials for calls in a merchant's name. */
export interface Merchant {
  readonly host: GatewayHost
  /** HTTP Basic; never logged, never stored. */
  readonly authorization: string
  readonly config: DragonpayConfig
  readonly timeouts: GatewayTimeouts
}
