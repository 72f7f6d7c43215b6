import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { useLeaveConfirmation } from '#ui/overlays/leave-guard.tsx'
import { reducePicture } from '#ui/uploads/reduce-picture.ts'
import { createUploadName } from '#ui/uploads/uploads.ts'
import type { FilesField } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { FormValues } from './form-values.ts'
import { type ErrorConfirmations, sendWithConfirmations } from './send-with-confirmations.ts'
import { type FormWithDraftOptions, useFormWithDraft } from './use-form-with-draft.ts'

interface SettingsFormOptions extends Pick<
  FormWithDraftOptions,
  'getExtraErrors' | 'form' | 'name' | 'otherValues' | 'readOnly'
> {
  /**
   * Saved settings by key. The value of a picture is the key of its file. When newer settings arrive, they
   * are merged into the input.
   */
  saved: Details
  pictures?: Pick<FilesField, 'folder' | 'namePrefix'>
  confirmSave?: (changes: Details) => Promise<boolean>
  /**
   * Sends the changed settings. `version` identifies the saved settings to which the changes were made. It is
   * needed only for settings that are saved as a whole.
   */
  send: (changes: Details, version: string | undefined) => Promise<unknown>
  questions?: ErrorConfirmations
  staleQueries: readonly QueryKey[]
  onSaved: () => void
  getName?: (field: string, changes: Details) => string
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/**
 * Returns a form for settings on a page. Only changed settings are sent, so that changes by others are not
 * overwritten (rules 11.5).
 */
export function useSettingsForm(options: SettingsFormOptions) {
  const {
    saved,
    pictures,
    confirmSave,
    send,
    questions = {},
    staleQueries,
    onSaved,
    getName = (field) => field,
    ...rest
  } = options
  // Settings without `updated_at` use their content as version.
  const settingsRecord = { updated_at: JSON.stringify(saved), ...saved }
  const { form, forgetDraft } = useFormWithDraft({
    ...rest,
    writer: 'admin',
    action: 'update',
    record: settingsRecord,
  })
  const [chosenFiles, setChosenFiles] = useState<Readonly<Record<string, File | undefined>>>({})
  const files = Object.entries(chosenFiles).flatMap(([name, file]) => (file ? [[name, file] as const] : []))
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({})
  const choosePicture = (name: string, file: File | undefined): void =>
    setChosenFiles((currentFiles) => ({ ...currentFiles, [name]: file }))
  const isChanged = form.dirty || files.length > 0
  useLeaveConfirmation(isChanged && !rest.readOnly, forgetDraft)
  const refetchStale = () =>
    Promise.all(staleQueries.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (input: { changes: Details; typedValues: FormValues; files: typeof files }) => {
      const keys: Record<string, string> = {}
      for (const [name, file] of input.files) {
        const onProgress = (sentShare: number): void =>
          setProgress((currentParts) => ({ ...currentParts, [name]: sentShare }))
        const fileName = pictures ? createUploadName(pictures.namePrefix, file.name) : file.name
        const reducedPicture = await reducePicture(file)
        const renamedPicture = new File([reducedPicture], fileName, { type: reducedPicture.type })
        keys[name] = (await uploadFile(pictures?.folder ?? 'logo', renamedPicture, { onProgress })).key
      }
      const sendResult = await sendWithConfirmations(
        (body) => send(body, form.version),
        { ...input.changes, ...keys },
        questions,
      )
      if (!sendResult) return
      for (const [name, key] of Object.entries(keys)) {
        form.set(name, key)
        choosePicture(name, undefined)
      }
      // Marked as saved before the refetch. Otherwise the refetched settings would look like another user's
      // change.
      form.markAsSaved({ ...input.typedValues, ...keys })
      onSaved()
      // Waits for the refetch, which brings the new version. Without it, the next save would be a conflict.
      await refetchStale()
    },
    onSettled: () => setProgress({}),
    meta: { handles: [409, 'fields'] },
  })
  const submit = useNonOverlappingCall(async () => {
    const checkedValues = form.check()
    if (!checkedValues) return
    const changedSettings = { ...form.changed, ...checkedValues }
    if (confirmSave && !(await confirmSave(changedSettings))) return
    try {
      await mutateAsync({ changes: changedSettings, typedValues: form.changed, files })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const errorsByField = Object.entries(failure.errors).map(
        ([field, messages]) => [getName(field, changedSettings), messages] as const,
      )
      if (failure.status === 400) form.showErrors(Object.fromEntries(errorsByField))
      if (failure.isOutdated) {
        form.markOutdated(failure.change)
        await refetchStale()
      }
    }
  })
  return {
    ...form,
    isChanged,
    undo: () => {
      form.undo()
      setChosenFiles({})
    },
    getPictureProps: (name: string, getAddress = (key: string): string | undefined => `/files/${key}`) => ({
      chosenFile: chosenFiles[name],
      current: form.values[name] ? getAddress(String(form.values[name])) : undefined,
      progress: progress[name],
      onChoose: (file: File | undefined) => choosePicture(name, file),
      onRemove: () => form.set(name, ''),
    }),
    submit,
    busy: isPending,
  }
}
