import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatPesos } from '#lib/money.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { type ErrorConfirmations, sendWithConfirmations } from '#ui/forms/send-with-confirmations.ts'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { ErasurePreview } from '@tahanan/contract/privacy/erasure-answers.ts'
import { TenantCopy } from '../tenant-copy.tsx'

const ERASURE_CONFIRMATIONS: ErrorConfirmations = {
  erasureOfDebtor: {
    field: 'confirmedDebt',
    title: 'Erase all the same?',
    okText: 'Erase',
    cancelText: 'Cancel',
  },
}

const previewQuery = (id: number) =>
  createApiQuery<ErasurePreview>(['erasure-preview', id], `/erasure-preview/${id}`, {}, { staleTime: 0 })

/**
 * Sheet of one tenant: lists the stored data, sets a hold against erasure, and erases the data (rules 26.9,
 * 26.11).
 */
export function TenantDataSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(previewQuery(id))
  const sheetProps = { place: 'box', width: 760 } as const
  if (!query.data)
    return (
      <LoadingSheet
        {...sheetProps}
        title="Data of a tenant"
        query={query}
        subject="the data"
        onClose={onClose}
      />
    )
  return <Preview {...sheetProps} preview={query.data} onClose={onClose} />
}

function Preview({
  preview,
  onClose,
  ...sheet
}: {
  place: 'box'
  width: number
  preview: ErasurePreview
  onClose: () => void
}) {
  const { tenant, rows } = preview
  const hold = preview.hold ?? ''
  const [typedReason, setTypedReason] = useState<string>()
  const reason = typedReason ?? hold
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) => api.post('/erasures', body),
    meta: { handles: [409] },
  })
  const erase = useNonOverlappingCall(async () => {
    const isConfirmed = await confirm({
      title: `Erase ${tenant.clientCode} ${tenant.name}?`,
      content: 'The account is closed and personal data removed for good. You cannot undo this.',
      okText: 'Erase',
      danger: true,
    })
    if (!isConfirmed) return
    try {
      if (!(await sendWithConfirmations(mutateAsync, { tenantId: tenant.id }, ERASURE_CONFIRMATIONS))) return
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 409) throw failure
      await queryClient.invalidateQueries({ queryKey: ['erasure-preview', tenant.id] })
      return showMessage('info', 'This tenant cannot be erased now', failure.message)
    }
    toast.success('The erasure has begun')
    await queryClient.invalidateQueries({ queryKey: ['erasures'] })
    onClose()
    return 'done'
  })
  const obstacleTexts = describeObstacles(preview)
  return (
    <Sheet
      {...sheet}
      title={`${tenant.clientCode} ${tenant.name}`}
      subtitle={tenant.isClosed ? 'The account is deleted.' : 'The account is open.'}
      dirty={reason.trim() !== hold}
      onClose={onClose}
      footer={
        <>
          <SheetCancelButton />
          <Button kind="destroy" busy={isPending} onClick={() => void erase()}>
            Erase…
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        {obstacleTexts.map((obstacleText) => (
          <p key={obstacleText} className="minor">
            {obstacleText}
          </p>
        ))}
        <LegalHoldForm id={tenant.id} hold={hold} reason={reason} onChange={setTypedReason} />
        <TenantCopy tenantId={tenant.id} name={tenant.name} />
        <h2>What an erasure does</h2>
        <div className="panel">
          <table className="table folds erasure-effects">
            <caption className="visually-hidden">What an erasure does</caption>
            <TableHead columns={['Data', 'On Erasure', 'Rows']} right={['Rows']} />
            <tbody>
              {rows.map(({ title, effect, rows: count }) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  <td>{effect}</td>
                  <td className="num right">{count.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Sheet>
  )
}

function describeObstacles({ openPayments, isImporting, balance }: ErasurePreview): string[] {
  return [
    ...(openPayments > 0
      ? [`Payments that are not done: ${openPayments}. They must be posted or rejected first.`]
      : []),
    ...(isImporting ? ['Statements are being imported. It is possible when that is done.'] : []),
    ...(balance > 0 ? [`This tenant owes ${formatPesos(balance)}.`] : []),
  ]
}

interface LegalHoldFormProps {
  id: number
  hold: string
  reason: string
  onChange: (reason: string) => void
}

/** Saves the reason for a hold. While a reason is saved, the tenant's data cannot be erased. */
function LegalHoldForm({ id, hold, reason, onChange }: LegalHoldFormProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: (newReason: string) => api.put(`/erasure-hold/${id}`, { reason: newReason }),
    onSuccess: async (_, newReason) => {
      toast.success(newReason === '' ? 'The hold was ended' : 'The data is on hold')
      await queryClient.invalidateQueries({ queryKey: ['erasure-preview', id] })
    },
  })
  return (
    <div className="stack">
      <Field label="Hold" help="With a reason here, such as a dispute, nothing of this tenant is erased.">
        <Input value={reason} maxLength={200} onChange={({ target }) => onChange(target.value)} />
      </Field>
      <div className="acts">
        <Button busy={isPending} disabled={reason.trim() === hold} onClick={() => mutate(reason.trim())}>
          {reason.trim() === '' && hold !== '' ? 'End hold' : 'Hold'}
        </Button>
      </div>
    </div>
  )
}
