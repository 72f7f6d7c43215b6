import { sql } from 'kysely'
import { expect } from 'vitest'
import { createBankCalls } from '#features/bank-matching/testing.ts'
import { createImportCalls, createSoaCsv, createWebClientCsv } from '#features/imports/testing.ts'
import {
  enableWithholding,
  payOnline,
  requestReversal,
  reportOutcome,
  createTaxFields,
} from '#features/posting/testing.ts'
import { stopSeries } from '#features/receipts/series.ts'
import { createSeries } from '#features/receipts/testing.ts'
import type { TestTenant } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  Billing,
  BillingList,
  CashClose,
  NextCashClose,
  OpenCharge,
} from '@tahanan/contract/billing/answers.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import type { Series } from '@tahanan/contract/billing/series-answers.ts'
import type { TenantAgeing, StatementCheck } from '@tahanan/contract/reports/answers.ts'
import { createLedgerCalls, getDayFromNow } from './testing.ts'

/**
 * Ledger entry that the test expects. `in`: import whose statement covers the entry (includes it in its
 * amount).
 */
interface ExpectedEntry {
  amount: number
  day: string
  payment?: number
  isTax?: boolean
  isCash?: boolean
  cash?: number
  exportedOn?: string
  in?: string
}
const NO_STATEMENT = { soa: 0, soaDay: '', statement: '' }
interface ModelResident {
  caller: LoggedInCaller<TestTenant>
  items: ExpectedEntry[]
  soa: number
  soaDay: string
  statement: string
  previousStatement: typeof NO_STATEMENT
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}

const sumPayments = (items: readonly ExpectedEntry[]) =>
  toPesos(sum(items.filter(({ payment }) => payment).map(({ amount }) => -amount)))
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const toPesos = (centavos: number): number => centavos / 100
const toCentavos = (amount: number): number => Math.round(amount * 100)

/** Steps that are played first, so that each kind of step has an effect at least once. */
const FIRST_STEPS = (
  'charge pay state openSeries invoice payWithTax credit payOnline bank payCash closeDay copy export ' +
  'reversal restore pay state undo export'
).split(' ')
const ALL_RESIDENT_STEPS = ['state', 'undo', 'export']

/**
 * Creates a function that plays changes of ledgers through the API: first `FIRST_STEPS`, then random steps.
 * It compares every page and report with a model that calculates in centavos.
 */
