import { Money, NullableText, NullableTime, Time } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { FileStore } from '../../platform/files/store/store.ts'
import type { TenantRow } from './repository.ts'

/** A tenant in a picker, shown as name (code). */
export const TenantOption = {
  id: Type.Integer(),
  clientCode: Type.String(),
  uoccname: Type.String(),
  unitNumber: Type.String(),
}

const text = Type.String()

/** A tenant as calls answer it. */
export const Tenant = Type.Object({
  ...TenantOption,
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
  phoneNumber: text,
  address: text,
  socialMediaAccount: text,
  image: NullableText,
  src: Type.Optional(Type.String({ description: "The image's signed link" })),
  thumb: Type.Optional(Type.String()),
  type: Type.Integer(),
  status: Type.Integer(),
  hasPassword: Type.Boolean({ description: 'Without one nobody can log in as this tenant' }),
  soaAmount: Money,
  soaDate: NullableTime,
  soaName: NullableText,
  title: text,
  postById: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  lastSeen: NullableTime,
  created_at: Time,
  updated_at: Time,
})
/** A row of the list: administrators without `tenants.view` get the option alone. */
export const ListedTenant = Type.Object({
  ...TenantOption,
  ...Type.Partial(Type.Omit(Tenant, ['id'])).properties,
  ...TenantOption,
})

type Tenant = Static<typeof Tenant>

/** The record as it leaves the server, its image with signed links. */
export function presentTenant(files: Pick<FileStore, 'link'>, row: TenantRow): Tenant {
  return {
    ...row,
    name: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.uoccname,
    ...(row.image !== null && files.link(row.image)),
  }
}

export function presentOption({ id, clientCode, uoccname, unitNumber }: TenantRow) {
  return { id, clientCode, uoccname, unitNumber }
}
