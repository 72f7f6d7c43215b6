import type { Details } from '@tahanan/contract/tickets/validate.ts'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../lib/api.ts'
import { useOneAtATime } from '../lib/use-one-at-a-time.ts'
import { inform } from '../ui/dialogs.ts'
import { toast } from '../ui/toast.tsx'
import { forgetDraft, keepDraft } from './drafts.ts'
import type { FormState } from './use-form.ts'

export interface SaveOptions {
  form: FormState
  /** A new record is posted to it, `/post`; a changed one is put under its id, `/post/7`. */
  path: string
  /** What the form is about, on an update. `updated_at` guards against writing over somebody else's change. */
  record?: { id: number; updated_at: string }
  /** Whose draft to keep until the server has it, and under which name. */
  draft: { account: string; name: string }
  /** 'Post', of 'Post added successfully.' */
  noun: string
  /** Title of the dialog when a file failed and was neither tried again nor removed. */
  failedFiles?: string
  /** Queries that hold older versions of the record. */
  stale: readonly QueryKey[]
  onSaved: () => void
}

interface Save {
  /** Checks and sends; `extra` is what the form holds beyond its own fields. */
  submit: (extra?: Details) => Promise<void>
  busy: boolean
}

/**
 * Sends a form. What was typed stands in the drafts before the call and until it succeeded, so that no failure loses it,
 * not even the end of the session. With 409 the record is fetched anew; the form then says that there is a newer one.
 */
export function useSave(options: SaveOptions): Save {
  const { form, path, record, draft, noun, failedFiles, stale, onSaved } = options
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) =>
      record
        ? api.put<unknown>(`${path}/${record.id}`, { ...body, updated_at: record.updated_at })
        : api.post<unknown>(path, body),
    meta: { handles: [409] },
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
    if (record && Object.keys(body).length === 0) {
      onSaved()
      return 'done'
    }
    keepDraft(draft.account, draft.name, form.changed, record?.updated_at)
    try {
      await mutateAsync(body)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.refuse(failure.errors)
      else if (failure.status === 409 && record) await refresh()
      else if (failure.status === 409) await inform('info', 'Oops! Something went wrong.', failure.message)
      return 'open'
    }
    forgetDraft(draft.account, draft.name)
    toast.success(`${noun} ${record ? 'edited' : 'added'} successfully.`)
    void refresh()
    onSaved()
    return 'done'
  })
  return { submit, busy: isPending }
}
