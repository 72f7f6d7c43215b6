import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatDateTime } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useLeaveConfirmation } from '#ui/overlays/leave-guard.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { toDocument } from '#ui/rich-text/render-rich-text.ts'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import { richText } from '@tahanan/contract/forms/fields.ts'
import type { Terms } from '@tahanan/contract/settings/answers.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { PreviewForm } from './preview-form.tsx'

const termsQuery = createApiQuery<Terms>(
  ['terms-and-conditions'],
  '/terms-and-conditions',
  {},
  { staleTime: 0 },
)

const FAILED_MESSAGE = 'Failed to update the Terms and Conditions.'
const PAGE_TITLE = 'Terms And Conditions'

const toRecord = ({ value, updated_at }: Terms) => ({ content: toDocument(value), updated_at })

const createForm = (changedAt: string) => ({
  fields: {
    content: richText({
      label: PAGE_TITLE,
      required: 'Please input the terms and conditions!',
      hint: `Residents read them at login and in their settings. Last changed ${formatDateTime(changedAt)}.`,
    }),
  },
})

export default function TermsPage() {
  const query = useQuery({ ...termsQuery, select: toRecord })
  return (
    <>
      <PageHead title={PAGE_TITLE} />
      {query.data ? (
        <TermsForm savedTerms={query.data} />
      ) : (
        <QueryState query={query} title="We could not load the terms" />
      )}
    </>
  )
}

function TermsForm({ savedTerms }: { savedTerms: ReturnType<typeof toRecord> }) {
  const { form, forgetDraft } = useFormWithDraft({
    name: 'terms',
    form: createForm(savedTerms.updated_at),
    writer: 'admin',
    action: 'update',
    record: savedTerms,
  })
  useLeaveConfirmation(form.dirty, forgetDraft)
  const { content } = form.values
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      api.post<MessageAnswer>('/terms-and-conditions', {
        title: PAGE_TITLE,
        content: JSON.stringify(content),
        status: RECORD_STATUS.active,
        updated_at: form.version,
      }),
    // Refetched also after a rejected save, because the form then merges the newer version.
    onSettled: () => queryClient.invalidateQueries(termsQuery),
    meta: { handles: 'all' },
  })
  const submit = useNonOverlappingCall(async () => {
    if (form.uploads.busy || !form.check()) return
    if (form.uploads.failed)
      return form.showErrors({ content: ['A picture could not be sent. Try it again, or remove it.'] })
    try {
      const { message } = await mutateAsync()
      form.markAsSaved(form.changed)
      toast.success(message)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      toast.error(FAILED_MESSAGE)
      if (failure.status !== 409)
        form.showErrors({ content: [failure.errors.content?.[0] ?? failure.message] })
    }
  })
  return (
    <PreviewForm form={form} onSubmit={() => void submit()}>
      <Button kind="primary" type="submit" busy={isPending} disabled={form.uploads.busy}>
        Submit
      </Button>
    </PreviewForm>
  )
}
