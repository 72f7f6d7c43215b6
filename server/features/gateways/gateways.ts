import { findCommunityName } from '#features/settings/website-settings.ts'
import type { Db } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import type { PlatformConfig } from '#platform/platform-config.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { createAqwire } from './aqwire/create-aqwire.ts'
import { createDragonpay } from './dragonpay/create-dragonpay.ts'
import type { GatewayConfig, GatewayName } from './gateway-config.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createAqwireSandbox } from './sandbox/create-aqwire-sandbox.ts'
import { createDragonpaySandbox } from './sandbox/create-dragonpay-sandbox.ts'

export type Gateways = Readonly<Record<GatewayName, PaymentGateway | null>>

export const listOfferedGateways = (gateways: Gateways): PaymentGateway[] =>
  Object.values(gateways).filter((gateway) => gateway !== null)

export function requireOfferedGateway(
  gateway: PaymentGateway | null,
  refusal: 'paymentMethodOff' | 'noSuchCall',
): PaymentGateway {
  if (gateway === null) throw new PortalError(refusal)
  return gateway
}

export interface GatewayContext extends PlatformContext {
  readonly gateways: Gateways
}

/**
 * Creates the configured gateways. In a demo community the sandbox replaces those that are not configured; in
 * other communities they are not offered (rules 8.11).
 */
export async function createGateways(
  config: GatewayConfig & Pick<PlatformConfig, 'demo' | 'publicUrl'>,
  db: Db,
): Promise<Gateways> {
  const { demo, publicUrl } = config
  const aqwireContext = { publicUrl: publicUrl ?? '', projectName: () => findCommunityName(db) }
  const dragonpay = config.dragonpay ? createDragonpay(config.dragonpay) : null
  const aqwire = config.aqwire && publicUrl !== undefined ? createAqwire(config.aqwire, aqwireContext) : null
  return {
    dragonpay: dragonpay ?? (demo ? await createDragonpaySandbox(db) : null),
    aqwire: aqwire ?? (demo ? await createAqwireSandbox(db, aqwireContext) : null),
  }
}
