import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { showLongDate, showTime } from '../../lib/time.ts'
import { Sheet, SheetCancel } from '../../ui/overlays/sheet.tsx'
import { actionWords, areaWords, fieldChanges, subjectWords } from './entry-words.ts'

/** One entry of the audit log: actor, time, address, and each field before and after. */
export function EntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { at, actor, subjectName, subjectId, detail, address } = entry
  const changes = fieldChanges(entry)
  const added = changes.every(({ before }) => before === '')
  const gone = changes.every(({ after }) => after === '')
  return (
    <Sheet
      place="box"
      width={820}
      title={`${actionWords(entry)}: ${subjectName || subjectWords(entry)}`}
      subtitle={`${showLongDate(at)}, ${showTime(at)}`}
      onClose={onClose}
      footer={<SheetCancel>Close</SheetCancel>}
    >
      <dl className="facts entryfacts">
        <div>
          <dt>Who</dt>
          <dd>
            {actor.name ? `${actor.name}, ` : ''}
            {areaWords(entry)}
          </dd>
        </div>
        <div>
          <dt>What</dt>
          <dd>
            {subjectWords(entry)}
            {subjectId !== null && subjectId !== '' && <span className="num subtle"> {subjectId}</span>}
          </dd>
        </div>
        {address && (
          <div>
            <dt>Address</dt>
            <dd className="num">{address}</dd>
          </div>
        )}
        {detail && (
          <div className="wide">
            <dt>Detail</dt>
            <dd>{detail}</dd>
          </div>
        )}
      </dl>
      {changes.length > 0 && (
        <table className="changes">
          <caption className="visually-hidden">Changes</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {(!added || gone) && <th scope="col">Before</th>}
              {(!gone || added) && <th scope="col">After</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {(!added || gone) && (
                  <td className="was">
                    <span className="side">Before</span>
                    {before || <span className="subtle">Empty</span>}
                  </td>
                )}
                {(!gone || added) && (
                  <td>
                    <span className="side">After</span>
                    {after || <span className="subtle">Empty</span>}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}
