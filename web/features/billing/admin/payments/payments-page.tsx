import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOfficeList } from '#features/office-lists/use-office-list.tsx'
import { TenantField } from '#features/tenants/tenant-field.tsx'
import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { TakenTimes } from '#features/tickets/form/taken-times.tsx'
import { RULES_QUESTION } from '#features/tickets/form/use-ticket-form.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { formatPesos } from '#lib/money.ts'
import { toText } from '#lib/record-values.ts'
import { useNeighbours } from '#ui/decisions/use-neighbours.ts'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { useListShortcuts } from '#ui/keys/use-list-shortcuts.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import { createDeleteAction, createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useMayStayOpen } from '#ui/panels/last-known.ts'
import { usePanel } from '#ui/panels/panel.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE_CSV } from '@tahanan/contract/billing/payfile-csv.ts'
import { PAYMENT_STATUS, TENANT_REQUIRED, reservationPaymentForm } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { OFFICE_LISTS } from '@tahanan/contract/lists/office-lists.ts'
import '../../billing.css'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { StatusTab } from '@tahanan/contract/tickets/define-module.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { payfileBatchesQuery, paymentsQuery } from '../../calls.ts'
import { hasPaymentAbility } from '../../payment.ts'
import { useLivePayments } from '../../use-live-payments.ts'
import { OFFICE_PAYMENT_COLUMNS, OFFICE_PAYMENT_SORT_KEYS, toPaymentCard } from './office-payment-columns.tsx'
import { PayfileSheet } from './payfile-sheet.tsx'
import { PAYMENTS_CSV } from './payments-csv.ts'
import { PaymentModal } from './review-form.tsx'
import { getNextDecision } from './review-panel.tsx'
import './payments.css'

const PAYMENT_TABS: readonly StatusTab[] = [
  { label: 'All' },
  { label: 'For Verification', status: PAYMENT_STATUS.forVerification },
  { label: 'Verified', status: PAYMENT_STATUS.verified },
  { label: 'Posted', status: PAYMENT_STATUS.posted },
  { label: 'Rejected', status: PAYMENT_STATUS.rejected },
]

