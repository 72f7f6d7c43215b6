import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toColumnName } from '#features/records/repository.ts'
import { claimTicket } from '#features/tickets/repository.ts'
import { createDemoInstallation } from '#platform/backup/testing.ts'
import { verifyPassword } from '#platform/hash-password.ts'
import { postForm } from '@tahanan/contract/content/post.ts'
import { preparedAnswerForm } from '@tahanan/contract/conversation/prepared-answer-form.ts'
import { parseForm } from '@tahanan/contract/forms/validate.ts'
import { UPLOAD_FOLDERS, LIMITS } from '@tahanan/contract/limits.ts'
import { mapRecordKinds, RECORD_KINDS, type RecordKind } from '@tahanan/contract/records/index.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { getStartOfDay } from '@tahanan/contract/time.ts'
import { DEMO_LOGINS } from './logins.ts'
import { seedDemo } from './seed-demo.ts'
import { loadTicketStories } from './tickets.ts'

const { db, files, dataDir, close } = await createDemoInstallation()
afterAll(close)
const selectOne = async <T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
  (await query.execute(db)).rows[0]

const countShownTickets = (module: TicketModule) =>
  loadTicketStories(module).tickets.filter(({ steps }) => steps?.at(-1)?.[0] !== 'deleted').length
const TICKET_COUNT = MODULES.reduce((sum, module) => sum + countShownTickets(module), 0)

test('60 units and 400 tickets are made, and examples of modules without stories', async () => {
  const modulesWithStories = MODULES.filter(
    (module) => Object.keys(loadTicketStories(module).stories).length > 0,
  )
  expect(
    modulesWithStories.reduce((sum, module) => sum + countShownTickets(module), 0),
    'server/demo/community/tickets/ has 400 tickets to show: a new one takes the place of another',
  ).toBe(400)
  expect(
    await selectOne(
      sql`select (select count(*) from tenants) as units,
        (select count(*) from tickets where status <> 0) as tickets`,
    ),
  ).toEqual({
    units: 60,
    tickets: TICKET_COUNT,
  })
})

test('a second start adds nothing', async () => {
  expect(await seedDemo({ db, files, timeZone: 'Asia/Manila' })).toBe(false)
  expect(await selectOne(sql`select count(*) as tickets from tickets where status <> 0`)).toEqual({
    tickets: TICKET_COUNT,
  })
})

test('every module of the registry has tickets of every status', async () => {
  const { rows } = await sql<{
    module: string
    statuses: number[]
  }>`select module, array_agg(distinct status order by status) as statuses
    from tickets where status <> 0 group by 1`.execute(db)
  const statusesByModule = Object.fromEntries(rows.map(({ module, statuses }) => [module, statuses]))
  for (const { name } of MODULES)
    expect(statusesByModule[name], `${name} needs tickets in server/demo/community/tickets/`).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
})

test('tickets cover 14 months, ids follow the times, and all times are past', async () => {
  const ageStats = await selectOne<{ days: number; recent: number; future: number; disorder: number }>(sql`
    select extract(day from now() - min(created_at))::int as days,
      count(*) filter (where created_at > now() - interval '3 days')::int as recent,
      count(*) filter (where greatest(created_at, updated_at) > now())::int as future,
      (select count(*)::int from (
        select created_at < lag(created_at) over (order by id) as back from tickets) o where back) as disorder
    from tickets`)
  expect(ageStats?.days).toBeGreaterThan(400)
  expect(ageStats?.recent).toBeGreaterThan(20)
  expect(ageStats).toMatchObject({ future: 0, disorder: 0 })
})

test('every history begins with the filing, is continuous, and ends with the current status', async () => {
  const { rows } = await sql`
    with steps as (
      select t.id, t.status, t.version, e.at, e.from_status, e.to_status, t.created_at, t.updated_at,
        lag(e.to_status) over w as before, lag(e.at) over w as earlier, row_number() over w as n,
        count(*) over (partition by t.id) as of
      from tickets t join ticket_events e on e.ticket_id = t.id window w as (partition by t.id order by e.id)
    )
    select * from steps where (n = 1 and (from_status is not null or to_status <> 1 or at <> created_at))
      or (n > 1 and (from_status <> before or at <= earlier))
      or (n = of and (to_status <> status or at <> updated_at)) or version <> of`.execute(db)
  expect(rows).toEqual([])
  expect(
    await selectOne(
      sql`select count(*) as n from tickets t where not exists (select from ticket_events where ticket_id = t.id)`,
    ),
  ).toEqual({ n: 0 })
})

test('stamps agree with the history', async () => {
  const { rows } = await sql`
    select t.id, t.status from tickets t cross join lateral (
      select min(at) filter (where to_status = 2 and from_status <> 2) as approved,
        min(at) filter (where to_status = 3 and from_status <> 3) as ongoing,
        min(at) filter (where to_status = 4 and from_status <> 4) as completed
      from ticket_events where ticket_id = t.id
    ) e
    where (t.approved_at, t.ongoing_at, t.completed_at) is distinct from (e.approved, e.ongoing, e.completed)
      or (approved_at is null) <> (approved_by_id is null)
      or (verified_at is null) <> (verified_by_id is null)`.execute(db)
  expect(rows).toEqual([])
})

