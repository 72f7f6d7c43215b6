import type { Me } from '@tahanan/contract/sessions/answers.ts'
import type { Actor, AdminActor, ResidentActor, SuperAdminActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/client.ts'
import { PortalError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import type { OfficeAccount } from './office-account.ts'
import { recoveryCodesLeft } from './second-factor/recovery-codes.ts'

/** The caller's own account as it is now. */
export function readMe(db: Db, files: Pick<FileStore, 'link'>, actor: Actor): Promise<Me> {
  switch (actor.area) {
    case 'client':
      return readResident(db, files, actor)
    case 'admin':
      return readAdmin(db, actor)
    case 'super-admin':
      return readSuperAdmin(db, actor)
  }
}

async function readResident(db: Db, files: Pick<FileStore, 'link'>, { area, id }: ResidentActor) {
  const row = await db
    .selectFrom('tenants')
    .select([
      'client_code',
      'uoccname',
      'first_name',
      'last_name',
      'email',
      'unit_number',
      'soa_amount',
      'image',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new PortalError('noSession')
  return {
    area,
    id,
    name: row.uoccname,
    clientCode: row.client_code,
    uoccname: row.uoccname,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    unitNumber: row.unit_number,
    soaAmount: row.soa_amount,
    image: row.image,
    ...(row.image !== null && files.link(row.image)),
  }
}

async function readAdmin(db: Db, { area, id, roles }: AdminActor) {
  const row = await db
    .selectFrom('admins')
    .select(['name', 'first_name', 'last_name', 'email', 'totp_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new PortalError('noSession')
  return {
    area,
    id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    roles: [...roles],
    ...(await tellSecondFactor(db, { area, id }, row.totp_since)),
  }
}

async function readSuperAdmin(db: Db, { area, id, sessionId }: SuperAdminActor) {
  const row = await db
    .selectFrom('super_admins')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .select(['name', 'email', 'totp_since', 'sessions.first'])
    .where('super_admins.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new PortalError('noSession')
  return {
    area,
    id,
    name: row.name,
    email: row.email,
    ...(await tellSecondFactor(db, { area, id }, row.totp_since)),
    recommendSecondFactor: row.first && row.totp_since === null,
  }
}

async function tellSecondFactor(db: Db, account: OfficeAccount, since: Date | null) {
  if (!since) return { secondFactor: false }
  return { secondFactor: true, recoveryCodesLeft: await recoveryCodesLeft(db, account) }
}
