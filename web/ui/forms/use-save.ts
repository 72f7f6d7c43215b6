import { type QueryKey, useMutation } from '@tanstack/react-query'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { type FormValues, openValues } from './form-values.ts'
import { type Questions, sendAsking } from './send-asking.ts'
import type { FormState } from './use-form.ts'

export interface SaveOptions {
  form: FormState
  /** A new record is posted to it, `/post`; a changed one is put under its id, `/post/7`. */
  path: string
  /** Id of the record, on an update. */
  id?: number
  /** 'Post', of 'Post added successfully.' */
  noun: string
  /** Returns the name of the saved record, for the toast's second line. */
  nameOf?: (saved: Details) => string
  /** The toast of success, where it is another. */
  done?: string
  /** Title of the dialog when a file failed and was neither tried again nor removed (rules 6.8). */
  failedFiles?: string
  /** 'gate pass', where the noun of the toast is another. */
  thing?: string
  /** Queries that hold older versions of the record. */
  stale: readonly QueryKey[]
  /** Query of the open record: what was saved is shown at once. */
  shown?: QueryKey
  /** Whether a key may be changed now; what is closed is not sent. */
  isOpen?: (key: string) => boolean
  /** Returns the part of the body beside the declared fields, of what changed. */
  beside?: (changed: FormValues) => Details
  /** Refusals of a new record that ask before it is made. */
  questions?: Questions
  /** Tells a refusal in words of its own; resolves to whether it did. */
  onRefused?: (failure: ApiError) => Promise<boolean> | boolean
  /** Takes the record as it was saved; nothing where nothing had changed. */
  onSaved: (saved?: object) => void
}

export interface Save {
  /** Checks and sends; `extra` is what the form holds beyond its own fields. */
  submit: (extra?: Details) => Promise<void>
  busy: boolean
}

/**
 * Sends a form: 'added' or 'edited successfully.' on success. Messages of the server go to their fields; with a newer version
 * the record is fetched anew: the form brings it in, keeps what was typed, and says so (rules 4.14).
 */
export function useSave(options: SaveOptions): Save {
  const { form, path, id, noun, stale, shown, isOpen = () => true, beside, questions = {}, onSaved } = options
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) =>
      // `updated_at` guards against writing over somebody else's change
      id !== undefined
        ? api.put<Details>(`${path}/${id}`, { ...body, updated_at: form.version })
        : api.post<Details>(path, body),
    meta: { handles: id === undefined ? [409] : [409, 'locked'] },
  })
  const refresh = () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  const submit = useOneAtATime(async (extra: Details = {}) => {
    const fields = form.uploads.busy ? undefined : form.check(isOpen)
    if (!fields) return
    if (form.uploads.failed) {
      const { thing = noun.toLowerCase(), failedFiles = `Unable to submit ${thing}` } = options
      const what = `A file of this ${thing} was not uploaded. Try it again or remove it.`
      return inform('error', failedFiles, `ERROR\n${what}`)
    }
    const body = { ...fields, ...beside?.(openValues(form.changed, isOpen)), ...extra }
    if (id !== undefined && Object.keys(body).length === 0) {
      onSaved()
      return 'done'
    }
    let saved: Details
    try {
      const sent = await sendAsking(mutateAsync, body, questions)
      if (!sent) return
      saved = sent.made
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (await options.onRefused?.(failure)) return
      if (failure.status === 400) form.refuse(failure.errors)
      else if (failure.isOutdated && id !== undefined) {
        form.markOutdated()
        await refresh()
      } else if (failure.status === 409) await inform('info', 'Oops! Something went wrong.', failure.message)
      return
    }
    const done = options.done ?? `${noun} ${id !== undefined ? 'edited' : 'added'} successfully.`
    toast.success(done, options.nameOf?.(saved))
    // the view shows what was saved at once, what follows from it, such as the history, a moment later
    if (shown) queryClient.setQueryData<Details>(shown, (known) => known && { ...known, ...saved })
    void refresh()
    onSaved(saved)
    return 'done'
  })
  return { submit, busy: isPending }
}
