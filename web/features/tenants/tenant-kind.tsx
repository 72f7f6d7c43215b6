import { formatAmountDue, formatBalance, formatPesos } from '#lib/money.ts'
import type { RecordKind } from '#ui/list-pages/record-kind.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { LastActive } from '#ui/values/last-active.tsx'
import { MailRefusedTag } from '#ui/values/status-tag.tsx'
import { BALANCE_LABELS } from '@tahanan/contract/billing/balance.ts'
import { TENANT_HINTS, tenantForm } from '@tahanan/contract/billing/tenant.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

type NamedField = keyof typeof TENANT_HINTS

const createTextColumn = (
  label: string,
  key: NamedField,
  {
    look = 'wide',
    under,
    before = [],
  }: { look?: 'wide' | 'c-num'; under?: string; before?: readonly ('name' | NamedField)[] } = {},
): TableColumn<Tenant> => ({
  label,
  look,
  under,
  tip: TENANT_HINTS[key],
  show: (row) =>
    renderText(
      row[key],
      before.map((other) => row[other]),
    ),
})

function renderText(value: unknown, before: readonly unknown[]) {
  if (typeof value !== 'string' || value === '') return <span className="subtle">None</span>
  return before.includes(value) ? <span className="subtle">Same</span> : <span className="clip">{value}</span>
}

const COLUMNS: readonly TableColumn<Tenant>[] = [
  {
    label: 'Last Active',
    look: 'c-num',
    under: 'Client Code',
    show: ({ lastSeen }) => <LastActive lastSeen={lastSeen ?? null} />,
  },
  { label: 'Client Code', look: 'c-num', opens: true, show: ({ clientCode }) => clientCode },
  {
    label: 'Name',
    look: 'wide',
    show: (row) => (
      <>
        {renderText(row.name, [])} <MailRefusedTag at={row.mailRefusedAt} />
      </>
    ),
  },
  createTextColumn('Uoccname', 'uoccname', { under: 'Name', before: ['name'] }),
  createTextColumn('Uoccpers', 'uoccpers', { before: ['name', 'uoccname'] }),
  createTextColumn('Uocctel1', 'uocctel1', { look: 'c-num' }),
  createTextColumn('Uocctel2', 'uocctel2', { look: 'c-num', under: 'Uocctel1', before: ['uocctel1'] }),
  createTextColumn('Ubtname', 'ubtname', { under: 'Uoccpers', before: ['name', 'uoccname', 'uoccpers'] }),
  createTextColumn('Ubaddln1', 'ubaddln1'),
  {
    label: 'Received Since',
    look: 'c-num right',
    under: BALANCE_LABELS.leftToPay,
    show: ({ receivedSince }) => formatPesos(receivedSince),
  },
  { label: BALANCE_LABELS.leftToPay, look: 'c-num right', show: ({ leftToPay }) => formatBalance(leftToPay) },
]

const SORT_KEYS: readonly SortKey[] = [
  { key: 'clientCode', label: 'Client Code', kind: 'text' },
  { key: 'uoccname', label: 'Uoccname', kind: 'text' },
  { key: 'lastSeen', label: 'Last Active', kind: 'date' },
  { key: 'leftToPay', label: BALANCE_LABELS.leftToPay, kind: 'amount' },
]

const toCard = (row: Tenant): CardContent => ({
  heading: (
    <>
      {row.uoccname || row.name} <small className="num unit-code">{row.clientCode}</small>
    </>
  ),
  words: (
    <>
      {row.uoccpers && row.uoccpers !== row.uoccname && <p>{row.uoccpers}</p>}
      <p className="num">{formatAmountDue(row.leftToPay)}</p>
      {row.uocctel1 && <p className="num">{row.uocctel1}</p>}
      <MailRefusedTag at={row.mailRefusedAt} />
      <p>
        <LastActive lastSeen={row.lastSeen ?? null} />
      </p>
    </>
  ),
})

/** Declaration of the tenants' list and forms (rules 3.12). */
export const TENANT_RECORD_KIND: RecordKind<Tenant> = {
  page: 'tenants',
  title: 'Tenants List',
  one: 'tenant',
  many: 'tenants',
  form: tenantForm,
  noun: { one: 'tenant', many: 'tenants' },
  searchHint: 'Search code, name, email or phone',
  purpose: 'Add them here, or import the first statements: each new client code makes a tenant.',
  getName: ({ uoccname, clientCode }) => `${uoccname}, ${clientCode}`,
  columns: COLUMNS,
  sortKeys: SORT_KEYS,
  card: toCard,
  loss:
    'The tenant is logged out and cannot log in any more. ' +
    'Tickets, statements and payments stay readable to the office, and the client code can be given again.',
}
