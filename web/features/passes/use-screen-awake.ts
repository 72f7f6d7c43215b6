import { useEffect } from 'react'

/** Keeps the screen on while it is mounted; browsers without it, or in power saving, do nothing. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isMounted = true
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (!isMounted) await lock.release()
      } catch {
        // Not allowed, or unknown to the browser.
      }
    }
    void request()
    // Browsers release it when the page is hidden.
    document.addEventListener('visibilitychange', request)
    return () => {
      isMounted = false
      document.removeEventListener('visibilitychange', request)
      lock?.release().catch(() => undefined)
    }
  }, [])
}