/** The office's payments: verify, post, reject and export (rules 8.22). */
export default function PaymentsPage() {
  const { id: adminId, roles } = useAdmin()
  const list = useListParams({ tabs: true, keys: OFFICE_PAYMENT_SORT_KEYS, office: OFFICE_LISTS.payments })
  const { filter } = list
  const { panel, open, close, getLink } = usePanel()
  const query = useQuery(paymentsQuery(filter))
  const listControls = useOfficeList({ page: 'payments', list, rows: query.data?.data })
  const neighbours = useNeighbours(filter, query.isPlaceholderData ? undefined : query.data, (page) =>
    queryClient.fetchQuery(paymentsQuery(page)),
  )
  const listFocus = useListShortcuts(
    (query.data?.data ?? []).map(({ id }) => id),
    JSON.stringify(filter),
    { openKey: panel?.id },
  )
  const liveMarks = useLivePayments(liveChannels.adminPayments(adminId), filter)
  // The column names of this file are prescribed by rules 8.24.
  const payfile = useCsvDownload({ path: '/paymentIds', ...PAYFILE_CSV })
  const listDownload = useCsvDownload(PAYMENTS_CSV)
  const remove = useDeleteRecord()
  const mayAdd = rolesAllow(roles, 'payments', 'add')
  const isAdding = useMayStayOpen(panel && panel.id === undefined ? 'new' : undefined, mayAdd)
  // Payments of the open export sheet. Before the first batch is exported, selected rows are downloaded
  // directly, without this sheet (rules 13.12).
  const [exportChoice, setExportChoice] = useState<{ choice: CsvChoice; selectedCount: number }>()
  const exportPayments = async (choice: CsvChoice, tickedCount: number): Promise<void> => {
    const batches = await disableShortcutsWhile(
      queryClient.fetchQuery({ ...payfileBatchesQuery({ page: 1, limit: 1 }), staleTime: 0 }),
    ).catch(() => undefined)
    if (tickedCount > 0 && batches?.total === 0) payfile.download(choice)
    else setExportChoice({ choice, selectedCount: tickedCount })
  }
  const deletePayment = ({ id, referenceNumber, tenant, amountPaid }: Payment): Promise<boolean> =>
    remove({
      path: `/payment/${id}`,
      question: {
        name: referenceNumber,
        lossWarning: `${tenant.uoccname}, ${tenant.clientCode}, ${formatPesos(amountPaid)}`,
      },
      toast: 'Payment',
      staleQueries: [['payments']],
      record: ['record', 'payment', id],
    })
  return (
    <ListPage
      rowName={(id) => `payment ${id}`}
      {...listControls}
      title="Payments"
      className="payments"
      tabs={PAYMENT_TABS}
      searchHint="Search reference number, client or name"
      list={list}
      query={query}
      focus={listFocus}
      pluralNoun="payments"
      purpose="What residents pay appears here by itself."
      add={mayAdd ? { label: 'Add payment', onPress: () => open() } : undefined}
      csv={{
        ...payfile,
        download: (choice, tickedCount) => void exportPayments(choice, tickedCount),
        additionalDownload: { ...listDownload, label: 'Download list' },
      }}
      columns={OFFICE_PAYMENT_COLUMNS}
      card={toPaymentCard}
      getName={({ referenceNumber }) => referenceNumber}
      marks={liveMarks}
      onOpen={(payment) => open(payment.id)}
      getLink={getLink}
      actions={(payment) => [
        // The shortcut key only opens the payment and focuses the button of its next step. A wrong key thus
        // changes nothing.
        { ...createOpenAction(() => open(payment.id)), shortcut: getNextDecision(payment) && 'a' },
        ...(hasPaymentAbility(payment, 'delete')
          ? [createDeleteAction(() => void deletePayment(payment))]
          : []),
      ]}
    >
      {exportChoice && (
        <PayfileSheet
          {...exportChoice}
          mayClose={rolesAllow(roles, 'payments', 'posted')}
          onClose={() => setExportChoice(undefined)}
        />
      )}
      {isAdding && <ReserveAmenityModal onClose={close} />}
      {panel?.id !== undefined && (
        <PaymentModal
          key={panel.id}
          id={panel.id}
          neighbours={neighbours}
          onOpen={(id) => open(id)}
          onClose={close}
        />
      )}
    </ListPage>
  )
}

const reservationModule = getModule('reservation')

/** Form that books an amenity for a tenant and creates its payment (rules 8.25). */
function ReserveAmenityModal({ onClose }: { onClose: () => void }) {
  const { form, close } = useFormWithDraft({
    name: 'reservation payment new',
    form: reservationPaymentForm,
    writer: 'admin',
    action: 'create',
    otherValues: () => ({ tenant: undefined }),
    getExtraErrors: ({ tenant: chosenTenant }): FieldErrors =>
      chosenTenant ? {} : { tenantId: [TENANT_REQUIRED] },
    onClose,
  })
  const tenant = form.values.tenant as PickedTenant | undefined
  const { submit, busy } = useSave({
    form,
    path: '/payment',
    noun: 'Payment',
    getName: ({ referenceNumber }) => toText(referenceNumber),
    staleQueries: [['payments'], ['slots']],
    questions: RULES_QUESTION,
    onRefused: ({ status }) => {
      if (status === 409) void queryClient.invalidateQueries({ queryKey: ['slots'] })
      return false
    },
    onSaved: close,
  })
  return (
    <SheetForm
      id={form.id}
      place="box"
      title={getFormTitle('ADD', 'payment')}
      subtitle="Books an amenity for a tenant, and the payment that belongs to it."
      dirty={form.dirty}
      busy={busy}
      onClose={close}
      onSubmit={() => submit({ tenantId: tenant?.id })}
    >
      <div className="form">
        {form.isDraftRestored && form.dirty && <DraftNote />}
        <TenantField
          form={form}
          value={tenant}
          className="wide"
          onChange={(chosenTenant) => form.set('tenant', chosenTenant)}
        />
        <FormFields
          form={form}
          balanced
          renderAfter={(key) =>
            key === 'endTime' && <TakenTimes module={reservationModule} values={form.values} />
          }
        />
      </div>
    </SheetForm>
  )
}
