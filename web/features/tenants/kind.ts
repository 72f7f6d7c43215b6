import { tenantForm } from '@tahanan/contract/billing/tenant.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import type { RecordKind } from '../../ui/list-pages/record-kind.ts'
import { cardOf, COLUMNS } from './columns.tsx'

/** The tenants of the community (rules 3.12). */
export const TENANTS: RecordKind<Tenant> = {
  page: 'tenants',
  title: 'Tenants List',
  one: 'tenant',
  many: 'tenants',
  form: tenantForm,
  noun: { one: 'tenant', many: 'tenants' },
  searchHint: 'Search code, name, unit or email',
  purpose: 'Add them here, or import the first statements: each new client code makes a tenant.',
  nameOf: ({ uoccname, clientCode }) => `${uoccname}, ${clientCode}`,
  columns: COLUMNS,
  card: cardOf,
  loss: 'The tenant is logged out and cannot log in any more. Tickets, statements and payments stay readable to the office, and the client code can be given again.',
}
