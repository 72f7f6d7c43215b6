import { Type } from 'typebox'
import {
  Money,
  nullable,
  NullableText,
  NullableTime,
  Time,
  text,
  type Answer,
  TenantOption,
} from '../answers.ts'
import { balanceFields } from '../billing/answers.ts'

export const Tenant = Type.Object({
  ...TenantOption.properties,
  name: text,
  firstName: text,
  middleName: text,
  lastName: text,
  uoccpers: text,
  uocctel1: text,
  uocctel2: text,
  ubtname: text,
  ubaddln1: text,
  ubaddln2: text,
  ubaddln3: text,
  ubaddln4: text,
  email: text,
  mailRefusedAt: Type.Unsafe<Date | null>({
    ...NullableTime,
    description: 'When a mail server refused the address for good',
  }),
  phoneNumber: text,
  address: text,
  socialMediaAccount: text,
  image: nullable(Type.String({ description: 'The key of the picture' })),
  src: Type.Optional(Type.String({ description: "The image's signed link" })),
  thumb: Type.Optional(text),
  withholdsTax: Type.Integer({ description: '1: payments can name tax that was withheld' }),
  type: Type.Integer(),
  status: Type.Integer(),
  hasPassword: Type.Boolean({ description: 'Without one nobody can log in as this tenant' }),
  soaAmount: Money,
  ...balanceFields,
  soaDate: NullableTime,
  soaName: NullableText,
  title: text,
  postById: nullable(Type.Integer()),
  lastSeen: NullableTime,
  created_at: Time,
  updated_at: Time,
})
export type Tenant = Answer<typeof Tenant>

/**
 * Tenant in a list. Administrators without `tenants.view` get only the fields that the selection of a tenant
 * needs (rules 3.11).
 */
export const ListedTenant = Type.Object({
  ...Type.Partial(Tenant).properties,
  ...TenantOption.properties,
})
export type ListedTenant = Answer<typeof ListedTenant>

export const MonitoredTenant = Type.Object({
  id: Type.Integer(),
  clientCode: text,
  uoccname: text,
  email: text,
  lastSeen: nullable(
    Type.Unsafe<Date>({ ...Time, description: 'The last call; null for those who never logged in' }),
  ),
  online: Type.Boolean(),
})
export type MonitoredTenant = Answer<typeof MonitoredTenant>

export const SentLoginDetails = Type.Object({
  message: text,
  email: Type.String({ description: 'Where it went' }),
  delivered: Type.Boolean({
    description: 'False where no mail leaves this portal and it was written to a file',
  }),
})
