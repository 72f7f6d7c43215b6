/** Moves a row to another position and renumbers all from 1. Positions outside the list change nothing. */
export function moveRow<Row extends { id: number; sequenceNumber: number }>(
  rows: readonly Row[],
  id: number,
  to: number,
): Row[] {
  const from = rows.findIndex((row) => row.id === id)
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length) return [...rows]
  return rows
    .toSpliced(from, 1)
    .toSpliced(to, 0, row)
    .map((other, place) => ({ ...other, sequenceNumber: place + 1 }))
}
