import { type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveEvents } from './live.ts'

/**
 * Maximum delay of a refetch in milliseconds. The delay is random, so that not all browsers send their
 * requests at once.
 */
const MAX_DELAY_MS = 800

export function useLiveRefetch(channel: string, ...keys: readonly QueryKey[]): void {
  useLiveRefetches([channel], MAX_DELAY_MS, ...keys)
}

export function useLiveRefetches(
  channels: readonly string[],
  maxDelayMs: number,
  ...keys: readonly QueryKey[]
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refetch = (): void => {
    timer.current = undefined
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }
  const handleUnmount = useEffectEvent(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    refetch()
  })
  useEffect(() => () => handleUnmount(), [])
  useLiveEvents(channels, () => {
    timer.current ??= setTimeout(refetch, Math.random() * maxDelayMs)
  })
}
