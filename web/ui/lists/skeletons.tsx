import { DisableShortcuts } from '#lib/keys/disable-shortcuts.tsx'
import './skeletons.css'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ActionsHead } from './table-head.tsx'

export function SkeletonBar({ width, height }: { width: string | number; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />
}

interface SkeletonBarsProps {
  className: string
  label?: string
  bars: readonly (readonly [width: string | number, height?: number])[]
}

export function SkeletonBars({ className, label = 'Loading', bars }: SkeletonBarsProps) {
  return (
    <div className={className} role="status" aria-label={label}>
      {bars.map(([width, height], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- bars may be equal
        <SkeletonBar key={index} width={width} height={height} />
      ))}
    </div>
  )
}

interface SkeletonProps {
  count?: number
}

/** Placeholder with as many cards as a page has, so that the content below does not move when they load. */
export function CardSkeletons({ count = LIMITS.pageSize }: SkeletonProps) {
  return (
    <div className="cards" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, row) => (
        <article className="tile card wait" aria-hidden key={row}>
          <SkeletonBar width={118} />
          <SkeletonBar width={104} height={24} />
          <SkeletonBar width={150} height={18} />
          <span />
          <SkeletonBar width={200} />
        </article>
      ))}
    </div>
  )
}

interface TableSkeletonProps extends SkeletonProps {
  /**
   * Headings of each table cell (several if columns are stacked). They keep the table from moving when the
   * rows load.
   */
  columns: readonly (readonly string[])[]
  checks?: boolean
  actions?: boolean
  pager?: boolean
}

export function TableSkeleton(props: TableSkeletonProps) {
  const { columns, checks, actions, pager, count = LIMITS.pageSize } = props
  return (
    <section className="panel" role="status" aria-label="Loading">
      <div className="scroll">
        <table className="table wait">
          <thead>
            <tr>
              {checks && (
                <td className="check-cell">
                  <SkeletonBar width={18} height={18} />
                </td>
              )}
              {columns.map(([top, ...labelsBelow]) => (
                <th scope="col" key={top}>
                  {top}
                  {labelsBelow.map((labelBelow) => (
                    <small key={labelBelow}>{labelBelow}</small>
                  ))}
                </th>
              ))}
              {actions && <ActionsHead />}
            </tr>
          </thead>
          <tbody aria-hidden>
            {Array.from({ length: count }, (_, row) => (
              <tr key={row}>
                {checks && (
                  <td className="check-cell">
                    <SkeletonBar width={18} height={18} />
                  </td>
                )}
                {columns.map(([column], columnIndex) => (
                  <td key={column}>
                    <SkeletonBar width={`${55 + ((row * 5 + columnIndex * 3) % 4) * 12}%`} />
                  </td>
                ))}
                {actions && (
                  <td>
                    <SkeletonBar width={36} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pager && (
        <div className="pager row" aria-hidden>
          <SkeletonBar width={96} />
          <span className="spacer" />
          <SkeletonBar width={128} height={32} />
        </div>
      )}
    </section>
  )
}

/** Placeholder while the code of a page or tab loads. It disables keyboard shortcuts. */
export const PageLoading = () => (
  <>
    <DisableShortcuts />
    <RecordSkeleton />
  </>
)

export function RecordSkeleton({ count = 5 }: SkeletonProps) {
  return (
    <div className="form-wait" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, row) => (
        <div key={row}>
          <SkeletonBar width={96 + (row % 3) * 24} />
          <SkeletonBar width="100%" height={48} />
        </div>
      ))}
    </div>
  )
}
