import { useState } from 'react'

/**
 * Returns the value under a key. If the value disappears, returns the last known one, so that an open form
 * keeps its input after somebody else deleted the record or revoked the access. `isGone` is true in this
 * case.
 */
export function useLastKnown<Value>(key: number | string | undefined, value: Value | undefined) {
  const [last, setLast] = useState<{ key: number | string; value: Value }>()
  if (key === undefined) {
    if (last) setLast(undefined)
    return { value: undefined, isGone: false }
  }
  if (value !== undefined && (last?.key !== key || last.value !== value)) setLast({ key, value })
  const lastKnownValue = value ?? (last?.key === key ? last.value : undefined)
  return { value: lastKnownValue, isGone: value === undefined && lastKnownValue !== undefined }
}

/**
 * Returns whether a panel may stay open: the user may see it now, or could when it was opened. `key`
 * identifies the panel.
 */
export const useMayStayOpen = (key: number | string | undefined, isAllowed: boolean): boolean =>
  useLastKnown(key, isAllowed ? true : undefined).value === true
