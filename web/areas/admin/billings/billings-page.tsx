import '../../../tickets/styles.ts'
import '../records/records.css'
import '../../../billing/billing.css'
import './billings.css'
import { useQuery } from '@tanstack/react-query'
import { History, Paperclip } from 'lucide-react'
import { billingsQuery } from '../../../billing/calls.ts'
import { type Billing, pdfKey, pdfName } from '../../../billing/statement.ts'
import { NoPdf, useStatementPdf } from '../../../billing/statement-buttons.tsx'
import { pesos } from '../../../lib/money.ts'
import { useOpenId } from '../../../lib/open-id.ts'
import { showDate } from '../../../lib/time.ts'
import { SearchBox } from '../../../tickets/admin/list-tools.tsx'
import { useListParams } from '../../../tickets/list-params.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import type { CardWords, RecordColumn } from '../../../ui/record-table.tsx'
import { RecordList } from '../records/record-list.tsx'
import { TenantStatements } from './tenant-statements.tsx'

/** What each tenant owes by their latest statement (specification 3 §2, 'Billings'). */
export function BillingsPage() {
  const { filter: asked, change } = useListParams()
  const { openId, show } = useOpenId('id')
  const { page, limit, searchTerm } = asked
  const filter = { page, limit, searchTerm }
  const query = useQuery(billingsQuery(filter))
  const { open, reader } = useStatementPdf()
  const attachment = (billing: Billing): React.ReactNode =>
    pdfKey(billing) === undefined ? (
      <NoPdf statement={billing} />
    ) : (
      <button type="button" className="attachment" onClick={() => open(billing)}>
        <Paperclip className="i sm" aria-hidden />
        <span>{pdfName(billing)}</span>
      </button>
    )
  const columns: readonly RecordColumn<Billing>[] = [
    {
      label: 'Client Code',
      look: 'c-num',
      opens: true,
      show: ({ clientCode }) => clientCode,
      sortBy: ({ clientCode }) => clientCode,
    },
    {
      label: 'Uoccname',
      look: 'wide',
      show: ({ uoccname }) => uoccname,
      sortBy: ({ uoccname }) => uoccname,
    },
    {
      label: 'SOA Amount',
      look: 'c-num right',
      show: ({ soaAmount }) => pesos(soaAmount),
      sortBy: ({ soaAmount }) => soaAmount,
    },
    {
      label: 'SOA Date',
      look: 'c-num',
      show: ({ soaDate }) => showDate(soaDate),
      sortBy: ({ soaDate }) => soaDate ?? '',
    },
    { label: 'Attachment', look: 'wide', show: attachment },
  ]
  const card = (billing: Billing): CardWords => ({
    heading: (
      <>
        {billing.uoccname} <small className="num">{billing.clientCode}</small>
      </>
    ),
    words: (
      <>
        <p className="num">
          <b>{pesos(billing.soaAmount)}</b>, {showDate(billing.soaDate)}
        </p>
        {attachment(billing)}
      </>
    ),
  })
  const opened = query.data?.data.find(({ id }) => id === openId)
  return (
    <div className="office billings">
      <PageHead title="Billings" />
      <div className="office-tools">
        <SearchBox
          hint="Search client code or name"
          value={searchTerm}
          onSearch={(term) => change({ searchTerm: term })}
        />
      </div>
      <RecordList
        query={query}
        caption="Billings"
        things="billings"
        filter={filter}
        purpose="Each tenant is listed here with the latest statement that was imported."
        columns={columns}
        card={card}
        nameOf={({ clientCode }) => clientCode}
        onPage={(next) => change({ page: next })}
        onOpen={({ id }) => show(id)}
        actions={({ id }) => [{ label: 'Statements', icon: History, onSelect: () => show(id) }]}
      />
      {openId !== undefined && (
        <TenantStatements
          key={openId}
          tenantId={openId}
          title={opened ? `${opened.uoccname}, ${opened.clientCode}` : undefined}
          onView={open}
          onClose={() => show(undefined)}
        />
      )}
      {reader}
    </div>
  )
}
