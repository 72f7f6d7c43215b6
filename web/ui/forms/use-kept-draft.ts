import { useEffect, useEffectEvent, useRef } from 'react'
import { forgetDraft, keepDraft } from './drafts.ts'
import type { FormValues } from './form-values.ts'
import type { FormState } from './use-form.ts'

const PAUSE_MS = 800

/** Saves typed input as a draft, debounced. Returns a function that deletes the draft. */
export function useKeptDraft(
  account: string,
  name: string,
  { changed, before }: Pick<FormState, 'changed' | 'before'>,
  dirty: boolean,
): () => void {
  const isOver = useRef(false)
  const keep = useEffectEvent((values: FormValues) => {
    if (isOver.current) return
    if (!dirty) forgetDraft(account, name)
    else keepDraft(account, name, { values, before: only(Object.keys(values), before) })
  })
  const keepNow = useEffectEvent(() => keep(changed))
  useEffect(() => {
    const timer = setTimeout(() => keep(changed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [changed])
  useEffect(() => {
    const leave = (): void => keepNow()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return () => {
    isOver.current = true
    forgetDraft(account, name)
  }
}

function only(keys: readonly string[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, values[key]]))
}