test('open reservations have bookings, some of them in the future', async () => {
  const reservationStats = await selectOne<{ holding: number; held: number; coming: number }>(sql`
    select (
        select count(*)::int from tickets where module = 'reservation' and status between 1 and 4) as holding,
      count(*)::int as held, count(*) filter (where lower(during) > now())::int as coming
    from amenity_bookings`)
  expect(reservationStats?.held).toBe(reservationStats?.holding)
  expect(reservationStats?.coming).toBeGreaterThan(5)
})

test('the next ticket continues the numbers', async () => {
  const lastNumberResult = await sql<{ module: string; n: number }>`
    select module, max(split_part(ticket_number, '-', 3)::int) as n from tickets
    where split_part(ticket_number, '-', 2) = to_char(now() at time zone 'Asia/Manila', 'YYYY')
    group by 1`.execute(db)
  for (const module of MODULES) {
    const lastNumber = lastNumberResult.rows.find((row) => row.module === module.name)?.n ?? 0
    const { ticketNumber } = await claimTicket(db, module, {}, 'Asia/Manila')
    expect(Number(ticketNumber.split('-')[2])).toBe(lastNumber + 1)
  }
})

test('every file of a ticket has its row, owner and content, and every image a thumbnail', async () => {
  const { rows } = await sql<{ key: string; owner: boolean; bytes: number; has_thumb: boolean }>`
    select f.key, f.bytes, f.has_thumb, f.owner_kind = 'ticket' and f.owner_id = t.id as owner
    from tickets t cross join lateral jsonb_path_query(t.details, 'strict $.**.url') u(url)
      left join files f on f.key = u.url #>> '{}'`.execute(db)
  expect(rows.length).toBeGreaterThan(40)
  for (const { key, owner, bytes, has_thumb: hasThumb } of rows) {
    expect(owner).toBe(true)
    expect((await files.stat(key))?.bytes).toBe(bytes)
    if (hasThumb) expect((await files.stat(key, 'thumb'))?.bytes).toBeGreaterThan(500)
  }
  const storedFiles = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  // Each image has three files: the original and two smaller sizes.
  const rowsAndSizes = await selectOne<{ n: number }>(
    sql`select (count(*) + 2 * count(*) filter (where has_thumb))::int as n from files`,
  )
  expect(storedFiles.filter((entry) => entry.isFile())).toHaveLength(rowsAndSizes?.n ?? -1)
})

test('old visits have no picture and no birth date', async () => {
  const identityStats = await selectOne(sql`
    select count(*) filter (where details ->> 'birthDate' is not null
        or jsonb_array_length(details -> 'images') > 0)::int as kept, count(*) > 30 as many
    from tickets
    where module = 'visitor' and (details ->> 'dateOfVisit')::timestamptz < now() - interval '30 days'`)
  expect(identityStats).toEqual({ kept: 0, many: true })
})

test('the demo logins work, no service is blocked for A-101, and some are for B-202', async () => {
  for (const { area, login, password } of DEMO_LOGINS) {
    const account = await selectOne<{ password_hash: string }>(
      area === 'client'
        ? sql`select password_hash from tenants where client_code = ${login}`
        : area === 'admin'
          ? sql`select password_hash from admins where email = ${login}`
          : sql`select password_hash from super_admins where email = ${login}`,
    )
    expect(await verifyPassword(account?.password_hash, password)).toBe(true)
  }
  const blockedTenants = await sql`
    select client_code, count(*)::int as n from tenants, service_settings
    where client_code in ('A-101', 'B-202') and soa_amount >= amount group by 1`.execute(db)
  expect(blockedTenants.rows).toEqual([{ client_code: 'B-202', n: 3 }])
  expect(
    await selectOne(sql`select max(amount)::float8 <= ${LIMITS.money} as within from service_settings`),
  ).toEqual({ within: true })
})

test('A-101 has tickets of each module and three unread notifications', async () => {
  expect(
    await selectOne(sql`
      select (select count(distinct module)::int from tickets where tenant_id = n.id and status <> 0) as modules,
        (select count(*)::int from notifications o where tenant_id = n.id and not exists (
          select from notification_reads r
          where r.area = 'client' and r.reader_id = n.id and r.notification_id = o.id)) as unread
      from tenants n where client_code = 'A-101'`),
  ).toEqual({ modules: MODULES.length, unread: 3 })
})

const KINDS_WITH_FILES = RECORD_KINDS.filter(({ name }) => name !== 'policyHeader')
const FILE_KEYS = new RegExp(`"(?:url|key)":\\s*"((?:${Object.keys(UPLOAD_FOLDERS).join('|')})/[^"]+)"`, 'g')

