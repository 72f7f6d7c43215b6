import type { Services } from '#platform/services.ts'

/** Services of routes that check the second step of a login. */
export interface SessionServices extends Services {
  /** Seals the secrets of authenticator apps. */
  readonly secondFactorKey: Buffer
}
