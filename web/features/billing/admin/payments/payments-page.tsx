import '../../../../ui/list-pages/styles.ts'
import '../../../../ui/list-pages/record-list.css'
import '../../billing.css'
import './payments.css'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import type { Tab } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Eye, Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { paymentsQuery } from '../../calls.ts'
import { can } from '../../payment.ts'
import { useLivePayments } from '../../use-live-payments.ts'
import { useAdmin } from '../../../../lib/api/me.ts'
import { SearchBox, StatusTabs } from '../../../../ui/list-pages/list-tools.tsx'
import { SelectionBar } from '../../../../ui/list-pages/selection-bars.tsx'
import { useSelection } from '../../../../ui/list-pages/selection.ts'
import { useListParams } from '../../../../ui/list-pages/list-params.ts'
import { Button, IconButton } from '../../../../ui/controls/button.tsx'
import { confirm } from '../../../../ui/overlays/dialogs.ts'
import { PageHead } from '../../../../ui/page-head.tsx'
import type { RowAction } from '../../../../ui/lists/row-menu.tsx'
import { useIsPhone } from '../../../../ui/use-media.ts'
import { useRecordPanel } from '../../../../ui/list-pages/record-panel.ts'
import { RecordList } from '../../../../ui/list-pages/record-list.tsx'
import { useDeleteRecord } from '../../../../ui/list-pages/use-delete-record.ts'
import { counted } from '../../../../lib/counted.ts'
import { cardOf, COLUMNS, SORT_KEYS } from './columns.tsx'
import { usePayfile } from './payfile.ts'
import { PaymentModal } from './payment-modal.tsx'
import { ReserveModal } from './reserve-modal.tsx'

const TABS: readonly Tab[] = [
  { label: 'All' },
  { label: 'For Verification', status: 2 },
  { label: 'Verified', status: 3 },
  { label: 'Posted', status: 4 },
  { label: 'Rejected', status: 5 },
]

/** Names of a payment in questions and toasts. */
const KIND = { one: 'payment', many: 'payments', toast: 'Payment' } as const

/** Payments for the office: verify, post, reject, export (rules 8.22). */
export default function PaymentsPage() {
  const id = useId()
  const phone = useIsPhone()
  const client = useQueryClient()
  const { id: adminId, roles } = useAdmin()
  const { filter, change, turn, sorting } = useListParams(SORT_KEYS)
  const { panel, open, close } = useRecordPanel()
  const query = useQuery(paymentsQuery(filter))
  const marks = useLivePayments(channels.adminPayments(adminId), filter)
  const selection = useSelection(filter, query.data?.total ?? 0)
  const payfile = usePayfile()
  const remove = useDeleteRecord()
  const mayAdd = allows(roles, 'payments', 'add')
  const chosen = selection.count > 0
  const add = { label: 'Add payment', icon: Plus, onPress: () => open() }
  // the file is of the selected rows (rules 13.12)
  const save = async (): Promise<void> => {
    const sure =
      chosen ||
      (await confirm({
        title: `Download ${counted(query.data?.total ?? 0, 'payment', 'payments')}?`,
        content: 'No payment is selected. The file will hold all of this tab and search.',
        okText: 'Download all',
      }))
    if (sure) payfile.download(selection.csv)
  }
  const drop = async (payment: Payment): Promise<void> => {
    await remove(KIND, payment.id, payment.referenceNumber)
    void client.invalidateQueries({ queryKey: ['payments'] })
  }
  return (
    <div className="office payments">
      {/* on a phone the bar of the selection takes the place of the add button */}
      <PageHead title="Payments" action={phone && mayAdd && !chosen ? add : undefined} />
      <StatusTabs
        tabs={TABS}
        status={filter.status}
        counts={query.data?.counts}
        controls={id}
        onStatus={(status) => change({ status })}
      />
      <div className="office-tools">
        <SearchBox
          hint="Search reference number, client or name"
          value={filter.searchTerm}
          onSearch={(searchTerm) => change({ searchTerm })}
        />
        {phone && !chosen && <IconButton icon={Download} label="Download CSV" onClick={() => void save()} />}
        {!phone && (
          <>
            <span className="sp" />
            <Button icon={Download} busy={payfile.busy} onClick={() => void save()}>
              Download CSV
            </Button>
            {mayAdd && (
              <Button kind="primary" icon={Plus} onClick={add.onPress}>
                {add.label}
              </Button>
            )}
          </>
        )}
      </div>
      <RecordList
        id={id}
        query={query}
        caption="Payments"
        things="payments"
        filter={filter}
        purpose="What residents pay appears here by itself."
        columns={COLUMNS}
        card={cardOf}
        nameOf={({ referenceNumber }) => referenceNumber}
        marks={marks}
        selection={selection}
        sorting={sorting}
        onPage={turn}
        onClearSearch={() => change({ searchTerm: '' })}
        onOpen={(payment) => open(payment.id)}
        actions={(payment): RowAction[] => [
          { label: 'View', icon: Eye, onSelect: () => open(payment.id) },
          ...(can(payment, 'delete')
            ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => void drop(payment) }]
            : []),
        ]}
      />
      {phone && chosen && <SelectionBar selection={selection} csv={payfile} />}
      {panel && panel.id === undefined && mayAdd && <ReserveModal onClose={close} />}
      {panel?.id !== undefined && <PaymentModal key={panel.id} id={panel.id} onClose={close} />}
    </div>
  )
}
