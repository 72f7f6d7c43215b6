import { useEffect, useEffectEvent, useRef } from 'react'
import { formatField } from '#lib/format-field.ts'
import type { Fields } from '@tahanan/contract/forms/fields.ts'
import { deleteDraft, saveDraft } from './drafts.ts'
import type { FormValues } from './form-values.ts'
import type { FormState } from './use-form.ts'

const SAVE_DELAY_MS = 800

/** Stores typed input as a draft, debounced. Returns a function that deletes the draft. */
export function useDraftAutosave(
  account: string,
  name: string,
  { changed, before, fields = {} }: Pick<FormState, 'changed' | 'before'> & { fields?: Fields },
  dirty: boolean,
): () => void {
  const isOver = useRef(false)
  const storeValues = useEffectEvent((values: FormValues) => {
    if (isOver.current) return
    if (!dirty) deleteDraft(account, name)
    else
      saveDraft(account, name, {
        values,
        before: pickKeys([...Object.keys(values), ...getKeysOfStartTimes(fields, before)], before),
        words: Object.entries(fields)
          .filter(([key]) => Object.hasOwn(values, key))
          .map(([key, field]) => `${field.label}: ${formatField(field, values[key])}`)
          .join('\n'),
      })
  })
  const storeChangedValues = useEffectEvent(() => storeValues(changed))
  useEffect(() => {
    const timer = setTimeout(() => storeValues(changed), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [changed])
  useEffect(() => {
    const saveBeforeLeaving = (): void => storeChangedValues()
    addEventListener('pagehide', saveBeforeLeaving)
    return () => {
      removeEventListener('pagehide', saveBeforeLeaving)
      saveBeforeLeaving()
    }
  }, [])
  return () => {
    isOver.current = true
    deleteDraft(account, name)
  }
}

/**
 * Returns the keys of fields that begin with the present time. Their start values are stored too, so that a
 * restored draft sends the same body and finds its idempotency key (rules 14.12).
 */
const getKeysOfStartTimes = (fields: Fields, before: FormValues): string[] =>
  Object.entries(fields)
    .filter(
      ([key, field]) => field.kind === 'dateTime' && field.initial === 'now' && Object.hasOwn(before, key),
    )
    .map(([key]) => key)

function pickKeys(
  keys: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, values[key]]))
}
