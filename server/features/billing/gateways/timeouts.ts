/** Time-outs of gateways' answers, in milliseconds. */
export interface GatewayTimeouts {
  readonly create: number
  readonly inquire: number
}

export const TIMEOUTS: GatewayTimeouts = { create: 10_000, inquire: 5000 }
