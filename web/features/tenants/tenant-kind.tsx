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
    columnAbove,
    comparedKeys: before = [],
  }: { look?: 'wide' | 'c-num'; columnAbove?: string; comparedKeys?: readonly ('name' | NamedField)[] } = {},
): TableColumn<Tenant> => ({
  label,
  look,
  columnAbove,
  tip: TENANT_HINTS[key],
  renderCell: (row) =>
    renderText(
      row[key],
      before.map((comparedKey) => row[comparedKey]),
    ),
})

function renderText(value: unknown, comparedValues: readonly unknown[]) {
  if (typeof value !== 'string' || value === '') return <span className="subtle">None</span>
  return comparedValues.includes(value) ? (
    <span className="subtle">Same</span>
  ) : (
    <span className="clip">{value}</span>
  )
}

const COLUMNS: readonly TableColumn<Tenant>[] = [
  {
    label: 'Last Active',
    look: 'c-num',
    columnAbove: 'Client Code',
    renderCell: ({ lastSeen }) => <LastActive lastSeen={lastSeen ?? null} />,
  },
  { label: 'Client Code', look: 'c-num', isRowOpener: true, renderCell: ({ clientCode }) => clientCode },
  {
    label: 'Name',
    look: 'wide',
    renderCell: (row) => (
      <>
        {renderText(row.name, [])} <MailRefusedTag at={row.mailRefusedAt} />
      </>
    ),
  },
  createTextColumn('Uoccname', 'uoccname', { columnAbove: 'Name', comparedKeys: ['name'] }),
  createTextColumn('Uoccpers', 'uoccpers', { comparedKeys: ['name', 'uoccname'] }),
  createTextColumn('Uocctel1', 'uocctel1', { look: 'c-num' }),
  createTextColumn('Uocctel2', 'uocctel2', {
    look: 'c-num',
    columnAbove: 'Uocctel1',
    comparedKeys: ['uocctel1'],
  }),
  createTextColumn('Ubtname', 'ubtname', {
    columnAbove: 'Uoccpers',
    comparedKeys: ['name', 'uoccname', 'uoccpers'],
  }),
  createTextColumn('Ubaddln1', 'ubaddln1'),
  {
    label: 'Received Since',
    look: 'c-num right',
    columnAbove: BALANCE_LABELS.leftToPay,
    renderCell: ({ receivedSince }) => formatPesos(receivedSince),
  },
  {
    label: BALANCE_LABELS.leftToPay,
    look: 'c-num right',
    renderCell: ({ leftToPay }) => formatBalance(leftToPay),
  },
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
  rowPath: 'tenant',
  listPath: 'tenants',
  form: tenantForm,
  noun: { one: 'tenant', many: 'tenants' },
  searchHint: 'Search code, name, email or phone',
  purpose: 'Add them here, or import the first statements: each new client code makes a tenant.',
  getName: ({ uoccname, clientCode }) => `${uoccname}, ${clientCode}`,
  columns: COLUMNS,
  sortKeys: SORT_KEYS,
  card: toCard,
  lossWarning:
    'The tenant is logged out and cannot log in any more. ' +
    'Tickets, statements and payments stay readable to the office, and the client code can be given again.',
}
