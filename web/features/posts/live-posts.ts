import { channels } from '@tahanan/contract/channels.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useChannel } from '../../lib/live/live.ts'

/** Keeps open lists and posts fresh: the channel only says which post changed, the page asks again. */
export function useLivePosts(): void {
  const client = useQueryClient()
  useChannel<{ id: number }>(channels.posts, () => void client.invalidateQueries({ queryKey: ['posts'] }))
}
