import type { Static } from 'typebox'
import { selectDueColumns } from '#features/ledger/due-dates.ts'
import { findUnseenNotice } from '#features/privacy-notice/repository.ts'
import type { Actor, AdminActor, ResidentActor, SuperAdminActor } from '#platform/actor.ts'
import type { Db } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Me } from '@tahanan/contract/sessions/answers.ts'
import { countRecoveryCodes } from './second-factor/replace-recovery-codes.ts'
import type { OfficeAccount } from './to-office-account.ts'

export function findOwnAccount(
  db: Db,
  files: Pick<FileStore, 'link'>,
  actor: Actor,
  timeZone: string,
): Promise<Static<typeof Me>> {
  switch (actor.area) {
    case 'client':
      return findResident(db, files, actor, timeZone)
    case 'admin':
      return findAdmin(db, actor)
    case 'super-admin':
      return findSuperAdmin(db, actor)
  }
}

const createNoSessionError = () => new PortalError('noSession')

async function findResident(
  db: Db,
  files: Pick<FileStore, 'link'>,
  { area, id }: ResidentActor,
  timeZone: string,
) {
  const unseenNotice = findUnseenNotice(db, { area, id })
  const tenant = db
    .selectFrom('tenants')
    .innerJoin('ledgers as l', 'l.tenant_id', 'tenants.id')
    .select(['id', 'uoccname as name', 'client_code as clientCode', 'uoccname', 'first_name as firstName'])
    .select([
      'last_name as lastName',
      'email',
      'unit_number as unitNumber',
      'tenants.soa_amount as soaAmount',
      'image',
    ])
    .select(['l.received_since as receivedSince', 'l.balance as leftToPay'])
    .select(selectDueColumns(timeZone))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(createNoSessionError)
  const [row, privacyNotice] = await Promise.all([tenant, unseenNotice])
  return {
    area,
    ...row,
    ...(row.image !== null && files.link(row.image)),
    ...(privacyNotice && { privacyNotice }),
  }
}

async function findAdmin(db: Db, { area, id, roles, gate }: AdminActor) {
  const { totp_since, ...row } = await db
    .selectFrom('admins')
    .select(['id', 'name', 'first_name as firstName', 'last_name as lastName', 'email', 'totp_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(createNoSessionError)
  return {
    area,
    ...row,
    roles: [...roles],
    ...(gate && { gate: { name: gate.name, device: gate.device } }),
    ...(await findSecondFactorState(db, { area, id }, totp_since)),
  }
}

async function findSuperAdmin(db: Db, { area, id, sessionId }: SuperAdminActor) {
  const { totp_since, first, ...row } = await db
    .selectFrom('super_admins')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .select(['super_admins.id', 'name', 'email', 'totp_since', 'sessions.first'])
    .where('super_admins.id', '=', id)
    .executeTakeFirstOrThrow(createNoSessionError)
  return {
    area,
    ...row,
    ...(await findSecondFactorState(db, { area, id }, totp_since)),
    recommendSecondFactor: first && totp_since === null,
  }
}

async function findSecondFactorState(db: Db, account: OfficeAccount, enabledSince: Date | null) {
  if (!enabledSince) return { secondFactor: false }
  return { secondFactor: true, recoveryCodesLeft: await countRecoveryCodes(db, account) }
}
