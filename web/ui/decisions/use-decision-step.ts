import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api, ApiError, OUTDATED_CODES } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { type ErrorConfirmations, sendWithConfirmations } from '#ui/forms/send-with-confirmations.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

export interface DecisionStep {
  path: string
  verb: string
  /** Status after the step. Undefined if the endpoint at `path` sets it. */
  status?: number
  details?: string
  /**
   * Asks for further input. Resolves to undefined if the user cancels. Without `promptForInput`, a dialog only asks for
   * confirmation.
   */
  promptForInput?: (checkedBody: Details) => Promise<Details | undefined>
  questions?: ErrorConfirmations
  onDone: (savedRow: object) => void
}

interface DecisionStepOptions {
  form: FormState
  record: QueryKey
  lists: QueryKey
  body: () => Details | undefined
  onRunningChange: (isRunning: boolean) => void
  onStepDone: () => Promise<void>
}

/**
 * Returns a function that applies an administrator's step, such as Approve. It asks for confirmation first
 * (rules 4.17, 8.26).
 */
export function useDecisionStep({
  form,
  record,
  lists,
  body,
  onRunningChange,
  onStepDone,
}: DecisionStepOptions) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, sentBody }: { path: string; sentBody: Details }) => api.put<object>(path, sentBody),
    meta: { handles: [...OUTDATED_CODES, 'againstRules', 'fields'] },
  })
  const runStep = useNonOverlappingCall(
    async ({
      path,
      verb,
      status,
      details,
      promptForInput = () => confirmStep(verb, details),
      questions = {},
      onDone,
    }: DecisionStep) => {
      // The version that the user sees. A newer one may be merged into the form while the question is open.
      const { version } = form
      const checkedBody = body()
      const input = checkedBody && (await promptForInput(checkedBody))
      if (!input) return
      const requestBody = {
        ...checkedBody,
        ...input,
        ...(status !== undefined && { status }),
        updated_at: version,
      }
      const finishStep = (savedRow: object): Promise<void> => {
        onDone(savedRow)
        return onStepDone()
      }
      onRunningChange(true)
      try {
        const savedRecord = await sendWithConfirmations(
          (confirmedBody) => mutateAsync({ path, sentBody: confirmedBody }),
          requestBody,
          questions,
        )
        if (!savedRecord) return
        const savedRow = savedRecord.made
        queryClient.setQueryData<object>(record, (cachedRow) => cachedRow && { ...cachedRow, ...savedRow })
        await finishStep(savedRow)
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
        // A retried request may be rejected because its first attempt succeeded (rules 15.33).
        if (failure.wasRepeated && failure.isOutdated && status !== undefined) {
          await queryClient.invalidateQueries({ queryKey: record })
          const storedRow = queryClient.getQueryData<Details>(record)
          if (storedRow && form.isSavedIn(storedRow, { ...form.changed, ...input, status })) {
            await finishStep(storedRow)
            return void queryClient.invalidateQueries({ queryKey: lists })
          }
        }
        // Unlocks the form before errors are shown, because a disabled field cannot be focused.
        onRunningChange(false)
        if (failure.status === 400) form.showErrors(failure.errors)
        if (failure.isOutdated) form.markOutdated(failure.change)
        // The booked times in the form do not contain the conflicting booking yet.
        if (failure.status === 409) void queryClient.invalidateQueries({ queryKey: ['slots'] })
        await queryClient.invalidateQueries({ queryKey: record })
      } finally {
        onRunningChange(false)
      }
      void queryClient.invalidateQueries({ queryKey: lists })
    },
  )
  return { run: runStep, busy: form.isLocked }
}

async function confirmStep(verb: string, details: string | undefined): Promise<Details | undefined> {
  const isConfirmed = await confirm({
    title: `Do you want to ${verb} this item?`,
    content: [details, 'You cannot undo this.'].filter(Boolean).join('\n'),
    okText: capitalize(verb),
  })
  return isConfirmed ? {} : undefined
}
