import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { checkTallies } from '@tahanan/server/commands/check-tallies.ts'
import type { AcknowledgedWrite } from './load.ts'

const INCONSISTENCY_QUERIES: Readonly<Record<string, string>> = {
  'a ticket without exactly one event of its creation': `select t.id from tickets t
     left join ticket_events e on e.ticket_id = t.id and e.from_status is null group by t.id having count(e.id) <> 1`,
  'a ticket whose status differs from its last event': `select t.id from tickets t where t.status <>
     (select to_status from ticket_events e where e.ticket_id = t.id order by id desc limit 1)`,
  'an approved ticket without its stamp': `select id from tickets where (status = 2) <> (approved_at is not null)`,
  'a duplicate number, one beyond its counter, or a gap in payment numbers': `with given as (
       select module, split_part(ticket_number, '-', 2)::int as year, split_part(ticket_number, '-', 3)::int as n
         from tickets
       union all select 'payment', split_part(reference_number, '-', 2)::int,
         split_part(reference_number, '-', 3)::int from payments)
     select module, year from ticket_counters c full join given g using (module, year) group by module, year, c.last
     having c.last is null or count(g.n) > count(distinct g.n) or max(g.n) > c.last
       or module <> all ('{${MODULES.map(({ name }) => name).join()}}') and c.last <> count(g.n)`,
  'a series with a gap, or a number that its payment does not have': `select s.id from number_series s
     left join issued_numbers i on i.series_id = s.id
     left join payments p on p.id = i.payment_id and p.receipt_number = i.number
     group by s.id having count(i.id) <> s.next - s.first or count(p.id) <> count(i.payment_id)`,
  'a receipt number that is not in the register': `select id from payments p where receipt_number is not null
     and not exists (select from issued_numbers i where i.payment_id = p.id)`,
  'a resident’s ticket or payment without a notification for the office': `select n from (
       select (select count(*) from tickets) + (select count(*) from payments)
         - (select count(*) from notifications where area = 'admin') as n) d where n <> 0`,
  'a payment without exactly one event of its creation': `select p.id from payments p
     left join payment_events e on e.payment_id = p.id and e.from_status is null group by p.id having count(e.id) <> 1`,
  'a file in a record that does not own it': `select r.id from (
       select 'ticket' as kind, id, details -> 'images' as files from tickets where details ? 'images'
       union all select 'payment', id, images from payments) r, jsonb_array_elements(r.files) as file
     where not exists (select from files f
       where f.key = file ->> 'url' and f.owner_kind = r.kind and f.owner_id = r.id)`,
  'a file whose owner does not show it': `select f.key from files f where f.owner_kind = 'ticket'
     and not exists (select from tickets t where t.id = f.owner_id
       and t.details -> 'images' @> jsonb_build_array(jsonb_build_object('url', f.key)))`,
}

export interface CheckedCounts {
  tickets: number
  payments: number
  files: number
  acknowledged: number
  /**
   * Number of stored files without a row in `files`. They are no error, because a cleaner deletes them after
   * a day.
   */
  orphans: number
}

/**
 * Throws an error that lists missing or inconsistent records. Checks the acknowledged writes, the queries
 * above, the stored totals, and every file that has a row: its size and, if known, its hash.
 */
export async function requireConsistentData(
  portal: { connectionString: string; dataDir: string },
  acknowledgedWrites: readonly AcknowledgedWrite[],
): Promise<CheckedCounts> {
  const client = new Client({ connectionString: portal.connectionString })
  await client.connect()
  try {
    const inconsistencies: string[] = []
    for (const [name, query] of Object.entries(INCONSISTENCY_QUERIES)) {
      const { rows } = await client.query(query)
      if (rows.length > 0) inconsistencies.push(`${name}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
    }
    await checkTallies(client)
    for (const acknowledgedWrite of acknowledgedWrites) {
      const missingPart = await findMissingPart(client, acknowledgedWrite)
      if (missingPart)
        inconsistencies.push(`acknowledged, but ${missingPart}: ${JSON.stringify(acknowledgedWrite)}`)
    }
    const { rows: files } = await client.query<{ key: string; bytes: string }>('select key, bytes from files')
    const hashes = new Map(
      acknowledgedWrites.flatMap((write) =>
        'picture' in write && write.picture?.sha256 ? [[write.picture.key, write.picture.sha256]] : [],
      ),
    )
    for (const { key, bytes } of files) {
      const fileContent = await readFile(join(portal.dataDir, 'files', key)).catch(() => null)
      if (!fileContent) inconsistencies.push(`a row without its file: ${key}`)
      else if (fileContent.length !== Number(bytes)) inconsistencies.push(`a file of the wrong size: ${key}`)
      else if ((hashes.get(key) ?? sha256(fileContent)) !== sha256(fileContent))
        inconsistencies.push(`a file with the wrong content: ${key}`)
    }
    if (inconsistencies.length > 0)
      throw new Error(`${inconsistencies.length} inconsistent:\n${inconsistencies.slice(0, 20).join('\n')}`)
    const { rows: counts } = await client.query<{ tickets: number; payments: number }>(
      'select (select count(*) from tickets)::int as tickets, (select count(*) from payments)::int as payments',
    )
    const knownKeys = new Set(files.map(({ key }) => key))
    const storedFiles = (await listStoredFiles(portal.dataDir)).filter(
      (path) => !path.includes('.thumb.') && !path.includes('.screen.'),
    )
    return {
      tickets: counts[0]?.tickets ?? 0,
      payments: counts[0]?.payments ?? 0,
      files: files.length,
      acknowledged: acknowledgedWrites.length,
      orphans: storedFiles.filter((path) => !knownKeys.has(path)).length,
    }
  } finally {
    await client.end()
  }
}

async function findMissingPart(client: Client, write: AcknowledgedWrite): Promise<string | undefined> {
  const hasOneRow = async (text: string, values: unknown[]) =>
    (await client.query(text, values)).rows.length === 1
  switch (write.kind) {
    case 'ticket': {
      const ticketExists = await hasOneRow(
        `select from tickets
         where id = $1 and ticket_number = $2 and $3 in (details ->> 'bearerName', details ->> 'title')`,
        [write.id, write.number, write.marker],
      )
      if (!ticketExists) return 'the ticket is missing'
      const imageJson = write.picture && `[{"url": ${JSON.stringify(write.picture.key)}}]`
      if (
        imageJson &&
        !(await hasOneRow(`select from tickets where id = $1 and details -> 'images' @> $2`, [
          write.id,
          imageJson,
        ]))
      )
        return 'its picture is missing'
      return undefined
    }
    case 'approval':
      return (await hasOneRow(
        'select from ticket_events where ticket_id = $1 and from_status = 1 and to_status = 2',
        [write.id],
      ))
        ? undefined
        : 'the ticket is not approved'
    case 'payment':
      return (await hasOneRow(`select from payments where id = $1 and amount_paid = $2 and images @> $3`, [
        write.id,
        write.amount,
        JSON.stringify([{ url: write.picture.key }]),
      ]))
        ? undefined
        : 'the payment is missing'
  }
}

export async function listStoredFiles(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