const buildFieldsQuery = ({ name, table, fields }: RecordKind) =>
  `union all select '${name}', id, jsonb_build_object(${Object.keys(fields)
    .map((field) => `'${field}', ${toColumnName(field)}`)
    .join(', ')}) from ${table}`

test('published records are valid by their forms and have their own files', async () => {
  const { rows } = await sql<{ kind: string; id: number; fields: Record<string, unknown> }>`
    select 'post' as kind, id, jsonb_build_object('title', title, 'description', description, 'type', type,
      'attachedUrl', attached_url, 'startDate', start_date, 'endDate', end_date, 'image', image,
      'content', content, 'enableMessaging', enable_messaging, 'urgent', urgent::int) as fields from posts
    ${sql.raw(KINDS_WITH_FILES.map(buildFieldsQuery).join(' '))}`.execute(db)
  const formsByKind = {
    post: postForm,
    ...mapRecordKinds(
      ({ name }) => name,
      ({ form }) => form,
    ),
  }
  const countsByKind = new Map<string, number>()
  for (const { kind, id, fields } of rows) {
    countsByKind.set(kind, (countsByKind.get(kind) ?? 0) + 1)
    const context = { writer: 'admin', action: 'create', timeZone: 'Asia/Manila', now: new Date() } as const
    const { values, errors } = parseForm(formsByKind[kind as keyof typeof formsByKind], fields, context)
    expect(errors, `${kind} ${id}`).toEqual({})
    if (kind === 'post') expect(values.content, `post ${id}`).toEqual(fields.content)
    const keys = [...JSON.stringify(fields).matchAll(FILE_KEYS)].map(([, key]) => key ?? '')
    if (kind !== 'post') expect(keys.length, `${kind} ${id} needs a file`).toBeGreaterThan(0)
    for (const key of keys) {
      expect(await selectOne(sql`select owner_kind, owner_id from files where key = ${key}`)).toEqual({
        owner_kind: kind,
        owner_id: id,
      })
      expect((await files.stat(key))?.bytes).toBeGreaterThan(1000)
    }
  }
  expect(countsByKind.get('post')).toBe(14)
  for (const { name } of KINDS_WITH_FILES)
    expect(countsByKind.get(name), `${name} needs records in server/demo/community/`).toBeGreaterThan(3)
})

test('posts are past, present and future, and have views', async () => {
  expect(
    await selectOne(sql`
      select count(*) filter (where start_date > now() and turns_at = start_date and announced_at is null)::int as coming,
        count(*) filter (where end_date < now() and turns_at is null)::int as ended,
        count(*) filter (
          where end_date > now() and start_date is null and turns_at = end_date)::int as ending,
        count(*) filter (where created_at > now())::int as future from posts`),
  ).toEqual({ coming: 1, ended: 3, ending: 3, future: 0 })
  const viewTotal = await selectOne<{ n: number }>(sql`select sum(delta)::int as n from post_view_tallies`)
  expect(viewTotal?.n).toBeGreaterThan(500)
  expect(
    await selectOne(sql`select count(*)::int as wrong from comments c join posts p on p.id = c.post_id
      where c.created_at < p.shown_from or c.created_at > least(p.end_date, now())
        or p.enable_messaging = 0`),
  ).toEqual({ wrong: 0 })
  expect(
    await selectOne(
      sql`select count(*) > 50 as many, count(distinct rate)::int as rates,
        bool_and(created_at < now()) as past from feedbacks`,
    ),
  ).toEqual({ many: true, rates: 5, past: true })
})

test('a conversation waits for the office, none begins before its ticket, and prepared answers are valid', async () => {
  expect(
    await selectOne(sql`
      select count(distinct t.id) filter (where t.waits)::int as waiting, count(distinct t.tenant_id)::int as tenants,
        count(*) filter (where m.created_at < k.created_at or m.created_at > now())::int as wrong,
        (select count(*)::int from internal_notes) as notes
      from threads t join messages m on m.thread_id = t.id left join tickets k on k.id = t.ticket_id`),
  ).toEqual({ waiting: 1, tenants: 2, wrong: 0, notes: 1 })
  const preparedAnswers = await db.selectFrom('prepared_answers').select(['title', 'text', 'page']).execute()
  expect(preparedAnswers).toHaveLength(3)
  const context = { writer: 'admin', action: 'create', timeZone: 'Asia/Manila', now: new Date() } as const
  for (const preparedAnswer of preparedAnswers)
    expect(parseForm(preparedAnswerForm, preparedAnswer, context).errors).toEqual({})
})

test('guests are expected today, and no pass is missing', async () => {
  const passes = await db.selectFrom('gate_passes').select(['valid_from', 'token_hash']).execute()
  expect(passes.length).toBeGreaterThan(10)
  expect(passes.every(({ token_hash }) => token_hash !== null)).toBe(true)
  const startOfTomorrow = getStartOfDay(new Date(), 'Asia/Manila').getTime() + 86_400_000
  const expectedPasses = passes.filter(({ valid_from }) => valid_from.getTime() < startOfTomorrow)
  expect(expectedPasses.length).toBeGreaterThanOrEqual(4)
})
