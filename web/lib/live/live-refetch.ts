import { type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { useChannel } from './live.ts'

/** Milliseconds over which refetches spread, so that pages do not all call at once. */
const SPREAD_MS = 800

/** Refetches the queries of these keys on an event of the channel. A burst causes one call. */
export function useLiveRefetch(channel: string, ...keys: readonly QueryKey[]): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useChannel(channel, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
    }, Math.random() * SPREAD_MS)
  })
}
