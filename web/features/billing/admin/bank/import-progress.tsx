import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bankImportsQuery, isBeingCompared, refreshBank } from './calls.ts'

/**
 * Shows the progress of an import. Set `busy` during the upload, so that the component polls for the
 * progress.
 */
export function ImportProgress({ busy = false }: { busy?: boolean }) {
  const { data } = useQuery(bankImportsQuery(busy))
  const runningImport = data?.data.find(isBeingCompared)
  const isRunning = runningImport !== undefined
  useEffect(() => (isRunning ? () => void refreshBank() : undefined), [isRunning])
  if (!runningImport) return null
  const { fileName, checked, lines } = runningImport
  const comparedLinesText = `${checked.toLocaleString('en')} of ${lines.toLocaleString('en')}`
  return (
    <div className="callout bank-progress" role="status">
      <p className="num">{`${fileName}: ${comparedLinesText} lines compared with the payments.`}</p>
      <progress value={checked} max={lines} aria-label="Lines compared" />
    </div>
  )
}
