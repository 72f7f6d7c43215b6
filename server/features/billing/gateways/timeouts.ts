/** Milliseconds until an answer of a gateway is not waited for any longer. */
export interface GatewayTimeouts {
  readonly create: number
  readonly inquire: number
}

export const TIMEOUTS: GatewayTimeouts = { create: 10_000, inquire: 5000 }
