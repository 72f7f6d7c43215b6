import { formatLongDate, formatTime } from '#lib/time.ts'
import { TableHead } from '#ui/lists/table-head.tsx'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { getActionLabel, getAreaLabel, listFieldChanges, getSubjectLabel } from './summarize-audit-entry.ts'

const CHANGE_SIDES = [
  ['before', 'Before'],
  ['after', 'After'],
] as const

export function AuditEntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { at, actor, subjectName, subjectId, detail, address } = entry
  const changes = listFieldChanges(entry)
  const filledSides = CHANGE_SIDES.filter(([key]) => changes.some((change) => change[key] !== ''))
  const shownSides = filledSides.length > 0 ? filledSides : CHANGE_SIDES
  return (
    <Sheet
      place="box"
      width={820}
      title={`${getActionLabel(entry)}: ${subjectName || getSubjectLabel(entry)}`}
      subtitle={`${formatLongDate(at)}, ${formatTime(at)}`}
      onClose={onClose}
      footer={<SheetCancelButton>Close</SheetCancelButton>}
    >
      <div className="entryfacts">
        <Facts
          facts={[
            ['Who', [actor.name, getAreaLabel(entry)].filter(Boolean).join(', ')],
            [
              'What',
              <>
                {getSubjectLabel(entry)} {subjectId && <span className="subtle">{subjectId}</span>}
              </>,
            ],
            ['Address', address],
            ['Detail', detail],
          ]}
          wide={['Detail']}
        />
      </div>
      {changes.length > 0 && (
        <table className="changetable">
          <caption className="visually-hidden">Changes</caption>
          <TableHead columns={['Field', ...shownSides.map(([, side]) => side)]} />
          <tbody>
            {changes.map((change) => (
              <tr key={change.label}>
                <th scope="row">{change.label}</th>
                {shownSides.map(([key, side]) => (
                  <td key={key} className={key === 'before' ? 'was' : ''}>
                    <span className="side">{side}</span>
                    {change[key] || <span className="subtle">Empty</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}
