import type { Details } from '@tahanan/contract/forms/validate.ts'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { inform } from '../overlays/dialogs.ts'
import { toast } from '../overlays/toast.tsx'
import type { FormState } from './use-form.ts'

export interface SaveOptions {
  form: FormState
  /** A new record is posted to it, `/post`; a changed one is put under its id, `/post/7`. */
  path: string
  /** Id of the record, on an update. */
  id?: number
  /** 'Post', of 'Post added successfully.' */
  noun: string
  /** Title of the dialog when a file failed and was neither tried again nor removed. */
  failedFiles?: string
  /** Queries that hold older versions of the record. */
  stale: readonly QueryKey[]
  /** Takes the record as it was saved; nothing where nothing had changed. */
  onSaved: (saved?: object) => void
}

interface Save {
  /** Checks and sends; `extra` is what the form holds beyond its own fields. */
  submit: (extra?: Details) => Promise<void>
  busy: boolean
}

/**
 * Sends a form. With 409 the record is fetched anew: the form brings it in and says so.
 */
export function useSave(options: SaveOptions): Save {
  const { form, path, id, noun, failedFiles, stale, onSaved } = options
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) =>
      // `updated_at` guards against writing over somebody else's change
      id !== undefined
        ? api.put<object>(`${path}/${id}`, { ...body, updated_at: form.version })
        : api.post<object>(path, body),
    meta: { handles: id === undefined ? [409] : [409, 'locked'] },
  })
  const refresh = () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))

  const submit = useOneAtATime(async (extra: Details = {}) => {
    const fields = form.uploads.busy ? undefined : form.check()
    if (!fields) return 'open'
    if (form.uploads.failed) {
      await inform('error', failedFiles ?? `Unable to submit ${noun.toLowerCase()}`, 'ERROR')
      return 'open'
    }
    const body = { ...fields, ...extra }
    if (id !== undefined && Object.keys(body).length === 0) {
      onSaved()
      return 'done'
    }
    let saved: object
    try {
      saved = await mutateAsync(body)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      else if (failure.outdated && id !== undefined) {
        form.markOutdated()
        await refresh()
      } else if (failure.status === 409) await inform('info', 'Oops! Something went wrong.', failure.message)
      return 'open'
    }
    toast.success(`${noun} ${id !== undefined ? 'edited' : 'added'} successfully.`)
    void refresh()
    onSaved(saved)
    return 'done'
  })
  return { submit, busy: isPending }
}
