import { Type } from 'typebox'
import { Day, Id, Money, nullable, NullableText, oneOf, Time, text, type Answer } from '../answers.ts'
import { SERVICE_ACCESS, SERVICE_TYPES } from '../tickets/define-module.ts'

export const Setting = Type.Object({
  name: text,
  value: text,
  src: Type.Optional(Type.String({ description: 'Address of an image. Files under `logo/` are public.' })),
})
export type Setting = Answer<typeof Setting>

export const Terms = Type.Object({
  title: text,
  value: Type.String({ description: 'ProseMirror JSON; pictures carry links that anybody may open' }),
  status: Type.Integer(),
  image: Type.String({ description: 'The key of the image, empty for none' }),
  src: Type.Optional(Type.String({ description: "The image's link" })),
  updated_at: Time,
})
export type Terms = Answer<typeof Terms>

export const PublicTerms = Type.Pick(Terms, ['title', 'value', 'image', 'src'])
export type PublicTerms = Answer<typeof PublicTerms>

export const StoredMobileSettings = Type.Object({ value: Type.String({ description: 'JSON text' }) })
export type StoredMobileSettings = Answer<typeof StoredMobileSettings>

/**
 * `status` 0 closes the service for everybody. `amount`: the service is closed for tenants who owe this
 * number of pesos or more (rules 4.18).
 */
export const ServiceSetting = Type.Object({
  type: oneOf(SERVICE_TYPES),
  status: Type.Integer(),
  amount: Money,
  gate: Type.Optional(oneOf(SERVICE_ACCESS, { description: 'Residents: whether it is open to them now' })),
})
export type ServiceSetting = Answer<typeof ServiceSetting>

/** A ticket is due after this number of office hours (rules 11.18). */
export const DueRule = Type.Object({
  id: Id,
  module: text,
  type: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Value of the field `type`; null for all without a rule of their own',
  }),
  hours: Type.Integer(),
})
export type DueRule = Answer<typeof DueRule>

const OfficeDay = Type.Object({
  opens: text,
  closes: text,
  breakFrom: Type.Optional(text),
  breakTo: Type.Optional(text),
})

export const OfficeHours = Type.Object({
  week: Type.Array(nullable(OfficeDay), {
    description: 'Seven days from Sunday; times as HH:MM; with a lunch break, if any',
  }),
  updated_at: Time,
})
export type OfficeHours = Answer<typeof OfficeHours>

export const Holiday = Type.Object({ date: Day, name: text })
export type Holiday = Answer<typeof Holiday>
