import type { Done } from '@tahanan/contract/answers.ts'
import type { Terms } from '@tahanan/contract/settings/answers.ts'
import '../../ui/forms/form.css'
import '../../ui/forms/newer-note.css'
import './terms.css'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { forgetDraft, readDraft } from '../../ui/forms/drafts.ts'
import { KeptNote } from '../../ui/forms/kept-note.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { RichTextControl } from '../../ui/forms/controls/rich-text-control.tsx'
import { useKeptDraft } from '../../ui/forms/use-kept-draft.ts'
import type { UploadState } from '../../ui/uploads/uploads.ts'
import { ApiError, api } from '../../lib/api/api.ts'
import { useSuperAdmin } from '../../lib/api/me.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { showDateTime } from '../../lib/time.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useHasSidebar } from '../../ui/use-media.ts'

const termsQuery = queryOptions({
  queryKey: ['terms-and-conditions'],
  queryFn: ({ signal }) => api.get<Terms>('/terms-and-conditions', undefined, signal),
  // a text must not change while it is edited
  refetchOnWindowFocus: false,
  staleTime: 0,
})

const FAILED = 'Failed to update the Terms and Conditions.'
const TITLE = 'Terms And Conditions'
const DRAFT = 'terms'

/** The terms and conditions that residents agree to at login (rules 1.14, 11.6). */
export default function TermsPage() {
  const query = useQuery(termsQuery)
  const { data } = query
  const [round, setRound] = useState(0)
  const [first, setFirst] = useState<Terms>()
  // the text that the editor began with stays, until the newer one is asked for
  if (data && !first) setFirst(data)
  return (
    <>
      <PageHead title={TITLE} />
      {first && (
        <TermsForm
          key={round}
          saved={first}
          onStartAgain={(terms) => {
            setFirst(terms)
            setRound(round + 1)
          }}
        />
      )}
      {!first && <QueryState query={query} title="We could not load the terms" />}
    </>
  )
}

interface TermsFormProps {
  saved: Terms
  onStartAgain: (terms: Terms) => void
}

function TermsForm({ saved, onStartAgain }: TermsFormProps) {
  const { email } = useSuperAdmin()
  const beside = useHasSidebar()
  const [draft] = useState(() => readDraft(email, DRAFT))
  const [basedOn, setBasedOn] = useState(
    typeof draft?.values.basedOn === 'string' ? draft.values.basedOn : saved.updated_at,
  )
  const [changed, setChanged] = useState(draft?.values ?? {})
  const [dirty, setDirty] = useState(draft !== undefined)
  const [uploads, setUploads] = useState<UploadState>({ busy: false, failed: false })
  const [problem, setProblem] = useState<string>()
  const [newer, setNewer] = useState<Terms>()
  const forget = useKeptDraft(email, DRAFT, { changed: { ...changed, basedOn }, before: {} }, dirty)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (content: unknown) =>
      api.post<Done>('/terms-and-conditions', {
        title: TITLE,
        content: JSON.stringify(content),
        status: 1,
        updated_at: basedOn,
      }),
    meta: { handles: 'all' },
  })

  const submit = useOneAtATime(async () => {
    if (uploads.busy) return 'open'
    const content = 'content' in changed ? changed.content : JSON.parse(saved.value)
    if (content === null) {
      setProblem('Please input the terms and conditions!')
      return 'open'
    }
    if (uploads.failed) {
      setProblem('A picture could not be sent. Try it again, or remove it.')
      return 'open'
    }
    try {
      const { message } = await mutateAsync(content)
      toast.success(message)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      toast.error(FAILED)
      setProblem(failure.errors.content?.[0] ?? (failure.status === 409 ? undefined : failure.message))
      if (failure.status === 409) setNewer(await queryClient.fetchQuery(termsQuery))
      return 'open'
    }
    setDirty(false)
    forgetDraft(email, DRAFT)
    setBasedOn((await queryClient.fetchQuery(termsQuery)).updated_at)
    return 'open'
  })

  return (
    <SubmitForm className="terms" onSubmit={() => void submit()}>
      {newer && (
        <div className="conflict" role="alert">
          <Info />
          <p>Somebody else changed the terms meanwhile. What you wrote is still here.</p>
          <div className="acts">
            <Button
              kind="quiet"
              onClick={() => {
                setBasedOn(newer.updated_at)
                setNewer(undefined)
              }}
            >
              Keep mine
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                forget()
                onStartAgain(newer)
              }}
            >
              Take the other version
            </Button>
          </div>
        </div>
      )}
      {draft && dirty && !newer && <KeptNote />}
      <Field
        group
        required
        label={TITLE}
        error={problem}
        help={`Residents read them at login and in their settings. Last changed ${showDateTime(basedOn)}.`}
      >
        <RichTextControl
          value={'content' in changed ? changed.content : saved.value}
          disabled={false}
          onChange={(content) => {
            setChanged({ content })
            setDirty(true)
            setProblem(undefined)
          }}
          onState={setUploads}
        />
      </Field>
      <Button kind="primary" type="submit" busy={isPending} disabled={uploads.busy}>
        Submit
      </Button>
      {beside && (
        <section className="preview" aria-label="As residents read them">
          <p className="label">As residents read them</p>
          <RichText value={'content' in changed ? changed.content : saved.value} />
        </section>
      )}
    </SubmitForm>
  )
}
