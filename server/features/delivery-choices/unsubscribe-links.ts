import { findActiveAccount } from '#features/sessions/accounts.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { requireFound } from '#platform/errors.ts'
import { isSignatureOf, sign } from '#platform/signatures.ts'
import type { NotificationArea, NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import { getUnsubscribableKinds, type MailSubject } from './find-subscription.ts'

export interface UnsubscribeLinks {
  /** Creates the token of a link that turns mails off. The token never expires. */
  createToken(subject: MailSubject, email: string): Promise<string>
  /**
   * Returns the account and the kinds of mails that a link turns off. Throws 404 if the token was altered, or
   * if the account or its e-mail address has changed.
   */
  parseToken(token: string): Promise<MailSubject>
}

const TOKEN_PATTERN = /^(client|admin)\.(\d{1,15})\.([a-z]+(?:-[a-z]+)*)\.([\w-]{43})$/

export function createUnsubscribeLinks(db: DbOrTx): UnsubscribeLinks {
  let secret: Buffer | undefined
  const loadSecret = async (): Promise<Buffer> => (secret ??= await getSharedSecret(db, 'unsubscribeLinks'))

  return {
    async createToken({ reader: { area, id }, kinds }, email) {
      const signedSubject = `${area}.${id}.${kinds.join('-')}`
      return `${signedSubject}.${sign(await loadSecret(), signedSubject, email).toString('base64url')}`
    },
    async parseToken(token) {
      const [, area = '', id = '', names = '', signature = ''] = requireFound(TOKEN_PATTERN.exec(token))
      const reader = { area: area as NotificationArea, id: Number(id) }
      const account = requireFound(await findActiveAccount(db, reader.area, reader.id))
      const isValidSignature = isSignatureOf(
        signature,
        await loadSecret(),
        `${area}.${id}.${names}`,
        account.email,
      )
      const kinds = getUnsubscribableKinds(reader.area, names.split('-') as NotificationKind[])
      return requireFound(isValidSignature && kinds.length > 0 ? { reader, kinds } : null)
    },
  }
}
