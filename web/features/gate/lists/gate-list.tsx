import './pass-row.css'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/controls/button.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { gatePassesQuery } from '../store/gate-store.ts'
import type { GateListName } from '../store/judge-on-device.ts'
import { getServerTime } from '../store/sync-gate-device.ts'
import { formatStartHour } from '../verdict/verdict-text.ts'
import { PassRow } from './pass-row.tsx'

const ROWS_PER_STEP = 25

const EMPTY_LIST_TEXTS: Readonly<Record<GateListName, readonly [title: string, words: string]>> = {
  expected: ['Nobody else is expected today', 'Passes that the office approves appear here by themselves.'],
  inside: ['Nobody is inside', 'Who is let in appears here until they leave.'],
  left: ['Nobody has left today', 'Who goes out appears here until midnight.'],
}

interface GateListProps {
  list: GateListName
  onOpen?: (pass: GatePass) => void
}

/** Memoized, because rendering all rows again would delay the result of a scan. */
export const GateList = memo(function GateList({ list, onOpen }: GateListProps) {
  const [limit, setLimit] = useState(ROWS_PER_STEP)
  const now = useNow(60_000, getServerTime)
  const query = useQuery(gatePassesQuery(list, { limit }))
  if (!query.data) return <QueryState query={query} title="We could not load this list" />
  const { data, total } = query.data
  if (data.length === 0) {
    const [title, text] = EMPTY_LIST_TEXTS[list]
    return <EmptyState title={title}>{text}</EmptyState>
  }
  return (
    <>
      <ul className="passes stack gap-2">
        {data.map((pass, index) => {
          const hour = list === 'expected' ? formatStartHour(pass, now) : ''
          const previousPass = data[index - 1]
          const isNewHour = hour !== '' && (!previousPass || formatStartHour(previousPass, now) !== hour)
          return (
            <li key={pass.id}>
              {isNewHour && <h2 className="num">{hour}</h2>}
              <PassRow pass={pass} list={list} onOpen={onOpen} />
            </li>
          )
        })}
      </ul>
      {total > data.length && (
        <Button
          className="block"
          busy={query.isPlaceholderData}
          onClick={() => setLimit(limit + ROWS_PER_STEP)}
        >
          Show more ({total - data.length})
        </Button>
      )}
    </>
  )
})
