import type { Db } from '../../../../platform/db/client.ts'
import { sharedSecret } from '../../../../platform/db/shared-secret.ts'

/** The secret that the sandbox signs with: its own, the same in all processes, and of no use to the real gateways. */
export async function sandboxSecret(db: Db): Promise<string> {
  return (await sharedSecret(db, 'paymentSandbox')).toString('hex')
}
