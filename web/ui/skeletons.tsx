interface BarProps {
  /** Any CSS width. */
  width: string | number
  height?: number
}

/** A bar in the shape of what comes. */
export function Bar({ width, height }: BarProps) {
  return <span className="sk" style={{ width, height }} />
}

interface SkeletonProps {
  count?: number
}

/** Cards that are on their way. */
export function CardSkeletons({ count = 4 }: SkeletonProps) {
  return (
    <div className="cards" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, row) => (
        <article className="card wait" aria-hidden key={row}>
          <Bar width={118} />
          <Bar width={104} height={24} />
          <Bar width={150} height={18} />
          <span />
          <Bar width={200} />
        </article>
      ))}
    </div>
  )
}

interface TableSkeletonProps extends SkeletonProps {
  /** The headings, so that nothing jumps when the rows come. */
  columns: readonly string[]
}

/** A table that is on its way, under its real headings. */
export function TableSkeleton({ columns, count = 8 }: TableSkeletonProps) {
  return (
    <section className="panel" role="status" aria-label="Loading">
      {/* as wide as the headings, which may be wider than the place */}
      <div className="scroll">
        <table className="table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody aria-hidden>
            {Array.from({ length: count }, (_, row) => (
              <tr key={row}>
                {columns.map((column, place) => (
                  <td key={column}>
                    <Bar width={84 + ((row * 5 + place * 3) % 4) * 18} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** A record or form that is on its way. */
export function RecordSkeleton({ count = 5 }: SkeletonProps) {
  return (
    <div className="form-wait" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, row) => (
        <div key={row}>
          <Bar width={96 + (row % 3) * 24} />
          <Bar width="100%" height={48} />
        </div>
      ))}
    </div>
  )
}
