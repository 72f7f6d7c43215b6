import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bankImportsQuery, isCompared, refreshBank } from './calls.ts'

/** How far the file that was imported last is compared with the payments; nothing once it is. `busy` while one is on its way. */
export function ImportProgress({ busy = false }: { busy?: boolean }) {
  const { data } = useQuery(bankImportsQuery(busy))
  const running = data?.data.find(isCompared)
  const isRunning = running !== undefined
  // the lines are stale when it ends
  useEffect(() => (isRunning ? refreshBank : undefined), [isRunning])
  if (!running) return null
  const { fileName, checked, lines } = running
  return (
    <div className="callout bank-progress" role="status">
      <p className="num">
        {`${fileName}: ${checked.toLocaleString('en')} of ${lines.toLocaleString('en')} lines compared with the payments.`}
      </p>
      <progress value={checked} max={lines} aria-label="Lines compared" />
    </div>
  )
}
