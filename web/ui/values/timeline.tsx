import './timeline.css'
import type { LucideIcon } from 'lucide-react'
import { StatusIcon } from './status-tag.tsx'

export interface TimelineEntry {
  id: string | number
  /** 1 to 6 uses the status's colour and icon; undefined is another change. */
  status?: number
  icon?: LucideIcon
  title: string
  who?: string
  when?: string
  remark?: string
  next?: boolean
}

/** History of a record, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="history">
      {entries.map(({ id, status, icon: Icon, title, who, when, remark, next }) => (
        <li key={id} className={next ? 'next' : `status-${status ?? 0}`}>
          <span className="dot">{Icon ? <Icon /> : status && <StatusIcon status={status} />}</span>
          <div>
            <b>{title}</b>
            {who && <small>{who}</small>}
            {when && (
              <small>
                <span className="num">{when}</span>
              </small>
            )}
            {remark && <q>{remark}</q>}
          </div>
        </li>
      ))}
    </ol>
  )
}
