import { Type } from 'typebox'
import { RoleEntry } from '../admins/answers.ts'
import { MessageAnswer, Money, NullableText, oneOf, Time, text, type Answer } from '../answers.ts'
import { balanceFields } from '../billing/answers.ts'
import { AREAS } from '../limits.ts'
import { UnseenPrivacyNotice } from '../privacy-notice/answers.ts'

export const SessionToken = Type.Object({
  token: Type.String({ description: 'For `Authorization: Bearer …`; told this once.' }),
})
export type SessionToken = Answer<typeof SessionToken>

export const ResidentLogin = Type.Object({
  token: Type.Optional(SessionToken.properties.token),
  choosePassword: Type.Optional(
    Type.String({
      description:
        'Instead of a session where the office set the password: a token for `POST /choose-password`',
    }),
  ),
})
export type ResidentLogin = Answer<typeof ResidentLogin>

export const OfficeLogin = Type.Object({
  token: Type.Optional(SessionToken.properties.token),
  secondFactor: Type.Optional(Type.String({ description: 'The challenge that wants a code' })),
})
export type OfficeLogin = Answer<typeof OfficeLogin>

const secondFactorFields = {
  secondFactor: Type.Boolean({ description: 'Whether two-step login is on' }),
  recoveryCodesLeft: Type.Optional(Type.Integer({ description: 'Where two-step login is on' })),
}

export const ResidentMe = Type.Object({
  area: Type.Literal('client'),
  id: Type.Integer(),
  name: text,
  clientCode: text,
  uoccname: text,
  firstName: text,
  lastName: text,
  email: text,
  unitNumber: text,
  soaAmount: Money,
  ...balanceFields,
  image: NullableText,
  src: Type.Optional(Type.String({ description: "The image's signed link" })),
  thumb: Type.Optional(text),
  privacyNotice: Type.Optional(UnseenPrivacyNotice),
})
export type ResidentMe = Answer<typeof ResidentMe>

export const AdminMe = Type.Object({
  area: Type.Literal('admin'),
  id: Type.Integer(),
  name: text,
  firstName: text,
  lastName: text,
  email: text,
  roles: Type.Array(RoleEntry),
  gate: Type.Optional(
    Type.Object({ name: text, device: text }, { description: 'Where the session is at the gate' }),
  ),
  ...secondFactorFields,
})
export type AdminMe = Answer<typeof AdminMe>

export const SuperAdminMe = Type.Object({
  area: Type.Literal('super-admin'),
  id: Type.Integer(),
  name: text,
  email: text,
  ...secondFactorFields,
  recommendSecondFactor: Type.Boolean({
    description: "Whether this is the account's first login and two-step login is off",
  }),
})
export type SuperAdminMe = Answer<typeof SuperAdminMe>

/** Account of the logged-in caller, with all data that pages need (rules 1.8). */
export const Me = Type.Union([ResidentMe, AdminMe, SuperAdminMe])
export type Me = Answer<typeof Me>

export const OwnSession = Type.Object({
  id: Type.Integer(),
  device: Type.String({ description: "'Chrome on Android'; empty where the browser said nothing" }),
  address: text,
  created_at: Time,
  active_at: Type.Unsafe<Date>({ ...Time, description: 'To the minute' }),
  current: Type.Boolean({ description: 'The session that asks' }),
})
export type OwnSession = Answer<typeof OwnSession>

export const EndedSessions = Type.Object({ ...MessageAnswer.properties, ended: Type.Integer() })

export const MailedLinkOwner = Type.Object({
  area: oneOf(AREAS),
  login: Type.String({ description: 'Client code or e-mail address' }),
})
export type MailedLinkOwner = Answer<typeof MailedLinkOwner>

export const AuthenticatorSecret = Type.Object({
  secret: Type.String({ description: 'For typing in, in base32' }),
  uri: Type.String({ description: 'otpauth://totp/…; on a phone it opens the app' }),
  qr: Type.String({ description: 'The same as an SVG' }),
})
export type AuthenticatorSecret = Answer<typeof AuthenticatorSecret>

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(text, { description: 'Each opens one login; told this once' }),
})
export type RecoveryCodes = Answer<typeof RecoveryCodes>
