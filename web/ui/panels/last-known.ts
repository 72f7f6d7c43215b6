import { useState } from 'react'

/**
 * Returns the last value under a key, so that an open form keeps its input after somebody else deleted its
 * record or revoked the access. `isGone` is true if only the last value is left.
 */
export function useLastKnown<Value>(key: number | string | undefined, value: Value | undefined) {
  const [last, setLast] = useState<{ key: number | string; value: Value }>()
  if (key === undefined) {
    if (last) setLast(undefined)
    return { value: undefined, isGone: false }
  }
  if (value !== undefined && (last?.key !== key || last.value !== value)) setLast({ key, value })
  const known = value ?? (last?.key === key ? last.value : undefined)
  return { value: known, isGone: value === undefined && known !== undefined }
}

/** Returns whether the panel under a key may be open: it is allowed now, or was when it was opened. */
export const useStaysOpen = (key: number | string | undefined, isAllowed: boolean): boolean =>
  useLastKnown(key, isAllowed ? true : undefined).value === true
