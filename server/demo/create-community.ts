import { openLedgers } from '#features/ledger/ledger-entries.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'
import { toPaymentNotifications, toStatementNotifications } from './billing/billing-notifications.ts'
import { insertBankAccounts } from './billing/insert-bank-accounts.ts'
import { insertPayments } from './billing/insert-payments.ts'
import { insertStatements } from './billing/insert-statements.ts'
import { getStatementMonths } from './billing/months.ts'
import { planPayments } from './billing/plan-payments.ts'
import type { Community } from './community.ts'
import { DEMO_AGE, addMilliseconds, type DemoClock } from './demo-clock.ts'
import { collectDemoFiles } from './demo-files.ts'
import { insertConversations } from './insert-conversations.ts'
import { insertPasses } from './insert-passes.ts'
import { insertPosts } from './insert-posts.ts'
import {
  insertFeedback,
  insertHouseRules,
  insertPrivacyRequests,
  insertRecords,
  toRecordNotifications,
} from './insert-records.ts'
import { insertTickets } from './insert-tickets.ts'
import { insertNotifications, toTicketNotifications } from './notifications.ts'
import { insertCounters } from './number-series.ts'
import { insertResidents, insertStaff } from './people.ts'
import { insertPrivacyNotice } from './privacy-notice.ts'
import { insertSettings } from './settings.ts'
import { createDemoTickets } from './tickets.ts'

export interface DemoContext {
  readonly db: Db
  readonly files: Pick<FileStore, 'incoming' | 'put'>
  readonly timeZone: string
  /** Time that the demo uses as now. Only tests set it; by default it is the real time. */
  readonly now?: Date
}

export async function createCommunity(tx: Tx, context: DemoContext): Promise<void> {
  const { timeZone, now = new Date() } = context
  const clock: DemoClock = { now, timeZone }
  const openedAt = addMilliseconds(now, -DEMO_AGE)
  const demoFiles = collectDemoFiles(context.files)

  const administrators = await insertStaff(tx, openedAt)
  const records = await insertRecords(tx, { demoFiles, administrators, clock })
  const residents = await insertResidents(tx, now, openedAt)
  await insertSettings(tx)
  await insertBankAccounts(tx, openedAt)
  const amenities = records.find(([{ name }]) => name === amenity.name)?.[1] ?? []
  const community: Community = { clock, demoFiles, residents, administrators, amenities }

  await insertPrivacyNotice(tx, community)
  const tickets = await insertTickets(tx, await createDemoTickets(community))
  await insertPasses(tx, tickets, clock)
  const months = getStatementMonths(clock)
  await insertStatements(tx, community, months)
  const payments = await insertPayments(tx, planPayments(community, months, tickets), community)
  await openLedgers(tx, community.clock.timeZone)
  await insertCounters(tx)
  const posts = await insertPosts(tx, community)
  await insertHouseRules(tx, community)
  await insertFeedback(tx, community)
  await insertPrivacyRequests(tx, community)
  await insertConversations(tx, community, tickets)
  await insertNotifications(
    tx,
    [
      ...tickets.flatMap((ticket) => toTicketNotifications(ticket, timeZone)),
      ...toStatementNotifications(community, months),
      ...payments.flatMap(toPaymentNotifications),
      ...posts,
      ...toRecordNotifications(records),
    ],
    community,
  )
  // Stores the files before the commit. If the commit fails, files without a row remain, and a cleaner
  // deletes them. A row without its file would be an error.
  await demoFiles.store(tx)
}
