import type { ReactNode } from 'react'
import { RowMenu } from '#ui/overlays/row-menu.tsx'
import { type Identified, type DataRowsProps, RowButton } from './data-table.tsx'
import { LiveMark } from './live-rows.tsx'
import { openRow, RowOpener } from './row-opener.tsx'
import { RowCheckbox } from './row-selection.tsx'
import './record-cards.css'

export function DataCards<Row extends Identified>(props: DataRowsProps<Row>) {
  const { rows, card, getName, marks, onOpen, getLink, actions, selection, focus, isSaving } = props
  return rows.map((row) => {
    const { number, top, picture, heading, words } = card(row)
    const rowMark = marks?.get(row.id)
    const isRowSaving = isSaving?.(row)
    const presentActions = (actions?.(row) ?? []).filter(({ isUnavailable }) => !isUnavailable)
    const stepAction =
      presentActions.find(({ isStep }) => isStep) ?? (isRowSaving ? presentActions[0] : undefined)
    const stateClassNames = [top && 'topped', rowMark && 'new', selection?.has(row.id) && 'sel']
    const cardClassName = ['tile rcard', ...stateClassNames.filter(Boolean)].join(' ')
    const renderOpener = (text: ReactNode) => (
      <RowOpener address={getLink?.(row)} onOpen={onOpen && (() => onOpen(row))}>
        {text}
      </RowOpener>
    )
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its text handles the keys
      <article
        className={cardClassName}
        key={row.id}
        aria-busy={isRowSaving || undefined}
        onClick={openRow}
        {...focus?.rowProps(row.id)}
      >
        {selection && (
          <label className="tick" htmlFor={`row-${row.id}`}>
            <RowCheckbox
              id={`row-${row.id}`}
              row={row}
              name={getName(row)}
              selection={selection}
              shortcut={focus && 'x'}
              saving={isRowSaving}
            />
          </label>
        )}
        {picture}
        <div className="words">
          {top && (
            <div className="first-line row">
              {number !== undefined && renderOpener(number)}
              {top}
            </div>
          )}
          <h2>{number === undefined ? renderOpener(heading) : heading}</h2>
          {words}
          {rowMark && <LiveMark>{rowMark}</LiveMark>}
        </div>
        {stepAction && <RowButton name={getName(row)} action={stepAction} saving={isRowSaving} />}
        {presentActions.length > 0 && !isRowSaving && (
          <RowMenu
            label={`Actions for ${getName(row)}`}
            actions={presentActions.filter((action) => action !== stepAction)}
          />
        )}
      </article>
    )
  })
}
