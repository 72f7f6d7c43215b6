import { useEffect } from 'react'
import { getSessionToken } from './api/session.ts'

export function useWarnBeforeLeaving(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined
    const handleBeforeUnload = (event: BeforeUnloadEvent): void => {
      // After the end of the session, nothing blocks leaving the page.
      if (getSessionToken() !== null) event.preventDefault()
    }
    addEventListener('beforeunload', handleBeforeUnload)
    return () => removeEventListener('beforeunload', handleBeforeUnload)
  }, [on])
}
