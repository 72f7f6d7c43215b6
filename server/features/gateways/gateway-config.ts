export type GatewayName = 'dragonpay' | 'aqwire'

export const GATEWAY_LABELS: Readonly<Record<GatewayName, string>> = {
  dragonpay: 'Dragonpay',
  aqwire: 'AQWire',
}

export type DragonpayConfig = {
  /** `https://gw.dragonpay.ph` or the test host, without a trailing slash. */
  url: string
  merchantId: string
  /** Secret of the digests and password of the API. */
  password: string
  /** Verification of callbacks; RSA if the merchant supports it. */
  verifier: 'rsa' | 'hmac' | 'sha1'
  /** How payments are created: by a signed redirect or by a call of the server. */
  create: 'redirect' | 'rest'
}

export type AqwireConfig = {
  url: string
  merchantCode: string
  clientId: string
  secretKey: string
}

export type GatewayConfig = Readonly<{
  /** Undefined: the sandbox in a demo community, otherwise the method is hidden (rules 8.11). */
  dragonpay: Readonly<DragonpayConfig> | undefined
  aqwire: Readonly<AqwireConfig> | undefined
}>
