export type GatewayName = 'dragonpay' | 'aqwire'

/** Names of the gateways for people. */
export const GATEWAY_LABELS: Readonly<Record<GatewayName, string>> = {
  dragonpay: 'Dragonpay',
  aqwire: 'AQWire',
}

/** A merchant's account at Dragonpay. */
export type DragonpayConfig = {
  /** `https://gw.dragonpay.ph` or the test host, without a slash at the end. */
  url: string
  merchantId: string
  /** The secret of digests and the password of the API. */
  password: string
  /** Method that verifies its callbacks; RSA where the merchant has it. */
  verifier: 'rsa' | 'hmac' | 'sha1'
  /** By a signed redirect, or by a call of the server. */
  create: 'redirect' | 'rest'
}

/** A merchant's account at AQWire. */
export type AqwireConfig = {
  url: string
  merchantCode: string
  clientId: string
  secretKey: string
}

/** The payment gateways' part of the configuration. */
export type GatewayConfig = Readonly<{
  /** undefined: the sandbox in a demo community, otherwise the method is hidden (rules 8.11). */
  dragonpay: Readonly<DragonpayConfig> | undefined
  aqwire: Readonly<AqwireConfig> | undefined
}>
