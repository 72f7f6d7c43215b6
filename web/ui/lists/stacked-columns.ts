/** Columns in groups, each a cell of its own: those that stand beneath another come after it where there is no room. */
export function stackedColumns<Column>(
  columns: readonly Column[],
  stack: boolean,
  keyOf: (column: Column) => string,
  underOf: (column: Column) => string | undefined,
): [Column, ...Column[]][] {
  const isUnder = (column: Column): boolean =>
    stack && columns.some((other) => keyOf(other) === underOf(column))
  return columns
    .filter((column) => !isUnder(column))
    .map((top) => [top, ...columns.filter((column) => isUnder(column) && underOf(column) === keyOf(top))])
}
