import { useQuery } from '@tanstack/react-query'
import { EyeOff, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { TenantPicker } from '#features/tenants/tenant-picker.tsx'
import { api } from '#lib/api/api.ts'
import { acceptAlreadyDone } from '#lib/api/delete-record.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { SearchBox } from '#ui/list-pages/list-tools.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { deselectRows } from '#ui/list-pages/selection.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Section } from '#ui/panels/section.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { BANK_LINE_STATUS, setAsideForm } from '@tahanan/contract/billing/bank.ts'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { LineTag } from './bank-line-columns.tsx'
import { STALE_BANK_QUERIES, bankLineQuery, paymentsForLineQuery, useBankMutation } from './calls.ts'
import { toLineRowName } from './confirm-lines.ts'

interface LineSheetProps {
  mayMatch: boolean
  onClose: () => void
}

/**
 * Bank line with the office's actions: match a payment, undo a match, set the line aside, create a payment
 * (rules 21.8 to 21.11).
 */
export function LineSheet({ id, ...sheet }: LineSheetProps & { id: number }) {
  const query = useQuery(bankLineQuery(id))
  return query.data ? (
    <LineDetails line={query.data} {...sheet} />
  ) : (
    <LoadingSheet place="box" title="Line" subject="this line" query={query} onClose={sheet.onClose} />
  )
}

const undoMatch = ({ id, payment }: BankLine): Promise<void> =>
  acceptAlreadyDone(api.delete(`/bank-match/${id}`, { paymentId: payment?.id ?? null }))

function LineDetails({ line, mayMatch, onClose }: LineSheetProps & { line: BankLine }) {
  const [isAsideFormOpen, setAsideFormOpen] = useState(false)
  const isWaiting = line.status === BANK_LINE_STATUS.likely || line.status === BANK_LINE_STATUS.open
  const undo = useBankMutation(
    () => undoMatch(line),
    () => 'The line is open again.',
    onClose,
  )
  const { payment } = line
  const deselectLine = () => deselectRows([toLineRowName(line.id)])
  const closeDecidedLine = () => {
    deselectLine()
    onClose()
  }
  return (
    <>
      <Sheet
        place="box"
        title={`${formatPesos(line.amount)} of ${formatDate(line.date)}`}
        subtitle={line.account}
        onClose={onClose}
        footer={
          mayMatch &&
          (isWaiting ? (
            <Button icon={EyeOff} onClick={() => setAsideFormOpen(true)}>
              Set aside
            </Button>
          ) : (
            <Button icon={Undo2} busy={undo.isPending} onClick={() => undo.mutate()}>
              {line.status === BANK_LINE_STATUS.matched ? 'Undo match' : 'Undo set aside'}
            </Button>
          ))
        }
      >
        <div className="bank-line stack gap-4">
          <LineTag {...line} />
          <Facts
            wide={['Description', 'Remarks', 'Why']}
            facts={[
              ['Reference', line.reference],
              ['Fee', line.fee ? formatPesos(line.fee) : ''],
              ['Description', line.description],
              ['Remarks', line.remarks],
              ['Why', line.reason],
              ['By', line.by],
              [
                'Payment',
                payment && (
                  <Link key="payment" to={`/admin/payments?modal=true&id=${payment.id}`}>
                    {payment.referenceNumber}
                  </Link>
                ),
              ],
            ]}
          />
          {mayMatch && isWaiting && <ManualMatch line={line} onDone={closeDecidedLine} />}
        </div>
      </Sheet>
      {isAsideFormOpen && (
        <FormSheet
          formDefinition={setAsideForm}
          title="Set aside"
          subtitle="The line belongs to no payment of a tenant."
          path={`/bank-line/${line.id}/aside`}
          noun="Remark"
          staleQueries={STALE_BANK_QUERIES}
          onClose={onClose}
          onSaved={deselectLine}
        />
      )}
    </>
  )
}

function ManualMatch({ line, onDone }: { line: BankLine; onDone: () => void }) {
  const [searchTerm, setSearchTerm] = useState('')
  const [tenant, setTenant] = useState<PickedTenant>()
  const query = useQuery(paymentsForLineQuery(line.id, searchTerm))
  const match = useBankMutation(
    (paymentId: number) => api.post('/bank-matches', { pairs: [{ lineId: line.id, paymentId }] }),
    () => 'The line is matched.',
    onDone,
  )
  const create = useBankMutation(
    (tenantId: number) => api.post(`/bank-line/${line.id}/payment`, { tenantId }),
    () => 'The payment is for verification.',
    onDone,
  )
  return (
    <>
      <Section title="Payments of this amount">
        <SearchBox hint="Search number, client or name" value={searchTerm} onSearch={setSearchTerm} />
        {!query.data && <QueryState query={query} title="We could not load the payments" />}
        {query.data?.length === 0 && (
          <p className="help">
            None waits. One that needs a remark or proof is verified under Payments first.
          </p>
        )}
        <ul className="bank-payments">
          {query.data?.map((payment) => (
            <li key={payment.id}>
              <span>
                <b>{payment.uoccname}</b> <span className="num unit-code">{payment.clientCode}</span>
                <small className="num">
                  {payment.referenceNumber}, {formatDate(payment.date)} {payment.reference}
                </small>
              </span>
              <PaymentStatusTag status={payment.status} />
              <Button
                aria-label={`Match ${payment.referenceNumber}`}
                busy={match.isPending}
                onClick={() => match.mutate(payment.id)}
              >
                Match
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="No payment yet">
        <SubmitForm onSubmit={() => tenant && create.mutate(tenant.id)}>
          <Field label="Tenant" help="A bank transfer for verification, of this date, amount and reference.">
            <TenantPicker value={tenant} onChange={setTenant} />
          </Field>
          <Button type="submit" icon={Plus} disabled={!tenant} busy={create.isPending}>
            Create payment
          </Button>
        </SubmitForm>
      </Section>
    </>
  )
}
