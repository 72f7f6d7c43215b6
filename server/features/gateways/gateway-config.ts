export type GatewayName = 'dragonpay' | 'aqwire'

export const GATEWAY_LABELS: Readonly<Record<GatewayName, string>> = {
  dragonpay: 'Dragonpay',
  aqwire: 'AQWire',
}

export type DragonpayConfig = {
  /** Without a trailing slash. */
  url: string
  merchantId: string
  /** Signs the digests and authenticates API calls. */
  password: string
  verifier: 'rsa' | 'hmac' | 'sha1'
  /** `redirect`: by a signed URL in the browser; `rest`: by a call of the server. */
  create: 'redirect' | 'rest'
}

export type AqwireConfig = {
  url: string
  merchantCode: string
  clientId: string
  secretKey: string
}

export type GatewayConfig = Readonly<{
  /** If undefined, a demo community gets the sandbox, and others do not offer the method (rules 8.11). */
  dragonpay: Readonly<DragonpayConfig> | undefined
  aqwire: Readonly<AqwireConfig> | undefined
}>
