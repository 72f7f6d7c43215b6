import type { DbOrTx } from '../db/client.ts'
import { sharedSecret } from '../db/shared-secret.ts'

/** The secret that file links are signed with. */
export const linkSecret = (db: DbOrTx): Promise<Buffer> => sharedSecret(db, 'fileLinks')
