export function getQuantile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  return (
    sortedValues[
      Math.min(sortedValues.length - 1, Math.max(0, Math.ceil(share * sortedValues.length) - 1))
    ] ?? Number.NaN
  )
}

export const getMedian = (values: readonly number[]): number => getQuantile(values, 0.5)

export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const columnWidths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const formatLine = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(columnWidths[column] ?? 0) : cell.padStart(columnWidths[column] ?? 0),
      )
      .join('  ')
  return [
    formatLine(header),
    columnWidths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map(formatLine),
  ].join('\n')
}

export const formatVerdict = (isGoalReached: boolean): string => (isGoalReached ? 'yes' : 'NO')
