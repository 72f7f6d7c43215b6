import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { uploadFile } from '../../lib/api/upload.ts'
import { firstMessages } from '../../lib/first-messages.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'

type Texts = Readonly<Record<string, string>>
type Messages = Readonly<Partial<Record<string, string>>>

interface SettingsFormOptions<Values extends Texts> {
  /** Settings by name; of a picture the key of its file. */
  saved: Values
  /** Returns the messages of wrong values. */
  check: (values: Values) => Messages
  /** Asks before a change that others notice at once. */
  sure?: (values: Values) => Promise<boolean>
  /** Sends what changed; chosen files were uploaded before. */
  send: (changes: Texts) => Promise<void>
  /** Name of the setting that a message of the server is about. */
  nameOf?: (field: string) => string
}

/** The form of some settings: only what changed is sent, so that nobody else's change is undone (rules 11.5). */
export function useSettingsForm<Values extends Texts>(options: SettingsFormOptions<Values>) {
  const { saved, check, sure, send, nameOf } = options
  const draft = useDraft(saved)
  const files = useDraft<Readonly<Record<string, File | undefined>>>({})
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({})
  const [errors, setErrors] = useState<Messages>({})
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      const [typed, chosen] = [draft.changes, files.values]
      const changes = { ...typed } as Record<string, string>
      for (const [name, file] of Object.entries(chosen)) {
        if (!file) continue
        const onProgress = (part: number): void => setProgress((known) => ({ ...known, [name]: part }))
        changes[name] = (await uploadFile('logo', file, { onProgress })).key
      }
      await send(changes)
      draft.settle(typed)
      files.settle(chosen)
    },
    onSettled: () => setProgress({}),
  })
  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const wrong = check(draft.values)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return 'open'
    }
    try {
      if (!sure || (await sure(draft.values))) await mutateAsync()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setErrors(firstMessages(failure.errors, nameOf))
    }
    return 'open'
  })
  const change = (name: keyof Values & string, value: string): void =>
    draft.change({ [name]: value } as Partial<Values>)
  return {
    values: draft.values,
    change,
    errors,
    clearErrors: () => setErrors({}),
    /** Props of the picker of a picture; `address` is where the saved one is. */
    pictureOf: (name: keyof Values & string, address = `/files/${draft.values[name]}`) => ({
      chosen: files.values[name],
      current: draft.values[name] === '' ? undefined : address,
      progress: progress[name],
      onChoose: (file: File | undefined) => files.change({ [name]: file }),
      onRemove: () => change(name, ''),
    }),
    submit,
    busy: isPending,
  }
}
