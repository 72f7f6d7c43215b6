import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertPayment } from '#features/payments/save-payment.ts'
import { openDemoPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type {
  BankAccount,
  Billing,
  Ledger,
  Statement as StatementAnswer,
} from '@tahanan/contract/billing/answers.ts'
import type { StatementCheck } from '@tahanan/contract/reports/answers.ts'
import { getMonthEndingOn } from '@tahanan/contract/reports/reports.ts'
import type { ResidentMe } from '@tahanan/contract/sessions/answers.ts'
import { formatDay } from '@tahanan/contract/time.ts'

const portal = await openDemoPortal({ demo: true })

const logInAdmin = async (email: string) =>
  portal.logIn(
    'admin',
    await portal.db.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
const manager = await logInAdmin('admin@demo.test')
const cashier = await logInAdmin('accounting@demo.test')
const logInResident = async (code: string) =>
  portal.logIn(
    'client',
    await portal.db
      .selectFrom('tenants')
      .select('id')
      .where('client_code', '=', code)
      .executeTakeFirstOrThrow(),
  )
const selectRows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(portal.db)).rows

interface Statement {
  id: number
  title: string
  soaAmount: number
  soaDate: string
  attachment: string
  src: string
}
interface Payment extends Record<string, unknown> {
  id: number
  status: number
  referenceNumber: string
  images: { src: string }[]
  can: string[]
}
interface List<Row> {
  data: Row[]
  total: number
}

async function requestLink(link: string) {
  const linkResponse = await portal.app.inject({ url: link })
  return {
    status: linkResponse.statusCode,
    type: linkResponse.headers['content-type'],
    begins: linkResponse.rawPayload.subarray(0, 5),
  }
}

test.each(['A-101', 'B-202', 'C-504'])('%s has six statements, and all PDFs open', async (code) => {
  const caller = await logInResident(code)
  const { body } = await caller.get<List<Statement>>('/statements?limit=0')
  expect(body.total).toBe(6)
  expect(new Set(body.data.map(({ title }) => title)).size).toBe(6)
  for (const { src } of body.data) {
    const { status, type, begins } = await requestLink(src)
    expect([status, type, begins.toString()]).toEqual([200, 'application/pdf', '%PDF-'])
  }
  const meResponse = await caller.get<{ soaAmount: number }>('/me')
  const tenant = await caller.get<{ soaAmount: number; soaName: string; title: string }>(
    `/tenant/${caller.id}`,
  )
  expect(body.data[0]).toMatchObject({ soaAmount: meResponse.body.soaAmount, title: tenant.body.title })
  expect(body.data[0]?.src).toContain(tenant.body.soaName)
})

test('the balance is due two weeks after its statement, and bank accounts are listed', async () => {
  const caller = await logInResident('B-202')
  const { body } = await caller.get<ResidentMe>('/me')
  const { data } = (await caller.get<List<StatementAnswer>>('/statements?limit=0')).body
  expect(data.map(({ dueDate }) => dueDate === null)).toEqual(Array(6).fill(false))
  expect(body).toMatchObject({ dueDate: data[0]?.dueDate, overdue: 0 })
  const ledgerResponse = await caller.get<Ledger>(`/ledger/${caller.id}`)
  expect(ledgerResponse.body.data.find(({ kind }) => kind === 'opening')).toMatchObject({
    dueDate: data[0]?.dueDate,
  })
  const accounts = (await caller.get<List<BankAccount>>('/bank-accounts')).body.data
  expect(accounts.map(({ bank }) => bank)).toEqual(['BDO', 'BPI'])
})

test('the statement check opens with the latest statement of every tenant (rules 22.4)', async () => {
  const { from, to } = getMonthEndingOn(formatDay(new Date(), 'Asia/Manila'))
  const { data } = (await manager.get<{ data: StatementCheck[] }>(`/statement-check?from=${from}&to=${to}`))
    .body
  const billings = (await manager.get<List<Statement & Billing>>('/billings?limit=0')).body
  const billedTenants = billings.data.filter(({ soaDate }) => soaDate !== null)
  expect(data.map(({ clientCode }) => clientCode).toSorted()).toEqual(
    billedTenants.map(({ clientCode }) => clientCode).toSorted(),
  )
  expect(data.map(({ soaAmount }) => soaAmount).toSorted()).toEqual(
    billedTenants.map(({ soaAmount }) => soaAmount).toSorted(),
  )
})

test('each statement has its own file, which belongs to its tenant', async () => {
  const [statementCounts] = await selectRows(sql<{ n: number; names: number; wrong: number }>`
    select count(*)::int as n, count(distinct s.soa_name)::int as names,
      count(*) filter (where f.key is null or f.owner_kind <> 'statement' or f.owner_id <> s.tenant_id
        or s.attachment not like '%' || t.client_code || '.pdf')::int as wrong
    from statements s join tenants t on t.id = s.tenant_id
      left join files f on f.key = 'soa/pdf/' || s.soa_name`)
  expect(statementCounts).toEqual({ n: 360, names: 360, wrong: 0 })
})

test('the sums of the imports are correct, and their rows are listed', async () => {
  const { body } = await cashier.get<List<Record<string, unknown>>>('/statement-imports?limit=0')
  expect(body.total).toBe(6)
  expect(body.data[0]).toMatchObject({
    state: 'done',
    total: 60,
    saved: 60,
    missingPdfs: 0,
    admin: { name: 'Corazon Ilagan' },
  })
  const refusedImport = body.data.find((statementImport) => statementImport.refused === 1)
  const lines = await cashier.get<List<Record<string, unknown>>>(
    `/statement-imports/${String(refusedImport?.uniqId)}/rows?verdict=refused`,
  )
  expect(lines.body.data).toEqual([
    expect.objectContaining({
      urefno: 'D-104',
      line: 62,
      reason: 'No tenant has this reference, and the web-client file does not name it either.',
    }),
  ])
  const [sums] = await selectRows(sql<{ wrong: number }>`
    select count(*)::int as wrong from statement_imports i
    where amount_after <> (select sum(soa_amount) from statements s where s.import_id = i.id)
      or amount_before <> coalesce(
        (select b.amount_after from statement_imports b where b.id < i.id order by b.id desc limit 1), 0)`)
  expect(sums).toEqual({ wrong: 0 })
})

test('importing the latest files again changes nothing', async () => {
  const [latestImport] = await selectRows(sql<{ soa_file: string; web_client_file: string }>`
    select soa_file, web_client_file from statement_imports order by id desc limit 1`)
  const uploadCopy = async (key: string) => {
    const content = await text(await portal.services.files.read(key))
    return uploadFile(portal, cashier, 'soa/csv', Buffer.from(content), 'again.csv')
  }
  const { status, body } = await cashier.post('/statement-imports', {
    uniqId: 'again',
    soaFile: await uploadCopy(latestImport?.soa_file ?? ''),
    soaFileName: 'again.csv',
    webClientFile: await uploadCopy(latestImport?.web_client_file ?? ''),
    webClientFileName: 'again.csv',
    dateOrder: 'DMY',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ total: 60, created: 0, updated: 0, unchanged: 60, refused: 0 })
})

test('payments have every type and status, one is for a reservation, and the tallies equal the counts', async () => {
  const typesAndStatuses = await selectRows(
    sql<{ type: number; status: number }>`select distinct type, status from payments order by 1, 2`,
  )
  expect(typesAndStatuses).toHaveLength(15)
  expect(
    await selectRows(
      sql`select status, sum(delta)::int as n from payment_tallies group by 1 having sum(delta) <> 0 order by 1`,
    ),
  ).toEqual(await selectRows(sql`select status, count(*)::int as n from payments group by 1 order by 1`))
  const waitingPayments = await selectRows(sql<{ n: number }>`
    select count(*)::int as n from payments p join tickets t on t.id = p.reservation_id
    where p.status = 1 and t.module = 'reservation' and t.tenant_id = p.tenant_id and t.status = 1`)
  expect(waitingPayments).toEqual([{ n: 1 }])
})

test('every history is continuous, ends with the current status, and is in the past', async () => {
  const inconsistentEvents = await selectRows(sql`
    with steps as (
      select p.id, p.status, p.version, p.outsource_status, p.created_at, p.updated_at, e.at, e.from_status,
        e.to_status, e.from_outsource, e.to_outsource, lag(e.to_status) over w as before,
        lag(e.to_outsource) over w as outsource_before, lag(e.at) over w as earlier,
        row_number() over w as n, count(*) over (partition by p.id) as of
      from payments p join payment_events e on e.payment_id = p.id
      window w as (partition by p.id order by e.id)
    )
    select * from steps
    where (n = 1 and (from_status is not null or at <> created_at)) or version <> of or at > now()
      or (n > 1 and
        (from_status <> before or from_outsource is distinct from outsource_before or at < earlier))
      or (n = of and
        (to_status <> status or to_outsource is distinct from outsource_status or at <> updated_at))`)
  expect(inconsistentEvents).toEqual([])
  const [order] = await selectRows(sql<{ disorder: number }>`
    select count(*)::int as disorder from (select created_at < lag(created_at) over (order by id) or
      reference_number < lag(reference_number) over (order by id) as back from payments) o where back`)
  expect(order).toEqual({ disorder: 0 })
})

test('every posted payment has a printable receipt, numbered without gaps', async () => {
  const postedPayments = await selectRows(sql<{ id: number; receipt_number: string; ok: boolean }>`
    select p.id, p.receipt_number, p.receipt ->> 'number' = p.receipt_number
      and (p.receipt ->> 'amount')::numeric = p.amount_paid
      and (p.receipt ->> 'postedAt')::timestamptz = p.posted_date
      and p.receipt -> 'payer' ->> 'clientCode' = t.client_code and p.posted_by_id is not null as ok
    from payments p join tenants t on t.id = p.tenant_id where p.status = 4 order by p.receipt_number`)
  expect(postedPayments.length).toBeGreaterThan(80)
  expect(postedPayments.every(({ ok }) => ok)).toBe(true)
  const paymentsByYear = Map.groupBy(postedPayments, ({ receipt_number: number }) => number.slice(0, 8))
  for (const [prefix, receipts] of paymentsByYear)
    expect(receipts.map(({ receipt_number: number }) => number)).toEqual(
      receipts.map((_, index) => `${prefix}${String(index + 1).padStart(6, '0')}`),
    )
  const caller = await logInResident('A-101')
  const ownPayments = await caller.get<List<Payment>>('/payments?limit=0&status=4')
  expect(ownPayments.body.total).toBeGreaterThanOrEqual(5)
  for (const { id } of ownPayments.body.data) {
    const receiptResponse = await portal.app.inject({
      url: `/api/payment/${id}/receipt`,
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect([receiptResponse.statusCode, receiptResponse.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      '%PDF-',
    ])
  }
})

test('resident and office see the slip of a deposit', async () => {
  const [missingSlips] = await selectRows(sql<{ n: number }>`
    select count(*)::int as n from payments p left join files f
      on f.key = p.images -> 0 ->> 'url' and f.owner_kind = 'payment' and f.owner_id = p.id
    where p.type = 1 and p.reservation_id is null and (f.key is null or not f.has_thumb)`)
  expect(missingSlips).toEqual({ n: 0 })
  for (const caller of [await logInResident('A-101'), cashier]) {
    const { body } = await caller.get<List<Payment>>('/payments?limit=100')
    const slip = body.data.find(({ images }) => images.length > 0)?.images[0]
    expect(await requestLink(slip?.src ?? '')).toMatchObject({ status: 200, type: 'image/jpeg' })
  }
})

test('a payment set aside needs a remark, and the reservation’s payment can be approved', async () => {
  const [paymentSetAside] = await selectRows(
    sql<{ id: number }>`select id from payments where set_aside is not null and status = 2 limit 1`,
  )
  const path = `/payment/${paymentSetAside?.id}`
  expect((await cashier.get<Payment>(path)).body.setAside).toMatch(/^The gateway says ₱/)
  expect((await cashier.put(path, { status: 3 })).status).toBe(400)
  expect((await cashier.put(path, { status: 3, remarks: 'Settled by telephone.' })).status).toBe(200)
  const [reservationPayment] = await selectRows(
    sql<{ id: number }>`select id from payments where reservation_id is not null`,
  )
  const approvalAnswer = await manager.put<Payment>(`/payment/reserved/${reservationPayment?.id}`)
  expect([approvalAnswer.status, approvalAnswer.body.status]).toEqual([200, 3])
})

test('the next payment and the next receipt continue the numbers', async () => {
  const [lastNumbers] = await selectRows(sql<{ payment: number; receipt: number }>`
    select coalesce(max(split_part(reference_number, '-', 3)::int), 0) as payment,
      coalesce(max(split_part(receipt_number, '-', 3)::int), 0) as receipt
    from payments
    where split_part(reference_number, '-', 2) = to_char(now() at time zone 'Asia/Manila', 'YYYY')`)
  const { id, reference_number: referenceNumber } = await portal.db.transaction().execute((tx) =>
    insertPayment(tx, {
      tenant_id: 1,
      type: 1,
      status: 2,
      amount_paid: 100,
      transaction_date: null,
      timeZone: 'Asia/Manila',
    }),
  )
  expect(Number(referenceNumber.split('-')[2])).toBe((lastNumbers?.payment ?? 0) + 1)
  const { body } = await cashier.put<Payment>(`/payment/${id}`, { status: 4 })
  expect(Number(String(body.receiptNumber).split('-')[2])).toBe((lastNumbers?.receipt ?? 0) + 1)
})
