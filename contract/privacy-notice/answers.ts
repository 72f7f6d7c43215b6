import { Type } from 'typebox'
import { Count, describeId, nullable, oneOf, Time, text, type Answer } from '../answers.ts'
import { AREAS } from '../limits.ts'

const version = describeId('Number of the version, from 1')
const changes = Type.String({ description: 'One line: what changed since the version before' })
const value = Type.String({ description: 'ProseMirror JSON; pictures carry links that anybody may open' })

export const PublicPrivacyNotice = Type.Object({ version, value, changes, publishedAt: Time })
export type PublicPrivacyNotice = Answer<typeof PublicPrivacyNotice>

/** `notice` is null before the first version is published. */
export const NewestPrivacyNotice = Type.Object({ notice: nullable(PublicPrivacyNotice) })
export type NewestPrivacyNotice = Answer<typeof NewestPrivacyNotice>

export const PrivacyNoticeVersion = Type.Object({
  id: version,
  changes,
  publishedAt: Time,
  postBy: Type.String({ description: 'Name of the super-administrator' }),
  seenBy: Type.Unsafe<number>({ ...Count, description: 'Accounts that saw it' }),
})
export type PrivacyNoticeVersion = Answer<typeof PrivacyNoticeVersion>

/** A person has viewed the privacy notice. `at` is the time of the first view. */
export const PrivacyNoticeView = Type.Object({
  id: describeId(),
  version,
  area: oneOf(AREAS),
  name: text,
  login: Type.String({ description: 'Client code of residents, e-mail address of others' }),
  at: Time,
})
export type PrivacyNoticeView = Answer<typeof PrivacyNoticeView>

/** Sent to residents who have not seen the newest version (rules 26.16). */
export const UnseenPrivacyNotice = Type.Object(
  { version, changes, publishedAt: Time },
  { description: 'Newest version of the privacy notice, until the account has seen it' },
)
export type UnseenPrivacyNotice = Answer<typeof UnseenPrivacyNotice>
