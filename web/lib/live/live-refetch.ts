import { type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { useChannels } from './live.ts'

/** Milliseconds over which refetches are spread, so that pages do not all call at once. */
const SPREAD_MS = 800

/** Refetches the queries of these keys on an event of the channel. A burst causes one call. */
export function useLiveRefetch(channel: string, ...keys: readonly QueryKey[]): void {
  useLiveRefetches([channel], SPREAD_MS, ...keys)
}

/** Refetches on events of these channels, at most about once in the given milliseconds. */
export function useLiveRefetches(
  channels: readonly string[],
  spreadMs: number,
  ...keys: readonly QueryKey[]
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refetch = (): void => {
    timer.current = undefined
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }
  const leave = useEffectEvent(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    refetch()
  })
  useEffect(() => () => leave(), [])
  useChannels(channels, () => {
    timer.current ??= setTimeout(refetch, Math.random() * spreadMs)
  })
}
