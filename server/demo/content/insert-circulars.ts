import { wallClock } from '@tahanan/contract/time.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { ChestFile } from '../file-chest.ts'
import { circularPdf } from './circular-pdf.ts'
import type { Circular } from './circular-pdf.ts'
import { insertFiles, morning } from './content-parts.ts'
import type { ContentParts } from './content-parts.ts'
import { DEMO_MEMORANDUMS } from './memorandums.ts'
import { tellResidents } from './notices.ts'
import { DEMO_POLICIES } from './policies.ts'

/** Memorandums and house rules, each with its PDF. */
export async function insertCirculars(tx: Tx, parts: ContentParts): Promise<void> {
  await insertMemorandums(tx, parts)
  await insertPolicies(tx, parts)
}

async function insertMemorandums(tx: Tx, parts: ContentParts): Promise<void> {
  const { clock, adminId } = parts
  const counts = new Map<number, number>()
  for (const { title, description, age, to, parts: content } of DEMO_MEMORANDUMS) {
    const at = morning(clock, age)
    const { year } = wallClock(at, clock.timeZone)
    const nth = (counts.get(year) ?? 0) + 1
    counts.set(year, nth)
    const memoNumber = `PMO-${year}-${String(nth).padStart(3, '0')}`
    const about = [
      ['Number', memoNumber],
      ['Date', longDay(at, clock.timeZone)],
      ['To', to],
      ['From', 'Property Management Office'],
    ] as const
    const file = await circularFile(
      parts,
      { kind: 'MEMORANDUM', title, about, parts: content },
      memoNumber,
      at,
    )
    const { id } = await tx
      .insertInto('memorandums')
      .values({
        memo_number: memoNumber,
        title,
        description,
        date: at,
        files: JSON.stringify([file.ref]),
        post_by_id: adminId,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertFiles(tx, parts, [{ kind: 'memorandum', id, file }])
    await tellResidents(tx, parts, {
      title: 'New memorandum',
      message: title,
      link: `/memorandums?id=${id}`,
      at,
    })
  }
}

/** The house rules were adopted so many days ago. */
const ADOPTED = 460

async function insertPolicies(tx: Tx, parts: ContentParts): Promise<void> {
  const at = morning(parts.clock, ADOPTED)
  for (const [index, { header, policies }] of DEMO_POLICIES.entries()) {
    const { id: headerId } = await tx
      .insertInto('policy_headers')
      .values({ header, sequence_number: index + 1, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { subHeader, title, parts: content } of policies) {
      const about = [
        ['Chapter', header],
        ['In force', `since ${longDay(at, parts.clock.timeZone)}`],
      ] as const
      const file = await circularFile(
        parts,
        { kind: 'HOUSE RULES', title, about, parts: content },
        subHeader,
        at,
      )
      const { id } = await tx
        .insertInto('policies')
        .values({
          policy_header_id: headerId,
          sub_header: subHeader,
          title,
          date: at,
          files: JSON.stringify([file.ref]),
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertFiles(tx, parts, [{ kind: 'policy', id, file }])
    }
  }
}

const longDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at)

async function circularFile(
  { chest, adminName }: ContentParts,
  circular: Omit<Circular, 'signedBy'>,
  name: string,
  at: Date,
): Promise<ChestFile> {
  const signedBy = { name: adminName, position: 'Property Manager' }
  return chest.add('pdf', `${name}, ${circular.title}`, await circularPdf({ ...circular, signedBy }), at)
}
