import { useEffect } from 'react'
import { getSessionToken } from './api/session.ts'

export function useUnloadWarning(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined
    const handleBeforeUnload = (event: BeforeUnloadEvent): void => {
      // After the end of the session the browser does not ask, because the login must open.
      if (getSessionToken() !== null) event.preventDefault()
    }
    addEventListener('beforeunload', handleBeforeUnload)
    return () => removeEventListener('beforeunload', handleBeforeUnload)
  }, [on])
}
