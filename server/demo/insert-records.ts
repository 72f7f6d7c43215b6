import { sql } from 'kysely'
import { wallClock } from '@tahanan/contract/time.ts'
import type { Tx } from '../platform/db/client.ts'
import { managerOf } from './community.ts'
import type { Community } from './community.ts'
import { DAY, instantOf, later, spread } from './moments.ts'
import type { NoticeRow } from './notifications.ts'
import { readCommunity } from './read-community.ts'

/** A record of the office: its texts by column, when it was made, and the one file that it has. */
type RecordEntry = { readonly at: string; readonly asset: string } & Readonly<Record<string, string>>

/** How a kind of record is kept: its owner in `files`, and the column and folder of its file. */
const KINDS = {
  amenities: ['amenity', 'images', 'amenities'],
  advertisements: ['advertisement', 'images', 'advertisements'],
  memorandums: ['memorandum', 'files', 'pdf'],
  policies: ['policy', 'files', 'pdf'],
} as const

type Writing = Pick<Community, 'chest' | 'administrators' | 'clock'>
type WrittenRecord = { readonly id: number; readonly title: string; readonly createdAt: Date }

/** Writes records of a kind, with `more` columns. In a text `{year}` is the year of the record. */
async function insertRecords(
  tx: Tx,
  community: Writing,
  table: keyof typeof KINDS,
  entries: readonly RecordEntry[],
  more: (at: Date) => Readonly<Record<string, number | Date>> = () => ({}),
): Promise<WrittenRecord[]> {
  const [owner, column, folder] = KINDS[table]
  const by = managerOf(community)
  const written: WrittenRecord[] = []
  for (const { at, asset, ...texts } of entries) {
    const createdAt = instantOf(at, community.clock)
    const year = String(wallClock(createdAt, community.clock.timeZone).year)
    const columns: Record<string, string> = JSON.parse(JSON.stringify(texts).replaceAll('{year}', year))
    const { memo_number, sub_header, title = '' } = columns
    const shown = [memo_number, sub_header, title].filter(Boolean).join(', ')
    const file = await community.chest.addAsset(folder, shown, asset, createdAt, by)
    const row = {
      ...columns,
      [column]: JSON.stringify([file.ref]),
      created_at: createdAt,
      updated_at: createdAt,
      ...more(createdAt),
    }
    const id = await insertRow(tx, table, row)
    file.belongTo(owner, id)
    written.push({ id, title, createdAt })
  }
  return written
}

async function insertRow(tx: Tx, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${columns})
    values (${sql.join(Object.values(row))}) returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Writes the amenities, which are as old as the community. */
export const insertAmenities = (tx: Tx, community: Writing): Promise<WrittenRecord[]> =>
  insertRecords(tx, community, 'amenities', readCommunity('amenities'))

/** Writes memorandums, house rules and advertisements. Returns what residents were notified of. */
export async function insertPapers(tx: Tx, community: Community): Promise<NoticeRow[]> {
  await insertRecords(tx, community, 'advertisements', readCommunity('advertisements'))
  const postedBy = managerOf(community).id
  const memorandums = await insertRecords(
    tx,
    community,
    'memorandums',
    readCommunity('memorandums'),
    (date) => ({ date, post_by_id: postedBy }),
  )
  const chapters = readCommunity<{ header: string; policies: RecordEntry[] }[]>('policies')
  for (const [nth, { header, policies }] of chapters.entries()) {
    const at = instantOf(policies[0]?.at ?? '', community.clock)
    const dates = { created_at: at, updated_at: at }
    const headerId = await insertRow(tx, 'policy_headers', { header, sequence_number: nth + 1, ...dates })
    await insertRecords(tx, community, 'policies', policies, (date) => ({ date, policy_header_id: headerId }))
  }
  return memorandums.map(({ id, title, createdAt }) => ({
    area: 'client',
    title: 'New memorandum',
    message: title,
    link: `/memorandums?id=${id}`,
    created_at: createdAt,
  }))
}

/** How often each thing is said, by different residents over the year. */
const FEEDBACK_ROUNDS = 3
const FEEDBACK_EVERY_DAYS = 5

/** Writes what residents said after a ticket was done. */
export async function insertFeedback(tx: Tx, { clock, residents }: Community): Promise<void> {
  const said = readCommunity<{ rate: number; message: string }[]>('feedback')
  const all = Array.from({ length: FEEDBACK_ROUNDS }, () => said).flat()
  const rows = all.map((feedback, nth) => {
    const part = spread(nth + 1)
    const at = later(clock.now, -((all.length - nth) * FEEDBACK_EVERY_DAYS + part * 4) * DAY)
    const tenant_id = residents[Math.floor(part * residents.length)]?.id ?? 0
    return { tenant_id, ...feedback, created_at: at, updated_at: at }
  })
  await tx.insertInto('feedbacks').values(rows).execute()
}
