import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { endSession } from '#features/account/logout.ts'
import { api, ApiError } from '#lib/api/api.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { useUnloadWarning } from '#lib/use-unload-warning.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import type { ResetGroupPreview } from '@tahanan/contract/database/answers.ts'
import { RESET_GROUP_NAMES, type ResetGroup } from '@tahanan/contract/reset.ts'
import { resetPreviewQuery } from './calls.ts'

const UNKNOWN_OUTCOME_MESSAGE =
  'The database may have been reset all the same. ' +
  'Look at the audit log and at the backups before you try again.'

/**
 * Sheet that shows how many rows a reset will delete, asks for the password, and waits until the reset has
 * finished (rules 12.1).
 */
export function ResetSheet({ groups, onClose }: { groups: readonly ResetGroup[]; onClose: () => void }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const preview = useQuery(resetPreviewQuery(groups))
  const { data } = preview
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => api.delete<unknown>(`/reset-data?tables=${groups.join(',')}`, { password }),
    meta: { handles: 'all' },
  })
  const busy = isPending || isSuccess
  useUnloadWarning(isPending)

  const showPasswordError = (message: string): void => {
    setProblem(message)
    form.current?.querySelector('input')?.focus()
  }
  const submit = useNonOverlappingCall(async () => {
    if (password === '') return showPasswordError('Please input your password!')
    const isConfirmed = await confirm({
      title: 'Do you Want to reset your database?',
      content: 'You cannot undo this.',
      okText: 'Reset',
      danger: true,
    })
    if (!isConfirmed) return
    try {
      await mutateAsync()
    } catch (failure) {
      const apiError = failure instanceof ApiError ? failure : undefined
      const passwordError =
        apiError?.errors.password?.[0] ?? (apiError?.status === 429 ? apiError.message : undefined)
      if (passwordError !== undefined) return showPasswordError(passwordError)
      // The result is unknown if a proxy timed out: a reset first makes a backup, which may take long.
      if (!apiError || apiError.isUnanswered || apiError.code === 'internal')
        return showMessage('error', 'No answer came', UNKNOWN_OUTCOME_MESSAGE)
      const reason = apiError.code === 'resetFailed' ? 'Nothing was deleted.' : apiError.message
      return showMessage('error', 'Unable To Reset Database. Please try again later', reason)
    }
    await endSession()
    return 'done'
  })

  const sheetProps = {
    place: 'box',
    width: 760,
    title: 'What a reset deletes',
    subtitle: groups.length === RESET_GROUP_NAMES.length ? 'All tables' : `${groups.length} of the tables`,
  } as const
  if (!data) return <LoadingSheet {...sheetProps} query={preview} subject="the tables" onClose={onClose} />
  return (
    <Sheet
      {...sheetProps}
      onClose={() => {
        if (!busy) onClose()
      }}
      footer={
        <>
          {!busy && <SheetCancelButton />}
          <Button kind="destroy" type="submit" form={id} busy={busy}>
            {busy ? 'Resetting…' : 'Reset Database'}
          </Button>
        </>
      }
    >
      <RowCounts groups={data.groups} />
      <SubmitForm id={id} ref={form} className="resetform" onSubmit={() => void submit()}>
        {/* Password managers need a user name field to fill in the password. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly value="" />
        <Field
          label="Your password"
          required
          error={problem}
          help="Asked again, because this cannot be undone."
        >
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      </SubmitForm>
      {busy && (
        <div className="working" role="status">
          <p>
            A backup is made and read back, then the tables are emptied. Nobody can change them meanwhile.
            Please leave this page open.
          </p>
          <progress aria-label="Database reset" />
        </div>
      )}
    </Sheet>
  )
}

function RowCounts({ groups }: { groups: readonly ResetGroupPreview[] }) {
  const filledGroups = groups.filter(({ count }) => count > 0)
  const emptyGroups = groups.filter(({ count }) => count === 0)
  return (
    <>
      {filledGroups.length === 0 && <p className="minor">The chosen tables are empty.</p>}
      <dl className="goes">
        {filledGroups.map(({ name, label, words, note, chosen }) => (
          <div key={name}>
            <dt>
              {label}
              {!chosen && <small> deleted too</small>}
            </dt>
            <dd>
              <b className="num">{words}</b>
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      {filledGroups.length > 0 && emptyGroups.length > 0 && (
        <p className="help">Empty already: {emptyGroups.map(({ label }) => label).join(', ')}.</p>
      )}
      <p className="help">
        You stay, and so does every setting that the portal needs. All of it is in a backup that is made just
        before; whoever runs the server can restore it (<code>npm run restore</code>).
      </p>
    </>
  )
}
