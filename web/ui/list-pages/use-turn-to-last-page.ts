import { useEffect, useEffectEvent } from 'react'

interface OpenPage {
  page: number
  /** 0 is all. */
  limit: number
}

/** Turns to the last page of a list where the open one is gone: its rows were deleted. */
export function useTurnToLastPage(
  { page, limit }: OpenPage,
  { data: list, isPlaceholderData }: { data: { total: number } | undefined; isPlaceholderData: boolean },
  onPage?: (page: number, inPlace?: boolean) => void,
): void {
  const last =
    list && !isPlaceholderData ? Math.max(1, Math.ceil(list.total / (limit || list.total || 1))) : page
  const turn = useEffectEvent(() => onPage?.(last, true))
  useEffect(() => {
    if (page > last) turn()
  }, [page, last])
}
