import type { Static } from 'typebox'
import { findWaitingThreads } from '#features/conversation/find-waiting-threads.ts'
import { presentPayment } from '#features/payments/present.ts'
import { getPaymentList, countByStatus, type PaymentRow } from '#features/payments/repository.ts'
import { countOpenRequests } from '#features/privacy/requests/repository.ts'
import { mayChange, mayDecide, getViewableModules } from '#features/tickets/policy.ts'
import { presentListedTicket } from '#features/tickets/present.ts'
import { listTicketRows, type TicketRow } from '#features/tickets/repository.ts'
import {
  findAssignedTickets,
  findLateTickets,
  findWaitingTickets,
  countWaitingByModule,
} from '#features/tickets/urgent-tickets.ts'
import { hasPermission, type AdminActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { MyWork, ListCount } from '@tahanan/contract/desk/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { URGENT_BEFORE_DUE_DAYS } from '@tahanan/contract/privacy-requests/request-form.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { addDays, formatDay } from '@tahanan/contract/time.ts'

interface Context {
  readonly db: DbOrTx
  readonly files: Pick<FileStore, 'presentFiles'>
  readonly timeZone: string
}

type CountsByModule = ReadonlyMap<string, number>

const toListCounts = (modules: readonly TicketModule[], counts: CountsByModule): ListCount[] =>
  modules.flatMap(({ name, path }) => {
    const total = counts.get(name) ?? 0
    return total > 0 ? [{ list: path.many, total }] : []
  })

const getNames = (modules: readonly TicketModule[]): string[] => modules.map(({ name }) => name)

export async function listDeskGroups(context: Context, actor: AdminActor): Promise<Static<typeof MyWork>> {
  const { db } = context
  const viewedModules = getViewableModules(actor)
  const changeableModules = viewedModules.filter((module) => mayChange(actor, module))
  const decidableModules = viewedModules.filter((module) => mayDecide(actor, module))
  const urgentUntil = addDays(formatDay(new Date(), context.timeZone), URGENT_BEFORE_DUE_DAYS)
  const [lateTickets, assignedTickets, waitingTickets, waitingPayments, waitingThreads, requests] =
    await Promise.all([
      findLateTickets(db, getNames(viewedModules)),
      findAssignedTickets(db, { modules: getNames(changeableModules), assigneeId: actor.id }),
      findWaitingTickets(db, getNames(decidableModules)),
      listWaitingPayments(context, actor),
      findWaitingThreads(db, actor),
      countPrivacyRequests(db, actor, urgentUntil),
    ])
  const rows = await listTicketRows(db, [
    ...new Set([lateTickets, assignedTickets, waitingTickets].flatMap(({ ids }) => ids)),
  ])
  const toGroup = (
    name: Group['name'],
    { ids, counts }: typeof lateTickets,
    modules: readonly TicketModule[],
    payments: typeof waitingPayments = { lists: [], rows: [] },
  ): Group => {
    const listCounts = toListCounts(modules, counts)
    const total = [...listCounts, ...payments.lists].reduce((sum, list) => sum + list.total, 0)
    // Whether counting stopped at the limit. Then the counts of the single lists are incomplete, so they are
    // returned as 0.
    const isCapped = name !== 'waits' && total >= LIMITS.searchTotal
    const lists = isCapped ? modules.map(({ path }) => ({ list: path.many, total: 0 })) : listCounts
    return {
      name,
      total,
      lists: [...lists, ...payments.lists],
      services:
        hasPermission(actor, 'services', 'view') && (name === 'mine' || modules.length === MODULES.length),
      tickets: presentRows(actor, rows, ids),
      payments: payments.rows,
      threads: [],
    }
  }
  return {
    groups: [
      toGroup('late', lateTickets, viewedModules),
      toGroup('mine', assignedTickets, changeableModules),
      { name: 'answered', lists: [], services: false, tickets: [], payments: [], ...waitingThreads },
      toGroup('waits', waitingTickets, decidableModules, {
        ...waitingPayments,
        lists: [...waitingPayments.lists, ...requests],
      }),
    ],
  }
}

type Group = Static<typeof MyWork>['groups'][number]

function presentRows(
  actor: AdminActor,
  rows: readonly TicketRow[],
  ids: readonly number[],
): Group['tickets'] {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? []).map((row) => presentListedTicket(actor, row))
}

const PAYMENT_DECISIONS = [
  [PAYMENT_STATUS.forVerification, 'verify'],
  [PAYMENT_STATUS.verified, 'posted'],
] as const

const getDecidableStatuses = (actor: AdminActor) =>
  PAYMENT_DECISIONS.flatMap(([status, flag]) =>
    hasPermission(actor, 'payments', 'view') && hasPermission(actor, 'payments', flag) ? [status] : [],
  )

async function countPayments(db: DbOrTx, tabs: readonly number[]): Promise<ListCount[]> {
  if (tabs.length === 0) return []
  const counts = await countByStatus(db)
  const { created, forVerification } = PAYMENT_STATUS
  const countedStatuses = tabs.includes(forVerification) ? [created, ...tabs] : tabs
  const total = countedStatuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  return total > 0 ? [{ list: 'payments', total }] : []
}

async function listWaitingPayments({ db, files }: Context, actor: AdminActor) {
  const decidableStatuses = getDecidableStatuses(actor)
  const oldestFirst = { limit: LIMITS.pageSize, offset: 0, sort: 'created_at' } as const
  const [lists, ...pages] = await Promise.all([
    countPayments(db, decidableStatuses),
    ...decidableStatuses.map((status) => getPaymentList(status).read(db, {}, oldestFirst)),
  ])
  const paymentRows = pages
    .flatMap((page): PaymentRow[] => page.rows)
    .toSorted((a, b) => a.id - b.id)
    .slice(0, LIMITS.pageSize)
  return { lists, rows: paymentRows.map((row) => presentPayment(files, actor, row)) }
}

async function countPrivacyRequests(db: DbOrTx, actor: AdminActor, dueUntil?: string): Promise<ListCount[]> {
  if (!hasPermission(actor, 'privacy', 'view') || !hasPermission(actor, 'privacy', 'answer')) return []
  const total = await countOpenRequests(db, dueUntil)
  return total > 0 ? [{ list: 'privacy-requests', total }] : []
}

export async function countWaitingItems(db: DbOrTx, actor: AdminActor): Promise<ListCount[]> {
  const { forVerification } = PAYMENT_STATUS
  const visibleStatuses = hasPermission(actor, 'payments', 'view') ? [forVerification] : []
  const [counts, paymentCounts, requests] = await Promise.all([
    countWaitingByModule(db),
    countPayments(db, [...new Set([...visibleStatuses, ...getDecidableStatuses(actor)])]),
    countPrivacyRequests(db, actor),
  ])
  return [...toListCounts(getViewableModules(actor), counts), ...paymentCounts, ...requests]
}
