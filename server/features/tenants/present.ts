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
    ...presentOption(row),
    name: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.uoccname,
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    uoccpers: row.uoccpers,
    uocctel1: row.uocctel1,
    uocctel2: row.uocctel2,
    ubtname: row.ubtname,
    ubaddln1: row.ubaddln1,
    ubaddln2: row.ubaddln2,
    ubaddln3: row.ubaddln3,
    ubaddln4: row.ubaddln4,
    email: row.email,
    phoneNumber: row.phone_number,
    address: row.address,
    socialMediaAccount: row.social_media_account,
    image: row.image,
    ...(row.image !== null && files.link(row.image)),
    type: row.type,
    status: row.status,
    hasPassword: row.has_password,
    soaAmount: row.soa_amount,
    soaDate: row.soa_date,
    soaName: row.soa_name,
    title: row.title,
    postById: row.post_by_id,
    lastSeen: row.last_seen,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function presentOption(row: TenantRow) {
  return { id: row.id, clientCode: row.client_code, uoccname: row.uoccname, unitNumber: row.unit_number }
}
