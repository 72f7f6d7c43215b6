import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useOfficeList } from '#features/office-lists/use-office-list.tsx'
import { api } from '#lib/api/api.ts'
import { createPageQuery } from '#lib/api/create-api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import { formatCount } from '#lib/format-number.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Delivery, ResendResult } from '@tahanan/contract/deliveries/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { OFFICE_LISTS } from '@tahanan/contract/lists/office-lists.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { DELIVERY_COLUMNS, toDeliveryCard } from './delivery-columns.tsx'
import { canResend } from './describe-delivery-state.ts'

const deliveriesQuery = (filter: ListPageFilter) =>
  createPageQuery<ListOf<Delivery>>(
    ['deliveries', filter],
    '/deliveries',
    { ...filter },
    { refetchInterval: 30_000 },
  )

async function resendDeliveries(ids: readonly number[]): Promise<ResendResult> {
  const resendResult = await api.post<ResendResult>('/deliveries-resent', { ids })
  await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
  return resendResult
}

const NO_ROWS: readonly Delivery[] = []

/** Page with the mails and push messages that the portal has sent (rules 23.45). */
export default function DeliveriesPage() {
  const { roles } = useAdmin()
  const list = useListParams({ office: OFFICE_LISTS.deliveries })
  const query = useQuery(deliveriesQuery(list.filter))
  const listParts = useOfficeList({ page: 'deliveries', list, rows: undefined })
  const rows = query.data?.data ?? NO_ROWS
  const mayResend = rolesAllow(roles, 'deliveries', 'resend')
  const { mutate, isPending } = useMutation({
    mutationFn: resendDeliveries,
    onSuccess: ({ done, refused }) =>
      done.length > 0
        ? toast.success(
            `${formatCount(done.length, 'delivery', 'deliveries')} sent again.`,
            describeRefusedCount(refused),
          )
        : toast.info('None of these can be sent again.'),
  })
  const confirmResend = async (ids: readonly number[]): Promise<void> => {
    if (ids.length > LIMITS.resent) return toast.info(`Please choose at most ${LIMITS.resent}.`)
    const title = `Do you want to send ${ids.length === 1 ? 'this' : `these ${ids.length}`} again?`
    const unclearHint = 'What is unclear may have arrived already, and would come twice.'
    if (await confirm({ title, content: unclearHint, okText: 'Send again' })) mutate(ids)
  }
  const resendChosenDeliveries = (choice: CsvChoice): void => {
    // 'Select all' means only the rows of the open page, because one call accepts at most a hundred ids.
    const ids =
      'ids' in choice ? choice.ids : rows.filter(({ id }) => !choice.except.has(id)).map(({ id }) => id)
    void confirmResend(ids)
  }
  return (
    <ListPage
      {...listParts}
      title="Deliveries"
      searchHint="Search name, client code or email"
      list={list}
      query={query}
      pluralNoun="deliveries"
      purpose="Mails and messages on phones that the portal sends appear here."
      columns={DELIVERY_COLUMNS}
      card={toDeliveryCard}
      getName={({ title, reader }) => `${title}, ${reader.name}`}
      bulk={
        mayResend
          ? { label: 'Send again', icon: Send, run: resendChosenDeliveries, busy: isPending }
          : undefined
      }
      actions={
        mayResend
          ? (delivery) => [
              {
                label: 'Send again',
                icon: Send,
                isUnavailable: !canResend(delivery),
                onSelect: () => void confirmResend([delivery.id]),
              },
            ]
          : undefined
      }
    />
  )
}

const describeRefusedCount = ({ length }: readonly number[]): string | undefined =>
  length > 0 ? `${formatCount(length, 'other is', 'others are')} neither failed nor unclear.` : undefined
