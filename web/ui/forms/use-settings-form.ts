import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, firstMessages } from '#lib/api/api.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { useDraft } from '#lib/use-draft.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'

type Messages = Readonly<Partial<Record<string, string>>>

interface SettingsFormOptions<Values extends object> {
  /** Saved settings by name; a picture's value is the key of its file. */
  saved: Values
  same?: (one: Values[keyof Values], other: Values[keyof Values]) => boolean
  check: (values: Values, changes: Readonly<Partial<Values>>) => Messages
  /** Asks for confirmation of a change with immediate effect on others. */
  sure?: (values: Values) => Promise<boolean>
  send: (changes: Readonly<Partial<Values>>) => Promise<void>
  /** Maps the field of a server error to a setting. */
  nameOf?: (field: string, changes: Readonly<Partial<Values>>) => string
}

/** Form of settings. Only changes are sent, so that changes by others are not undone (rules 11.5). */
export function useSettingsForm<Values extends object>(options: SettingsFormOptions<Values>) {
  const { saved, same, check, sure, send, nameOf = (field) => field } = options
  const draft = useDraft(saved, same)
  const files = useDraft<Readonly<Record<string, File | undefined>>>({})
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({})
  const [errors, setErrors] = useState<Messages>({})
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      const [typed, chosen] = [draft.changes, files.values]
      const keys: Record<string, string> = {}
      for (const [name, file] of Object.entries(chosen)) {
        if (!file) continue
        const onProgress = (part: number): void => setProgress((known) => ({ ...known, [name]: part }))
        keys[name] = (await uploadFile('logo', file, { onProgress })).key
      }
      await send({ ...typed, ...keys })
      draft.settle(typed)
      files.settle(chosen)
    },
    onSettled: () => setProgress({}),
  })
  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const { values, changes } = draft
    const wrong = check(values, changes)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    try {
      if (!sure || (await sure(values))) await mutateAsync()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setErrors(firstMessages(failure.errors, (field) => nameOf(field, changes)))
    }
  })
  return {
    ...draft,
    errors,
    clearErrors: () => setErrors({}),
    /** Returns props of an image picker; `address` shows the saved image. */
    pictureOf: (name: keyof Values & string, address = `/files/${draft.values[name]}`) => ({
      chosen: files.values[name],
      current: draft.values[name] === '' ? undefined : address,
      progress: progress[name],
      onChoose: (file: File | undefined) => files.change({ [name]: file }),
      onRemove: () => draft.change({ [name]: '' } as Partial<Values>),
    }),
    submit,
    busy: isPending,
  }
}
