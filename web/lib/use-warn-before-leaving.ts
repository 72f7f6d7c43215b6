import { useEffect } from 'react'

/** While `on`, the browser asks before closing or reloading the tab. */
export function useWarnBeforeLeaving(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [on])
}
