import { useEffect, useEffectEvent } from 'react'
import { forgetDraft, keepDraft } from './drafts.ts'
import type { FormValues } from './form-values.ts'

const PAUSE_MS = 800

/** Keeps what is typed in the drafts while it is typed, so that a reload or a crash of the browser's tab loses nothing. */
export function useKeptDraft(
  account: string,
  name: string,
  changed: FormValues,
  dirty: boolean,
  basedOn: string | undefined,
): void {
  const keep = useEffectEvent((values: FormValues) => {
    if (dirty) keepDraft(account, name, values, basedOn)
    else forgetDraft(account, name)
  })
  useEffect(() => {
    const leave = (): void => keep(changed)
    const timer = setTimeout(leave, PAUSE_MS)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
    }
  }, [changed])
}
