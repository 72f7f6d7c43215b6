import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { type RunOutcome, useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast, type ToastAction } from '#ui/overlays/toast.tsx'
import type { UploadState } from '#ui/uploads/uploads.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { findDatesFarAhead } from './find-time-errors.ts'
import { type FormValues, filterValues } from './form-values.ts'
import { type ErrorConfirmations, sendWithConfirmations } from './send-with-confirmations.ts'
import type { FormState } from './use-form.ts'

export interface SaveOptions {
  form: FormState
  path: string
  id?: number
  noun: string
  getName?: (savedRow: Details) => string
  /** Title of the toast. If it is null, no toast is shown. */
  done?: string | null
  getUndo?: (savedRow: Details, sentBody: Details) => ToastAction | undefined
  failedFiles?: string
  /** Noun for sentences, for example 'gate pass'. Default: the noun of the toast. */
  sentenceNoun?: string
  staleQueries: readonly QueryKey[]
  /**
   * Keeps the idempotency key of a new record across a reload, so that sending it again creates no second
   * record.
   */
  isDrafted?: boolean
  /** Key of the open record's query. Its data gets the saved values at once. */
  openRecordKey?: QueryKey
  isOpen?: (key: string) => boolean
  /**
   * Returns the properties of the request body that are not declared fields. They are made from the changed
   * values.
   */
  otherBody?: (changedValues: FormValues) => Details
  confirmSave?: (body: Details) => Promise<boolean>
  questions?: ErrorConfirmations
  /** Handles an error of the request. Resolves to true if no other handling is needed. */
  onRefused?: (failure: ApiError) => Promise<boolean> | boolean
  /** Called without a record if nothing had changed. Must return 'open' if the form can be submitted again. */
  onSaved: (savedRow?: object) => RunOutcome | void
}

export interface SaveState {
  submit: (extraValues?: Details) => Promise<void>
  busy: boolean
}

/**
 * Returns a function that saves a form. If the record is newer than the form's version, the newer version is
 * merged and a note is shown (rules 4.14).
 */
export function useSave(options: SaveOptions): SaveState {
  const {
    form,
    path,
    id,
    noun,
    staleQueries,
    openRecordKey,
    isOpen = () => true,
    otherBody,
    questions = {},
    isDrafted,
    onSaved,
  } = options
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) =>
      id !== undefined
        ? api.put<Details>(`${path}/${id}`, body)
        : api.post<Details>(path, body, { isDrafted }),
    meta: { handles: id === undefined ? [409, 'fields'] : [409, 'locked', 'fields'] },
  })
  const refetchStale = () =>
    Promise.all(staleQueries.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  /**
   * Returns the stored row if it has the values of an update that was rejected as outdated. A retried request
   * may be rejected because its first attempt succeeded (rules 15.33).
   */
  const findRowSavedBefore = async (
    failure: ApiError,
    extraValues: Details,
  ): Promise<Details | undefined> => {
    if (id === undefined || !failure.wasRepeated || !failure.isOutdated) return undefined
    const storedRow = await api.get<Details>(`${path}/${id}`).catch(() => undefined)
    const sentValues = { ...filterValues(form.changed, isOpen), ...extraValues }
    return storedRow && form.isSavedIn(storedRow, sentValues) ? storedRow : undefined
  }

  const submit = useNonOverlappingCall(async (extraValues: Details = {}) => {
    if (showUnfinishedUploads(form.uploads, options.sentenceNoun ?? noun.toLowerCase(), options.failedFiles))
      return
    const checkedFields = form.check(isOpen)
    if (!checkedFields) return
    const requestBody = {
      ...checkedFields,
      ...otherBody?.(filterValues(form.changed, isOpen)),
      ...extraValues,
    }
    if (id !== undefined && Object.keys(requestBody).length === 0) return onSaved() ?? 'done'
    if (!(await confirmFarDates(findDatesFarAhead(form.fields, requestBody)))) return
    if (options.confirmSave && !(await options.confirmSave(requestBody))) return
    let savedRow: Details
    try {
      // The server compares `updated_at` with the saved record, and rejects the update if somebody else has
      // changed it. It is the version that the user saw: a newer one may be merged into the form while a
      // question is open.
      const versionedBody = id === undefined ? requestBody : { updated_at: form.version, ...requestBody }
      const sendResult = await sendWithConfirmations(mutateAsync, versionedBody, questions)
      if (!sendResult) return
      savedRow = sendResult.made
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const storedRow = await findRowSavedBefore(failure, extraValues)
      if (!storedRow) {
        if (await options.onRefused?.(failure)) return
        if (failure.status === 400) form.showErrors(failure.errors)
        else if (failure.isOutdated && id !== undefined) {
          form.markOutdated(failure.change)
          await refetchStale()
        } else if (failure.status === 404) await refetchStale()
        else if (failure.status === 409) await showFailure(failure)
        return
      }
      savedRow = storedRow
    }
    const { done = `${noun} ${id !== undefined ? 'edited' : 'added'} successfully.` } = options
    if (done !== null)
      toast.success(done, options.getName?.(savedRow), options.getUndo?.(savedRow, requestBody))
    // The saved values are shown at once. Data derived from them, such as the history, is refetched.
    if (openRecordKey)
      queryClient.setQueryData<Details>(
        openRecordKey,
        (cachedRow) => cachedRow && { ...cachedRow, ...savedRow },
      )
    void refetchStale()
    return onSaved(savedRow) ?? 'done'
  })
  return { submit, busy: isPending }
}

/**
 * Shows a message if a file of the form is still being uploaded or was not uploaded (rules 6.8). Returns true
 * if it did: the form must not be sent then.
 */
export function showUnfinishedUploads(
  { busy, failed }: UploadState,
  noun: string,
  title = `Unable to submit ${noun}`,
): boolean {
  if (busy) void showMessage('info', title, 'A file is still being uploaded. Wait, or remove it.')
  else if (failed)
    void showMessage(
      'error',
      title,
      `ERROR\nA file of this ${noun} was not uploaded. Try it again or remove it.`,
    )
  return busy || failed
}

const confirmFarDates = async (farDates: readonly string[]): Promise<boolean> =>
  farDates.length === 0 ||
  confirm({
    title: 'This is more than a year ahead',
    content: `${farDates.join('\n')}\nPlease check the year.`,
    okText: 'It is right',
    cancelText: 'Change it',
    shouldFocusCancel: true,
  })
