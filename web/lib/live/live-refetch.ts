import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChannel } from './live.ts'

/** A community hears of a change at once; its pages ask again within this time, not all in the same instant. */
const SPREAD_MS = 800

/** Asks again for what stands under these keys when the channel says that something changed. A burst costs one call. */
export function useLiveRefetch(channel: string, ...keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useChannel(channel, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    }, Math.random() * SPREAD_MS)
  })
}
