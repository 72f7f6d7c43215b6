import { useEffect, useEffectEvent } from 'react'
import type { ListPageFilter } from '#lib/api/row-queries.ts'

export function useTurnToLastPage(
  { page, limit }: Pick<ListPageFilter, 'page' | 'limit'>,
  { data: list, isPlaceholderData }: { data: { total: number } | undefined; isPlaceholderData: boolean },
  onPage?: (page: number, shouldReplace?: boolean) => void,
): void {
  const lastPage =
    list && !isPlaceholderData ? Math.max(1, Math.ceil(list.total / (limit || list.total || 1))) : page
  const turnToLastPage = useEffectEvent(() => onPage?.(lastPage, true))
  useEffect(() => {
    if (page > lastPage) turnToLastPage()
  }, [page, lastPage])
}
