import { useEffect } from 'react'
import { getSessionToken } from './api/session.ts'

export function useWarnBeforeLeaving(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined
    const ask = (event: BeforeUnloadEvent): void => {
      // After the end of the session, nothing blocks leaving the page.
      if (getSessionToken() !== null) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [on])
}
