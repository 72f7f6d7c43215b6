import { useMutation, useQuery } from '@tanstack/react-query'
import { PreviewForm } from '#features/terms/preview-form.tsx'
import { ApiError, api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatDateTime } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { useLeaveConfirmation } from '#ui/overlays/leave-guard.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { toDocument } from '#ui/rich-text/render-rich-text.ts'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { NewestPrivacyNotice } from '@tahanan/contract/privacy-notice/answers.ts'
import {
  CHANGES_REQUIRED,
  CONTENT_REQUIRED,
  createPrivacyNoticeForm,
  UNCHANGED_MESSAGE,
} from '@tahanan/contract/privacy-notice/form.ts'
import { newestPrivacyNoticeQuery, PRIVACY_NOTICES_KEY } from './calls.ts'

/** The version number is used as `updated_at`, because a notice has no such field. */
const toRecord = ({ notice }: NewestPrivacyNotice) => ({
  content: notice ? toDocument(notice.value) : null,
  changes: '',
  updated_at: String(notice?.version ?? 0),
  publishedAt: notice?.publishedAt,
})

type NoticeRecord = ReturnType<typeof toRecord>

const formatHint = ({ updated_at: version, publishedAt }: NoticeRecord): string =>
  publishedAt
    ? `Everybody can read it at the login. Version ${version} was published ${formatDateTime(publishedAt)}.`
    : 'Nothing is published yet, so the login pages do not show it.'

/** Page with the form of the next version of the privacy notice (rules 26.13). */
export default function PrivacyNoticePage() {
  const query = useQuery({ ...newestPrivacyNoticeQuery, select: toRecord })
  return (
    <>
      <PageHead title="Next version" />
      {query.data ? (
        <PrivacyNoticeForm newestNotice={query.data} />
      ) : (
        <QueryState query={query} title="We could not load the privacy notice" />
      )}
    </>
  )
}

function PrivacyNoticeForm({ newestNotice }: { newestNotice: NoticeRecord }) {
  const { form, forgetDraft } = useFormWithDraft({
    name: 'privacy-notice',
    form: createPrivacyNoticeForm(formatHint(newestNotice)),
    writer: 'admin',
    action: 'update',
    record: newestNotice,
    // Checked here, because with the action 'update' the form checks only changed fields.
    getExtraErrors: ({ changes: typedChanges }): FieldErrors =>
      typedChanges === '' ? { changes: [CHANGES_REQUIRED] } : {},
  })
  useLeaveConfirmation(form.dirty, forgetDraft)
  const { content, changes } = form.values
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      api.post<MessageAnswer>('/privacy-notice', {
        content: JSON.stringify(content),
        changes,
        seen: Number(form.version),
      }),
    // If somebody else has published a version, the refetch merges it into the form.
    onSettled: () => queryClient.invalidateQueries({ queryKey: PRIVACY_NOTICES_KEY }),
    meta: { handles: 'all' },
  })
  const submit = useNonOverlappingCall(async () => {
    if (form.uploads.busy || !form.check()) return
    if (form.uploads.failed)
      return form.showErrors({ content: ['A picture could not be sent. Try it again, or remove it.'] })
    if (!form.changed.content)
      return form.showErrors({ content: [content ? UNCHANGED_MESSAGE : CONTENT_REQUIRED] })
    const nextVersion = Number(form.version) + 1
    const isConfirmed = await confirm({
      title: `Do you want to publish version ${nextVersion}?`,
      content:
        'The login pages show it at once, and residents who are logged in read what changed. ' +
        'A published version stays as it is.',
      okText: 'Publish',
    })
    if (!isConfirmed) return
    try {
      const { message } = await mutateAsync()
      form.set('changes', '')
      form.markAsSaved({ content })
      toast.success(message)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 409) return form.markOutdated('Another version was published meanwhile.')
      toast.error('Failed to publish the Privacy Notice.')
      const { errors } = failure
      form.showErrors(Object.keys(errors).length > 0 ? errors : { content: [failure.message] })
    }
  })
  return (
    <PreviewForm form={form} onSubmit={() => void submit()}>
      <Button kind="primary" type="submit" busy={isPending} disabled={form.uploads.busy}>
        Publish
      </Button>
    </PreviewForm>
  )
}
