import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api, ApiError, OUTDATED_CODES } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { FormState } from './use-form.ts'

/** A call that moves a record to its next state. */
export interface Step {
  /** Path, such as `/payment/reserved/7`. */
  path: string
  verb: string
  done: string
  name?: string
  /** Status to send, unless the path decides it. */
  status?: number
  /** Whether the reader could set the record back, so that the question does not warn. */
  undoable?: boolean
  missing?: (sent: Details) => FieldErrors
}

interface StepOptions {
  form: FormState
  record: QueryKey
  lists: QueryKey
  /** Returns the checked input; undefined if a field is wrong. */
  body: () => Details | undefined
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/** Runs a step with the input once the user confirms it (rules 4.17, 8.26). */
export function useStep({ form, record, lists, body, onActing, onActed }: StepOptions) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, sent }: { path: string; sent: Details }) =>
      api.put<object>(path, { ...sent, updated_at: form.version }),
    meta: { handles: OUTDATED_CODES },
  })
  const run = useOneAtATime(async ({ path, verb, done, name, status, undoable, missing }: Step) => {
    const checked = body()
    if (!checked) return
    const sent = status === undefined ? checked : { ...checked, status }
    const missingFields = missing?.(sent) ?? {}
    if (Object.keys(missingFields).length > 0) return form.showErrors(missingFields)
    const isConfirmed = await confirm({
      title: `Do you want to ${verb} this item?`,
      content: undoable ? undefined : 'You cannot undo this.',
      okText: capitalize(verb),
    })
    if (!isConfirmed) return
    onActing(true)
    try {
      const saved = await mutateAsync({ path, sent })
      queryClient.setQueryData<object>(record, (known) => known && { ...known, ...saved })
      toast.success(done, name)
      await onActed()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // A disabled field cannot be focused.
      onActing(false)
      if (failure.status === 400) form.showErrors(failure.errors)
      if (failure.isOutdated) form.markOutdated()
      // The shell shows other failures; the record is refetched in any case.
      await queryClient.invalidateQueries({ queryKey: record })
    } finally {
      onActing(false)
    }
    void queryClient.invalidateQueries({ queryKey: lists })
  })
  // Busy until the form has the step's result, so that no press is lost.
  return { run, busy: form.isLocked }
}
