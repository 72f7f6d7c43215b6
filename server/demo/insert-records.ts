import { sql, type Insertable } from 'kysely'
import { toColumnName } from '#features/records/repository.ts'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { getDueDay, REQUEST_DAYS } from '@tahanan/contract/privacy-requests/request-form.ts'
import { isShortText } from '@tahanan/contract/records/define-record-kind.ts'
import { RECORD_KINDS, type RecordKind } from '@tahanan/contract/records/index.ts'
import { policy } from '@tahanan/contract/records/kinds/policy.ts'
import { toWallClock } from '@tahanan/contract/time.ts'
import { getManager, type Community } from './community.ts'
import { DAY, parseDemoTime, addMilliseconds, getPseudoRandom } from './demo-clock.ts'
import { loadCommunityFile } from './load-community-file.ts'
import type { NotificationRow } from './notifications.ts'
import { findPerson } from './people.ts'

/**
 * Record in a file of `community/`. The keys other than `at` (time) and `asset` (file) are names of database
 * columns.
 */
type RecordJson = { readonly at: string; readonly asset: string } & Readonly<Record<string, string>>

type RecordContext = Pick<Community, 'demoFiles' | 'administrators' | 'clock'>
type WrittenRecord = { readonly id: number; readonly title: string; readonly createdAt: Date }

/**
 * Inserts records of one kind. `extraColumns` contains values of additional columns. In texts, `{year}` is replaced
 * by the year of the record.
 */
async function insertRecordsOfKind(
  tx: Tx,
  community: RecordContext,
  { name, table, fields, filesField, hasAuthor }: RecordKind,
  entries: readonly RecordJson[],
  extraColumns: Readonly<Record<string, number>> = {},
): Promise<WrittenRecord[]> {
  const keys = Object.keys(fields)
  const nameColumns = keys.filter((key) => isShortText(fields[key])).map(toColumnName)
  const dateColumns = keys.filter((key) => fields[key]?.kind === 'dateTime').map(toColumnName)
  const files = fields[filesField]
  const folder = files?.kind === 'files' ? files.folder : 'images'
  const author = getManager(community)
  const insertedRecords: WrittenRecord[] = []
  for (const { at, asset, ...texts } of entries) {
    const createdAt = parseDemoTime(at, community.clock)
    const year = String(toWallClock(createdAt, community.clock.timeZone).year)
    const textColumns: Record<string, string> = JSON.parse(JSON.stringify(texts).replaceAll('{year}', year))
    const fileName = nameColumns.map((column) => textColumns[column]).join(', ')
    const file = await community.demoFiles.addAsset(folder, fileName, asset, createdAt, author)
    const id = await insertRow(tx, table, {
      ...textColumns,
      ...Object.fromEntries(dateColumns.map((column) => [column, createdAt])),
      [toColumnName(filesField)]: JSON.stringify([file.ref]),
      created_at: createdAt,
      updated_at: createdAt,
      ...(hasAuthor && { post_by_id: author.id }),
      ...extraColumns,
    })
    file.setOwner(name, id)
    insertedRecords.push({ id, title: textColumns['title'] ?? '', createdAt })
  }
  return insertedRecords
}

async function insertRow(tx: Tx, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const columnList = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${columnList})
    values (${sql.join(Object.values(row))}) returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

type RecordsOfKind = readonly [RecordKind, WrittenRecord[]]

export async function insertRecords(tx: Tx, community: RecordContext): Promise<RecordsOfKind[]> {
  const recordsByKind: RecordsOfKind[] = []
  for (const kind of RECORD_KINDS.filter(({ hasOwnReadCalls }) => !hasOwnReadCalls))
    recordsByKind.push([kind, await insertRecordsOfKind(tx, community, kind, loadCommunityFile(kind.table))])
  return recordsByKind
}

export async function insertHouseRules(tx: Tx, community: RecordContext): Promise<void> {
  const chapters = loadCommunityFile<{ header: string; policies: RecordJson[] }[]>('policies')
  for (const [chapterIndex, { header, policies }] of chapters.entries()) {
    const publishedAt = parseDemoTime(policies[0]?.at ?? '', community.clock)
    const timestampColumns = { created_at: publishedAt, updated_at: publishedAt }
    const headerId = await insertRow(tx, 'policy_headers', {
      header,
      sequence_number: chapterIndex + 1,
      ...timestampColumns,
    })
    await insertRecordsOfKind(tx, community, policy, policies, { policy_header_id: headerId })
  }
}

export function toRecordNotifications(recordsByKind: readonly RecordsOfKind[]): NotificationRow[] {
  return recordsByKind
    .filter(([kind]) => kind.isAnnounced)
    .flatMap(([{ noun, path }, records]) =>
      records.map(({ id, title, createdAt }) => ({
        area: 'client',
        title: `New ${noun.one}`,
        message: title,
        link: `/${path.many}?id=${id}`,
        created_at: createdAt,
      })),
    )
}

const FEEDBACK_ROUNDS = 3
const FEEDBACK_INTERVAL_DAYS = 5

export async function insertFeedback(tx: Tx, { clock, residents }: Community): Promise<void> {
  const feedbacks = loadCommunityFile<{ rate: number; message: string }[]>('feedback')
  const allFeedbacks = Array.from({ length: FEEDBACK_ROUNDS }, () => feedbacks).flat()
  const feedbackRows = allFeedbacks.map((feedback, feedbackIndex) => {
    const randomPart = getPseudoRandom(feedbackIndex + 1)
    const createdAt = addMilliseconds(
      clock.now,
      -((allFeedbacks.length - feedbackIndex) * FEEDBACK_INTERVAL_DAYS + randomPart * 4) * DAY,
    )
    const tenant_id = residents[Math.floor(randomPart * residents.length)]?.id ?? 0
    return { tenant_id, ...feedback, created_at: createdAt, updated_at: createdAt }
  })
  await tx.insertInto('feedbacks').values(feedbackRows).execute()
}

type PrivacyRequestJson = { readonly at: string; readonly unit?: string } & Pick<
  Insertable<DB['privacy_requests']>,
  'kind' | 'message' | 'person_name' | 'contact' | 'about' | 'state' | 'answer'
>

const ANSWER_DELAY_DAYS = 9

export async function insertPrivacyRequests(tx: Tx, community: Community): Promise<void> {
  const { clock, residents } = community
  const managerId = getManager(community).id
  const requestRows = loadCommunityFile<PrivacyRequestJson[]>('privacy-requests').map(
    ({ at, unit, ...request }) => {
      const filedAt = parseDemoTime(at, clock)
      const answeredAt = request.state === 'open' ? null : addMilliseconds(filedAt, ANSWER_DELAY_DAYS * DAY)
      return {
        ...request,
        tenant_id: unit === undefined ? null : findPerson(residents, unit).id,
        post_by_id: unit === undefined ? managerId : null,
        due_on: getDueDay(filedAt, REQUEST_DAYS.initial, clock.timeZone),
        answered_at: answeredAt,
        answered_by_id: answeredAt && managerId,
        created_at: filedAt,
        updated_at: answeredAt ?? filedAt,
      }
    },
  )
  await tx.insertInto('privacy_requests').values(requestRows).execute()
}
