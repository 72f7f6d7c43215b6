import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api, ApiError, OUTDATED } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capital.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { FormState } from './use-form.ts'

/** A call that moves a record on. */
export interface Step {
  /** '/payment/reserved/7' */
  path: string
  /** 'approve' */
  verb: string
  /** The toast of success. */
  done: string
  /** Name of the record, for the toast. */
  name: string
  /** Returns messages for fields without which the step would be refused. */
  missing?: (sent: Details) => FieldErrors
}

interface StepOptions {
  form: FormState
  /** Query of the record. */
  record: QueryKey
  /** Queries of the lists that hold it. */
  lists: QueryKey
  /** Returns what was typed, checked; undefined while something is wrong. */
  body: () => Details | undefined
  /** The call is under way. */
  onActing: (is: boolean) => void
  /** The step was saved, with what was typed. */
  onActed: () => Promise<void>
}

/** Runs a step after an irreversible confirmation (rules 4.17, 8.26), which comes only when the form has all that it needs. What was typed goes with it. */
export function useStep({ form, record, lists, body, onActing, onActed }: StepOptions) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, sent }: { path: string; sent: Details }) =>
      api.put<object>(path, { ...sent, updated_at: form.version }),
    meta: { handles: OUTDATED },
  })
  const run = useOneAtATime(async ({ path, verb, done, name, missing }: Step) => {
    const sent = body()
    if (!sent) return
    const lacking = missing?.(sent) ?? {}
    if (Object.keys(lacking).length > 0) return form.refuse(lacking)
    const sure = await confirm({
      title: `Do you want to ${verb} this item?`,
      content: 'You cannot undo this.',
      okText: capitalize(verb),
    })
    if (!sure) return
    onActing(true)
    try {
      const saved = await mutateAsync({ path, sent })
      queryClient.setQueryData<object>(record, (known) => known && { ...known, ...saved })
      toast.success(done, name)
      await onActed()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // a field that is still closed cannot take the focus
      onActing(false)
      if (failure.status === 400) form.refuse(failure.errors)
      if (failure.isOutdated) form.markOutdated()
      // the shell tells other failures; the present state is fetched either way
      await queryClient.invalidateQueries({ queryKey: record })
    } finally {
      onActing(false)
    }
    void queryClient.invalidateQueries({ queryKey: lists })
  })
  // until the form goes on from what the step made: a press before that would be lost
  return { run, busy: form.isHeld }
}