export async function createSequencePlayer(portal: TestPortal) {
  const admin = await portal.as('admin')
  const superAdmin = await portal.as('super-admin')
  const teller = await portal.as('admin')
  const cashier = await portal.as('admin')
  /** Cash in the drawer, in centavos. */
  let drawerCash = 0
  const loadCashCloses = async () =>
    (await admin.get<ListOf<CashClose> & { next: NextCashClose }>('/cash-closes?limit=0')).body
  const { pay, loadLedger, charge } = createLedgerCalls(portal, admin)
  const { importRows, findLine } = await createBankCalls(portal, admin)
  const { prepare, lines } = createImportCalls(portal, admin)

  const createResident = async (): Promise<ModelResident> => {
    const tenant = await portal.as('client')
    await enableWithholding(portal, tenant)
    return { caller: tenant, items: [], ...NO_STATEMENT, previousStatement: NO_STATEMENT }
  }

  async function listIssuedNumbers(): Promise<string[]> {
    const { rows } = await sql<{
      number: string
    }>`select coalesce(i.document ->> 'number', p.receipt ->> 'number', i.number) as number
      from issued_numbers i full join payments p on p.receipt_number = i.number
      where i.number is not null or p.receipt_number is not null`.execute(portal.db)
    return rows.map(({ number }) => number)
  }

  return async function playSequence(seed: number, length: number): Promise<void> {
    const draw = createRandom(seed)
    const drawIntegerBelow = (limit: number) => Math.floor(draw() * limit)
    const firstResident = await createResident()
    const residents: readonly ModelResident[] = [
      firstResident,
      await createResident(),
      await createResident(),
    ]
    const playedSteps: string[] = []
    let hasBatches = (await admin.get<{ total: number }>('/payfile-batches')).body.total > 0
    let latestImport: { uniqId: string; of: ModelResident[] } | undefined
    let day = -300
    let issuedCount = (await listIssuedNumbers()).length
    let hasInvoices = false

    const getBalance = ({ soa, items }: ModelResident) =>
      soa + sum(items.filter((item) => !item.in).map(({ amount }) => amount))
    const isCovered = ({ day: entryDay, payment, exportedOn }: ExpectedEntry, cutOff: string) =>
      hasBatches && payment !== undefined
        ? exportedOn !== undefined && exportedOn <= cutOff
        : entryDay <= cutOff

    const loadReportRow = async ({ caller, soaDay }: ModelResident) => {
      if (soaDay === '') return undefined
      const path = `/statement-check?from=${soaDay}&to=${soaDay}`
      const { data } = (await admin.get<{ data: StatementCheck[] }>(path)).body
      const { soaAmount, posted, notHeld } = data.findLast(({ tenantId }) => tenantId === caller.id) ?? {}
      return [soaAmount, posted, notHeld]
    }
    const getExpectedRow = ({ soa, soaDay, statement, items }: ModelResident) => {
      const missingItems = items.filter((item) => !item.in && item.day <= soaDay)
      if (soaDay === '') return undefined
      return [
        toPesos(soa),
        sumPayments(items.filter((item) => item.in === statement)),
        sumPayments(missingItems),
      ]
    }

    const addPostedPayment = (
      { items }: ModelResident,
      payment: number,
      amount: number,
      tax?: number,
      isCash?: boolean,
    ) => {
      const item = { day: getDayFromNow(0), payment }
      if (tax !== undefined) items.push({ ...item, amount: -tax, isTax: true })
      items.push({ ...item, amount: -amount, ...(isCash && { isCash }) })
      issuedCount += 1
    }

    const steps: Record<string, (resident: ModelResident) => Promise<void>> = {
      async charge(resident) {
        const [amount, entryDay] = [1 + drawIntegerBelow(500_000), getDayFromNow(-drawIntegerBelow(200))]
        await charge(resident.caller, {
          amount: toPesos(amount),
          date: entryDay,
          label: draw() < 0.3 ? 'Penalty' : 'Dues',
        })
        resident.items.push({ amount, day: entryDay })
      },
      async credit(resident) {
        const amount = 1 + drawIntegerBelow(100_000)
        await charge(resident.caller, { kind: 'credit', amount: toPesos(amount) })
        resident.items.push({ amount: -amount, day: getDayFromNow(0) })
      },
      async pay(resident) {
        const amount = 1 + drawIntegerBelow(600_000)
        const openCharges = (
          await resident.caller.get<{ data: OpenCharge[] }>(`/open-charges/${resident.caller.id}`)
        ).body.data
        const chosenCharge = openCharges[drawIntegerBelow(openCharges.length + 2)]
        const payment = await pay(
          resident.caller,
          toPesos(amount),
          chosenCharge && { chargeId: chosenCharge.id },
        )
        addPostedPayment(resident, payment, amount)
      },
      async payWithTax(resident) {
        const amount = 2 + drawIntegerBelow(600_000)
        const tax = 1 + drawIntegerBelow(amount - 1)
        const payment = await pay(resident.caller, toPesos(amount), createTaxFields(toPesos(tax)))
        addPostedPayment(resident, payment, amount, tax)
      },
      async payOnline(resident) {
        const amount = 2 + drawIntegerBelow(600_000)
        const tax = 1 + drawIntegerBelow(amount - 1)
        const paymentBody = {
          amountPaid: toPesos(amount),
          ...(draw() < 0.5 && createTaxFields(toPesos(tax))),
        }
        const { paymentId: payment } = await payOnline(portal, resident.caller, paymentBody)
        await reportOutcome(portal, payment, 'S')
        expect((await admin.put(`/payment/${payment}`, { status: 4 })).status).toBe(200)
        addPostedPayment(resident, payment, amount, 'withheld' in paymentBody ? tax : undefined)
      },
      async bank(resident) {
        const amount = 1 + drawIntegerBelow(600_000)
        const reference = `S${seed}N${playedSteps.length}`
        await importRows([{ date: getDayFromNow(0), amount: toPesos(amount), reference }])
        const { id } = await findLine(reference)
        const body = { tenantId: resident.caller.id }
        const paymentResponses = await Promise.all(
          [1, 2].map(() => admin.post(`/bank-line/${id}/payment`, body)),
        )
        expect(paymentResponses.map(({ status }) => status).toSorted()).toEqual([201, 409])
        const payment = (await findLine(reference)).payment?.id ?? 0
        const postResponses = await Promise.all(
          [1, 2].map(() => admin.put(`/payment/${payment}`, { status: 4 })),
        )
        expect(postResponses.map(({ status }) => status)).toContain(200)
        addPostedPayment(resident, payment, amount)
      },
      async payCash(resident) {
        const amount = 1 + drawIntegerBelow(600_000)
        const body = { tenantId: resident.caller.id, type: 4, amountPaid: toPesos(amount) }
        const paymentResponse = await cashier.post<{ id: number }>('/counter-payment', body)
        expect(paymentResponse.status).toBe(201)
        addPostedPayment(resident, paymentResponse.body.id, amount, undefined, true)
        drawerCash += amount
      },
      async closeDay() {
        const { expected, payments } = (await loadCashCloses()).next
        const closeResponse = await teller.post('/cash-close', {
          counted: 0,
          expected,
          remarks: 'To the bank',
        })
        expect(closeResponse.status).toBe(payments > 0 ? 201 : 409)
      },
      async reversal(resident) {
        const reversedIds = new Set(
          resident.items.filter(({ amount }) => amount > 0).map(({ payment }) => payment),
        )
        const paymentItem = resident.items.find(
          ({ payment, amount }) => payment && amount < 0 && !reversedIds.has(payment),
        )
        if (!paymentItem) return
        const reversalResponses = await Promise.all(
          [1, 2].map(() => requestReversal(admin, paymentItem.payment ?? 0)),
        )
        expect(reversalResponses.map(({ status }) => status).toSorted()).toEqual([201, 409])
        const paymentItems = resident.items.filter(({ payment }) => payment === paymentItem.payment)
        const amount = -sum(paymentItems.map((item) => item.amount))
        const cash = sum(paymentItems.filter(({ isTax }) => !isTax).map((item) => item.amount))
        resident.items.push({ amount, cash, day: getDayFromNow(0), payment: paymentItem.payment })
        if (paymentItem.isCash) drawerCash -= amount
      },
      async state() {
        day = Math.min(1, day + drawIntegerBelow(120))
        const statementDay = getDayFromNow(day)
        const importedResidents = residents.filter(({ soaDay }) => soaDay <= statementDay && draw() < 0.7)
        if (importedResidents.length === 0) return
        const amounts = importedResidents.map(() => drawIntegerBelow(1_000_000) - 100_000)
        const { uniqId } = await prepare({
          soa: createSoaCsv(
            importedResidents.map(({ caller }) => ({
              urefno: caller.account.clientCode,
              invdate: statementDay,
            })),
          ),
          webClient: createWebClientCsv(
            importedResidents.map(({ caller: { account } }, index) => ({
              urefno: account.clientCode,
              uoccname: account.uoccname,
              uothdep: toPesos(amounts[index] ?? 0).toFixed(2),
            })),
          ),
        })
        const previewRows = await lines(uniqId)
        const coveredItems: ExpectedEntry[] = []
        const entriesSince: ExpectedEntry[] = []
        for (const [index, resident] of importedResidents.entries()) {
          const openItems = resident.items.filter((item) => !item.in)
          const { entries = [] } = previewRows[index] ?? {}
          expect(entries.map(({ amount, date }) => [toCentavos(amount), date])).toEqual(
            openItems.map(({ amount, day: entryDay }) => [amount, entryDay]),
          )
          for (const [itemIndex, item] of openItems.entries()) {
            const isItemCovered = isCovered(item, statementDay)
            const { id, inStatement } = entries[itemIndex] ?? {}
            expect(inStatement).toBe(isItemCovered)
            // Withheld tax is not moved into a statement alone: it moves with its payment, which is the next
            // entry.
            if (item.isTax) continue
            const isMoved = draw() < 0.2
            const path = `/statement-imports/${uniqId}/entries/${id}`
            if (isMoved) expect((await admin.put(path, { inStatement: !isItemCovered })).status).toBe(200)
            const tax = openItems.filter(
              ({ isTax, payment }) => isTax && payment === item.payment && item.amount < 0,
            )
            ;(isItemCovered === isMoved ? entriesSince : coveredItems).push(item, ...tax)
          }
        }
        expect((await admin.get<StatementImport>(`/statement-imports/${uniqId}`)).body).toMatchObject({
          inStatement: sumPayments(coveredItems),
          receivedSince: sumPayments(entriesSince),
        })
        const { body } = await admin.put<{ count: number }>('/tenant-soa-info', {
          uniqId,
          confirmCorrections: true,
          confirmExported: true,
        })
        expect(body.count).toBe(importedResidents.length)
        for (const item of coveredItems) item.in = uniqId
        for (const [index, resident] of importedResidents.entries()) {
          resident.previousStatement = {
            soa: resident.soa,
            soaDay: resident.soaDay,
            statement: resident.statement,
          }
          Object.assign(resident, { soa: amounts[index] ?? 0, soaDay: statementDay, statement: uniqId })
        }
        latestImport = { uniqId, of: importedResidents }
      },
      async undo() {
        if (!latestImport) return
        const { uniqId, of: importedResidents } = latestImport
        expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(200)
        for (const importedResident of importedResidents) {
          Object.assign(importedResident, importedResident.previousStatement)
          for (const item of importedResident.items) if (item.in === uniqId) delete item.in
        }
        latestImport = undefined
      },
      async openSeries() {
        const kind = hasInvoices && draw() < 0.5 ? 'receipt' : 'invoice'
        await createSeries(admin, { kind, prefix: `S${seed}${playedSteps.length}-`, last: 100 })
        hasInvoices = true
      },
      async invoice({ caller }) {
        if (!hasInvoices) return
        const charges = (await loadLedger(caller)).data.filter(({ kind }) => kind === 'charge')
        const { id, invoice } = charges[drawIntegerBelow(charges.length)] ?? {}
        if (id === undefined) return
        const invoiceResponses = await Promise.all([1, 2].map(() => admin.post('/invoice', { entryId: id })))
        const hasValidInvoice = invoice?.isVoid === false
        expect(invoiceResponses.map(({ status }) => status).toSorted()).toEqual(
          hasValidInvoice ? [409, 409] : [201, 409],
        )
        if (hasValidInvoice)
          expect((await admin.post(`/invoice/${invoice.id}/void`, { remarks: 'Wrong' })).status).toBe(200)
        else issuedCount += 1
      },
      async restore() {
        await stopSeries(portal.db)
        const { data } = (await admin.get<{ data: Series[] }>('/receipt-series')).body
        for (const { id, next } of data.filter(({ unconfirmed }) => unconfirmed)) {
          const skippedCount = drawIntegerBelow(3)
          const body = { lastPrinted: next - 1 + skippedCount }
          expect((await admin.post(`/receipt-series/${id}/confirmation`, body)).status).toBe(200)
          issuedCount += skippedCount
        }
      },
      async copy() {
        const paymentFilter = { status: '4', searchTerm: '' }
        expect(
          (await admin.post('/payfile-copy', { payments: paymentFilter, content: 'posted' })).status,
        ).toBe(200)
      },
      async export(resident) {
        // Exports the payments of one resident or of all. An export of all also includes residents of earlier
        // sequences, so its amount is not compared.
        const exportedResidents = draw() < 0.5 ? [resident] : residents
        const isExportOfAll = exportedResidents === residents
        const ids = resident.items.flatMap(({ payment }) => payment ?? [])
        const exportChoice = isExportOfAll ? {} : { payments: { ids } }
        const { status, body } = await admin.post<{ amount: number }>('/payfile-batch', {
          ...exportChoice,
          confirmCopied: true,
        })
        const exportedItems = exportedResidents.flatMap(({ items }) =>
          items.filter((item) => item.payment && !item.in && !item.exportedOn),
        )
        if (!isExportOfAll || exportedItems.length > 0)
          expect(status).toBe(exportedItems.length > 0 ? 201 : 409)
        if (status !== 201) return
        hasBatches = true
        // The export has no rows for withheld tax. The row of a reversal contains only the cash, although the
        // reversal also reverts the tax.
        const cashAmounts = exportedItems
          .filter(({ isTax }) => !isTax)
          .map((item) => item.cash ?? -item.amount)
        if (!isExportOfAll) expect(body.amount).toBe(toPesos(sum(cashAmounts)))
        for (const item of exportedItems) item.exportedOn = getDayFromNow(0)
      },
    }
    const settings = [
      { name: 'penaltiesFirst', value: String(seed % 2) },
      { name: 'graceDays', value: seed === 1 ? '' : String(10 * seed) },
    ]
    expect((await superAdmin.post('/website-settings', { settings })).status).toBe(200)
    const names = [...Object.keys(steps), 'pay', 'state', 'invoice', 'export']

    const expectPagesMatchModel = async (changedResidents: readonly ModelResident[]) => {
      const ageingRows = (await admin.get<{ data: TenantAgeing[] }>('/ageing')).body.data
      for (const changedResident of changedResidents) {
        const { caller, soa, items } = changedResident
        const balance = toPesos(getBalance(changedResident))
        const label = `${playedSteps.join(', ')} of ${caller.account.clientCode}`
        const receivedSince = sumPayments(items.filter((item) => !item.in))
        const expectedBalance = { soaAmount: toPesos(soa), receivedSince, leftToPay: balance }
        const ownBilling = (await caller.get<Billing>('/me')).body
        expect(ownBilling, label).toMatchObject(expectedBalance)
        const billings = await admin.get<BillingList>(`/billings?searchTerm=${caller.account.clientCode}`)
        expect(billings.body.data, label).toMatchObject([{ ...expectedBalance, overdue: ownBilling.overdue }])
        const { leftToPay: _, ...sums } = expectedBalance
        const totals = {
          ...sums,
          leftToPay: Math.max(balance, 0),
          credit: Math.max(-balance, 0),
          net: balance,
        }
        expect(billings.body.totals, label).toEqual(totals)
        expect(await loadReportRow(changedResident), label).toEqual(getExpectedRow(changedResident))
        const ledger = await loadLedger(caller)
        expect(
          [ledger.balance, toPesos(sum(ledger.data.map(({ amount }) => toCentavos(amount))))],
          label,
        ).toEqual([balance, balance])
        const row = ageingRows.find(({ tenantId }) => tenantId === caller.id)
        const pastDue = row ? sum([row.days30, row.days60, row.days90, row.over90].map(toCentavos)) : 0
        expect(ownBilling.overdue, label).toBe(row?.overdue ?? 0)
        expect(toCentavos(ownBilling.overdue), label).toBeLessThanOrEqual(pastDue)
        const { current = 0, days30 = 0, days60 = 0, days90 = 0, over90 = 0, credit = 0 } = row ?? {}
        expect(
          sum([current, days30, days60, days90, over90].map(toCentavos)) - toCentavos(credit),
          label,
        ).toBe(getBalance(changedResident))
      }
    }

    for (let stepIndex = 0; stepIndex < length; stepIndex++) {
      const name = FIRST_STEPS[stepIndex] ?? names[drawIntegerBelow(names.length)] ?? ''
      const stepResident =
        (stepIndex < FIRST_STEPS.length ? firstResident : residents[drawIntegerBelow(residents.length)]) ??
        firstResident
      playedSteps.push(name)
      await steps[name]?.(stepResident)
      await expectPagesMatchModel(ALL_RESIDENT_STEPS.includes(name) ? residents : [stepResident])
    }
    await expectPagesMatchModel(residents)
    const issuedNumbers = await listIssuedNumbers()
    expect([issuedNumbers.length, new Set(issuedNumbers).size]).toEqual([issuedCount, issuedCount])
    const { rows: gaps } =
      await sql`select s.id from number_series s left join issued_numbers i on i.series_id = s.id
      group by s.id having count(i.id) <> s.next - s.first`.execute(portal.db)
    expect(gaps).toEqual([])
    const { data, next } = await loadCashCloses()
    expect(sum([...data, next].map(({ expected }) => toCentavos(expected)))).toBe(drawerCash)
  }
}
