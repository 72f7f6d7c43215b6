import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api, ApiError, OUTDATED_CODES } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { type Questions, sendAsking } from '#ui/forms/send-asking.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

export interface Step {
  path: string
  verb: string
  /** Status after the step. Undefined if the endpoint at `path` sets it. */
  status?: number
  about?: string
  /**
   * Asks for further input. Resolves to undefined if the user cancels. Without `ask`, a dialog only asks for
   * confirmation.
   */
  ask?: (sent: Details) => Promise<Details | undefined>
  questions?: Questions
  onDone: (saved: object) => void
}

interface StepOptions {
  form: FormState
  record: QueryKey
  lists: QueryKey
  body: () => Details | undefined
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/** Returns a function that sends an administrator's step after the user confirmed it (rules 4.17, 8.26). */
export function useStep({ form, record, lists, body, onActing, onActed }: StepOptions) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, sent }: { path: string; sent: Details }) =>
      api.put<object>(path, { ...sent, updated_at: form.version }),
    meta: { handles: [...OUTDATED_CODES, 'againstRules', 'fields'] },
  })
  const run = useOneAtATime(
    async ({ path, verb, status, about, ask = () => warn(verb, about), questions = {}, onDone }: Step) => {
      const checked = body()
      const input = checked && (await ask(checked))
      if (!input) return
      const sent = { ...checked, ...input, ...(status !== undefined && { status }) }
      onActing(true)
      try {
        const answer = await sendAsking((asked) => mutateAsync({ path, sent: asked }), sent, questions)
        if (!answer) return
        const saved = answer.made
        queryClient.setQueryData<object>(record, (known) => known && { ...known, ...saved })
        onDone(saved)
        await onActed()
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
        // Unlocks the form before errors are shown, because a disabled field cannot be focused.
        onActing(false)
        if (failure.status === 400) form.showErrors(failure.errors)
        if (failure.isOutdated) form.markOutdated(failure.change)
        // The shell shows errors that are not handled here.
        await queryClient.invalidateQueries({ queryKey: record })
      } finally {
        onActing(false)
      }
      void queryClient.invalidateQueries({ queryKey: lists })
    },
  )
  return { run, busy: form.isLocked }
}

async function warn(verb: string, about: string | undefined): Promise<Details | undefined> {
  const isConfirmed = await confirm({
    title: `Do you want to ${verb} this item?`,
    content: [about, 'You cannot undo this.'].filter(Boolean).join('\n'),
    okText: capitalize(verb),
  })
  return isConfirmed ? {} : undefined
}
