import { sql } from 'kysely'
import { findNewestVersion } from '#features/privacy-notice/repository.ts'
import type { Actor } from '#platform/actor.ts'
import { findLastChange } from '#platform/audit/repository.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { PortalError } from '#platform/errors.ts'
import type { PlatformConfig } from '#platform/platform-config.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'
import { DEFAULT_COUNTER_LIMIT, parseCounterLimit } from '@tahanan/contract/settings/money-settings.ts'

/**
 * Settings of the form 'Website Settings' that everybody can read (rules 11.1). All other settings are
 * private.
 */
export const PUBLIC_SETTINGS = [
  'websiteName',
  'websiteLogo',
  'websiteLoginBackgroundImage',
  'isUnderMaintenance',
  'maintenanceMessage',
] as const

/**
 * Settings about money. Only the super-administrator can read them, and changing one needs the password
 * (rules 1.18).
 */
export const MONEY_SETTINGS = ['makerChecker', 'penaltiesFirst', 'graceDays', 'confirmCounterAbove'] as const

/** Private settings of requests about personal data (rules 26.25). */
export const PRIVACY_SETTINGS = ['privacyRequestDays'] as const

export const WEBSITE_SETTINGS = [...PUBLIC_SETTINGS, ...MONEY_SETTINGS, ...PRIVACY_SETTINGS] as const

export const IMAGE_SETTINGS: readonly string[] = ['websiteLogo', 'websiteLoginBackgroundImage']

const querySettings = prepareQuery((db, { names }: Placeholders<{ names: readonly string[] }>) =>
  db
    .selectFrom('settings')
    .select(['name', 'value', 'updated_at'])
    .where('name', '=', (eb) => eb.fn.any(names))
    .orderBy('name'),
)

/** Lists the given settings, without those that were never saved. */
export async function listSettings(db: DbOrTx, names: readonly string[]): Promise<Setting[]> {
  const rows = await querySettings(db, { names })
  return rows.map(({ name, value }) => ({
    name,
    value,
    ...(IMAGE_SETTINGS.includes(name) && value && { src: `/files/${value}` }),
  }))
}

/** Finds a setting. Returns '' and the earliest possible time if the setting was never saved. */
export async function findSetting(db: DbOrTx, name: string): Promise<{ value: string; updated_at: Date }> {
  const [row] = await querySettings(db, { names: [name] })
  return { value: row?.value ?? '', updated_at: row?.updated_at ?? new Date(0) }
}

/** Finds the value of a setting; '' if it was never saved. */
export const findSettingValue = async (db: DbOrTx, name: string): Promise<string> =>
  (await findSetting(db, name)).value

/**
 * Finds the amount in pesos above which a payment at the counter needs the cashier's password (rules 17.13).
 */
export const findCounterLimit = async (db: DbOrTx): Promise<number> =>
  parseCounterLimit(await findSettingValue(db, 'confirmCounterAbove')) ?? DEFAULT_COUNTER_LIMIT

export const findCommunityName = async (db: DbOrTx): Promise<string> =>
  (await findSettingValue(db, 'websiteName')) || 'Tahanan'

/**
 * Lists what the login pages and the frame of the app need: the public settings, the community's time zone,
 * `forgottenPassword` ('1' if the portal can mail a link for a new password) and `privacyNotice` (newest
 * version; '0' if no version exists).
 */
export async function listPublicSettings(
  db: DbOrTx,
  config: Pick<PlatformConfig, 'communityTimeZone' | 'smtpUrl' | 'demo'>,
): Promise<Setting[]> {
  return [
    ...(await listSettings(db, PUBLIC_SETTINGS)),
    { name: 'communityTimeZone', value: config.communityTimeZone },
    { name: 'forgottenPassword', value: canMailForgottenPassword(config) ? '1' : '0' },
    { name: 'privacyNotice', value: String(await findNewestVersion(db)) },
  ]
}

/**
 * Returns true if the portal can send mails. A demo community needs no mail server, because it writes mails
 * to a folder.
 */
export function canMailForgottenPassword({
  smtpUrl,
  demo,
}: Pick<PlatformConfig, 'smtpUrl' | 'demo'>): boolean {
  return smtpUrl !== undefined || demo
}

/**
 * Writes settings and returns the times of the changes. Skips settings that changed after the caller read
 * them (`seenVersion`).
 */
export async function writeSettings(
  db: DbOrTx,
  settings: readonly { name: string; value: string }[],
  seenVersion?: Date,
): Promise<Date[]> {
  if (settings.length === 0) return []
  const writtenRows = await db
    .insertInto('settings')
    .values(settings.map(({ name, value }) => ({ name, value })))
    .onConflict((conflict) => {
      const update = conflict
        .column('name')
        .doUpdateSet((row) => ({ value: row.ref('excluded.value'), updated_at: NEXT_UPDATE_TIME }))
      return seenVersion ? update.where('settings.updated_at', '<=', seenVersion) : update
    })
    .returning('updated_at')
    .execute()
  return writtenRows.map(({ updated_at }) => updated_at)
}

// At least a millisecond later than the previous change, so that a second writer who saw the same version is
// always refused.
const NEXT_UPDATE_TIME = sql<Date>`greatest(clock_timestamp(), settings.updated_at + interval '1 millisecond')`

/**
 * Writes a setting that clients read and write as a whole. Throws `conflict` if the setting changed after
 * `seen` (rules 11.22).
 */
export async function updateSetting(
  tx: Tx,
  actor: Actor,
  { seen, ...setting }: { name: string; value: string; seen: Date | undefined },
): Promise<Date> {
  const [updatedAt] = await writeSettings(tx, [setting], seen)
  if (updatedAt) return updatedAt
  const lastChange = await findLastChange(tx, 'settings', setting.name)
  const isOwn = lastChange?.actor_area === actor.area && lastChange.actor_id === actor.id
  const changeText = lastChange && `${isOwn ? 'You' : lastChange.actor_name} changed it.`
  throw new PortalError('conflict', { change: changeText })
}
