interface TableHeadProps {
  columns: readonly string[]
  right?: readonly string[]
  actions?: boolean
}

export function TableHead({ columns, right = [], actions }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={right.includes(column) ? 'right' : undefined}>
            {column}
          </th>
        ))}
        {actions && <ActionsHead />}
      </tr>
    </thead>
  )
}

export function ActionsHead() {
  return (
    <th scope="col">
      <span className="visually-hidden">Actions</span>
    </th>
  )
}
