import { Plus } from 'lucide-react'
import { useState } from 'react'
import { fetchAllRows } from '#lib/api/create-api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatDate, getToday } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Section } from '#ui/panels/section.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Billing, LedgerEntry, Statement } from '@tahanan/contract/billing/answers.ts'
import { getBalanceFact } from '@tahanan/contract/billing/balance.ts'
import { ledgerEntryForm } from '@tahanan/contract/billing/ledger.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { BALANCE_KEYS, statementsQuery } from '../../calls.ts'
import { DueDate } from '../../ledger/due-date.tsx'
import { formatLedgerCsv } from '../../ledger/format-ledger-csv.ts'
import { LedgerList } from '../../ledger/ledger-list.tsx'
import { CsvButton, ReportPdfButton } from '../../save-buttons.tsx'
import { StatementList } from '../../statement-list.tsx'
import { usePagedQuery } from '../../use-paged-query.ts'

interface TenantAccountProps {
  tenantId: number
  /** Tenant's row of the list of balances; undefined if it is not on the open page of the list. */
  billing: Billing | undefined
  onView: (statement: Statement) => void
  onClose: () => void
}

/** Ledger and statements of a tenant. Administrators with `payments.charge` can add an entry (rules 16.6). */
export function TenantAccount({ tenantId, billing, onView, onClose }: TenantAccountProps) {
  const { roles } = useAdmin()
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const name = `Ledger ${billing?.clientCode ?? tenantId}`
  const loadLedgerCsv = async () =>
    formatLedgerCsv(await fetchAllRows<LedgerEntry>(`/ledger/${tenantId}`, {}))
  const title = billing && `${billing.uoccname}, ${billing.clientCode}`
  return (
    <>
      <Sheet
        place="box"
        width={1000}
        title="Account ledger"
        subtitle={title}
        onClose={onClose}
        footer={
          <>
            <CsvButton name={name} csv={loadLedgerCsv} />
            <ReportPdfButton path={`/ledger/${tenantId}/pdf`} name={name} />
            {rolesAllow(roles, 'payments', 'charge') && (
              <Button icon={Plus} onClick={() => setAdding(true)}>
                Add charge or credit
              </Button>
            )}
          </>
        }
      >
        <div className="tenant-account stack gap-4">
          {billing && (
            <Facts
              facts={[
                ['SOA Amount', formatBalance(billing.soaAmount)],
                ['Received Since', formatPesos(billing.receivedSince)],
                getBalanceFact(billing.leftToPay),
                ['Due', billing.dueDate && <DueDate key="due" dueFields={billing} showDay={formatDate} />],
              ]}
            />
          )}
          <LedgerList
            onMissing={onClose}
            tenantId={tenantId}
            page={page}
            onPage={setPage}
            paymentAddress={
              rolesAllow(roles, 'payments', 'view')
                ? (id) => `/admin/payments?modal=true&id=${id}`
                : undefined
            }
          />
          <Section title="Statements of account">
            <TenantStatements tenantId={tenantId} onView={onView} />
          </Section>
        </div>
      </Sheet>
      {isAdding && (
        <FormSheet
          formDefinition={ledgerEntryForm}
          title={getFormTitle('ADD', 'charge or credit')}
          subtitle={title}
          path="/ledger-entry"
          noun="Entry"
          extraValues={{ tenantId }}
          start={{ date: getToday() }}
          staleQueries={BALANCE_KEYS}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function TenantStatements({ tenantId, onView }: Pick<TenantAccountProps, 'tenantId' | 'onView'>) {
  const { query, filter, onPage } = usePagedQuery((page) => statementsQuery({ ...page, tenantId }))
  const { data } = query
  if (!data) return <QueryState query={query} title="We could not load the statements" />
  if (data.total === 0) return <EmptyState title="No statements yet">Import them under Utilities.</EmptyState>
  return (
    <>
      <StatementList statements={data.data} onView={onView} />
      {data.total > filter.limit && (
        <Pager {...filter} total={data.total} of="the statements" onPage={onPage} />
      )}
    </>
  )
}
