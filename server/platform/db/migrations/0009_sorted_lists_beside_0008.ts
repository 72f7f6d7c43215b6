import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Lists in other orders than the newest first: each is read in its order, and of a million tickets ten are fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const MAIN_DATES = {
  gatePass: 'dateOfUse',
  reservation: 'startTime',
  workPermit: 'dateFrom',
  visitor: 'dateOfVisit',
  leasingInquiry: 'dateInquiry',
}

const STATEMENTS = [
  // By a module's main date, with the status for its tabs.
  ...Object.entries(MAIN_DATES).map(
    ([module, field]) =>
      `create index tickets_date_${module.toLowerCase()} on tickets ((details ->> '${field}'), status)
        where status <> 0 and module = '${module}'`,
  ),

  // By client: the tenants in their order, and of each the tickets. The status is read from the index too.
  'create index tenants_code on tenants (lower(client_code))',
  'create index tenants_name on tenants (lower(uoccname))',
  `create index tickets_tenant_module_status on tickets (tenant_id, module, id desc) include (status) where status <> 0`,
  'drop index tickets_tenant_module',

  'create index payments_date on payments (transaction_date, status) where status <> 0',
]
