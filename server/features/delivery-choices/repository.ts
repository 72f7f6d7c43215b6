import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { DeliveryChoices } from '@tahanan/contract/deliveries/answers.ts'
import { DEFAULT_QUIET_HOURS } from '@tahanan/contract/notifications/kinds.ts'
import { completeChoices, splitChoices, type Reader } from './parse-choices.ts'

export async function findChoices(db: DbOrTx, { area, id }: Reader): Promise<DeliveryChoices> {
  const row = await db
    .selectFrom('delivery_choices')
    .select(['choices', 'show_details as showDetails', 'walk_ins_by_push as walkInsByPush'])
    .select([formatClock('quiet_from').as('quietFrom'), formatClock('quiet_to').as('quietTo')])
    .where('area', '=', area)
    .where('reader_id', '=', id)
    .executeTakeFirst()
  const quietHours = { quietFrom: DEFAULT_QUIET_HOURS.from, quietTo: DEFAULT_QUIET_HOURS.to }
  return {
    ...quietHours,
    showDetails: false,
    walkInsByPush: true,
    ...row,
    choices: completeChoices(area, row?.choices ?? {}),
  }
}

const formatClock = (column: 'quiet_from' | 'quiet_to') => sql<string>`to_char(${sql.ref(column)}, 'HH24:MI')`

/** Saves a person's choices about mails and push messages. Choices that are not given stay unchanged. */
export async function saveChoices(
  db: DbOrTx,
  { area, id }: Reader,
  { choices = {}, quietFrom, quietTo, showDetails, walkInsByPush }: Partial<DeliveryChoices>,
): Promise<void> {
  const { stored, atFirst } = splitChoices(area, choices)
  const columns = {
    ...(quietFrom !== undefined && { quiet_from: quietFrom }),
    ...(quietTo !== undefined && { quiet_to: quietTo }),
    ...(showDetails !== undefined && { show_details: showDetails }),
    ...(walkInsByPush !== undefined && { walk_ins_by_push: walkInsByPush }),
  }
  await db
    .insertInto('delivery_choices')
    .values({ area, reader_id: id, choices: JSON.stringify(stored), ...columns })
    .onConflict((conflict) =>
      conflict.columns(['area', 'reader_id']).doUpdateSet({
        choices: sql`(delivery_choices.choices || excluded.choices) - ${atFirst}::text[]`,
        ...columns,
        updated_at: CLOCK,
      }),
    )
    .execute()
}

export function findMailAddress(db: DbOrTx, { area, id }: Reader) {
  return db
    .selectFrom(area === 'client' ? 'tenants' : 'admins')
    .select(['email', 'mail_refused_at as mailRefusedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function deleteDeliveryChoices(db: DbOrTx, { area, id }: Reader): Promise<void> {
  await db.deleteFrom('delivery_choices').where('area', '=', area).where('reader_id', '=', id).execute()
}
