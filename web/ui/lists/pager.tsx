import { ChevronLeft, ChevronRight, Rows4 } from 'lucide-react'
import type { ReactNode } from 'react'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { useStore } from '#lib/use-store.ts'
import { NativeSelect } from '#ui/controls/input.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useIsPhone } from '../use-media-query.ts'
import { isCompactDensity, saveCompactDensity, listChoices } from './list-choices.ts'
import './pager.css'

interface PagerProps {
  page: number
  limit: number
  total: number
  /** Name of the paged list. Needed on a page with several lists. */
  of?: string
  children?: ReactNode
  /**
   * True if the list is not sorted newest first. The server then returns only a limited number of rows, so
   * there are fewer pages.
   */
  isSorted?: boolean
  shortcut?: string
  onPage: (page: number) => void
  onResize?: (limit: number) => void
}

/**
 * Returns the numbers of the pages that have a button: the first page, the last page, and those around the
 * open page. 0 stands for a gap between them.
 */
export function getPageButtons(page: number, pages: number): number[] {
  const shownPages = [1, page - 1, page, page + 1, pages]
  if (page <= 3) shownPages.push(2, 3)
  if (page >= pages - 2) shownPages.push(pages - 1, pages - 2)
  const nearPages = [...new Set(shownPages)].filter((n) => n >= 1 && n <= pages).toSorted((a, b) => a - b)
  return nearPages.flatMap((n, index) => {
    const previousShownPage = nearPages[index - 1] ?? n - 1
    if (n - previousShownPage === 2) return [n - 1, n]
    return n - previousShownPage > 2 ? [0, n] : [n]
  })
}

export function Pager(props: PagerProps) {
  const {
    page,
    limit,
    total,
    of = 'the list',
    children,
    isSorted = false,
    shortcut,
    onPage,
    onResize,
  } = props
  const reachableTotal = isSorted ? Math.min(total, LIMITS.sortedRows) : total
  const pageCount = Math.max(1, Math.ceil(reachableTotal / limit))
  const firstRowNumber = total === 0 ? 0 : (page - 1) * limit + 1
  const lastRowNumber = Math.min(page * limit, total)
  const phone = useIsPhone()
  return (
    <nav className="pager row" aria-label={`Pages of ${of}`}>
      <span>
        {firstRowNumber.toLocaleString('en')} to {lastRowNumber.toLocaleString('en')} of{' '}
        {total.toLocaleString('en')}
        {reachableTotal < total && (
          <small>
            In this order {pageCount.toLocaleString('en')} pages can be turned. Newest first shows all.
          </small>
        )}
      </span>
      {children}
      <span className="spacer" />
      {onResize && (
        <NativeSelect
          aria-label="Rows per page"
          value={limit}
          options={LIMITS.pageSizes.map((size) => ({
            value: size,
            label: phone ? `${size}` : `${size} rows`,
          }))}
          onChange={({ target: { value } }) => onResize(Number(value))}
        />
      )}
      {onResize && !phone && <DensityButton />}
      <button type="button" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="small" />
      </button>
      {phone && (
        <span aria-current="page">
          {page} / {pageCount}
        </span>
      )}
      {(phone ? [] : getPageButtons(page, pageCount)).map((n, index) =>
        n === 0 ? (
          // oxlint-disable-next-line react/no-array-index-key -- a gap has no other unique key
          <span aria-hidden key={`gap${index}`}>
            …
          </span>
        ) : (
          <button
            type="button"
            key={n}
            aria-current={n === page ? 'page' : undefined}
            aria-label={`Page ${n}`}
            onClick={() => onPage(n)}
          >
            {n}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label="Next page"
        {...(shortcut && getShortcutProps('Next page', shortcut))}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight className="small" />
      </button>
    </nav>
  )
}

function DensityButton() {
  const compact = isCompactDensity(useStore(listChoices))
  return (
    <button
      type="button"
      aria-pressed={compact}
      aria-label="Compact rows"
      title="Compact rows"
      onClick={() => saveCompactDensity(!compact)}
    >
      <Rows4 className="small" />
    </button>
  )
}

export function PagerAtPageEnd({
  onPage,
  ...pages
}: Pick<PagerProps, 'page' | 'limit' | 'total' | 'onPage'>) {
  if (pages.total <= pages.limit) return null
  const openPage = (page: number): void => {
    onPage(page)
    scrollTo(0, 0)
  }
  return <Pager {...pages} onPage={openPage} />
}
