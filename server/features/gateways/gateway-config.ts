export type GatewayName = 'dragonpay' | 'aqwire'

export const GATEWAY_LABELS: Readonly<Record<GatewayName, string>> = {
  dragonpay: 'Dragonpay',
  aqwire: 'AQWire',
}

export type DragonpayConfig = {
  /** Base URL without a trailing slash. */
  url: string
  merchantId: string
  password: string
  verifier: 'rsa' | 'hmac' | 'sha1'
  /**
   * How a payment is created: `redirect` by a signed URL in the browser, `rest` by an API call of the server.
   */
  create: 'redirect' | 'rest'
}

export type AqwireConfig = {
  url: string
  merchantCode: string
  clientId: string
  secretKey: string
}

export type GatewayConfig = Readonly<{
  /**
   * Undefined without configuration. Then a demo community uses the sandbox, and other communities do not
   * offer the method (rules 8.11).
   */
  dragonpay: Readonly<DragonpayConfig> | undefined
  aqwire: Readonly<AqwireConfig> | undefined
}>
