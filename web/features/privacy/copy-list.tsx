import './copy-list.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Archive, Download, FileDown } from 'lucide-react'
import { queryClient } from '#lib/api/query-client.ts'
import { startDownload } from '#lib/api/save-file.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { DataCopy } from '@tahanan/contract/privacy/copy-answers.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'
import { formatCount } from '@tahanan/contract/time.ts'
import { requestCopy, copiesQuery, createCopyLink, isRunning } from './copy-calls.ts'

interface CopyListProps {
  tenantId?: number
  buttonLabel: string
}

export function CopyList({ tenantId, buttonLabel }: CopyListProps) {
  const listQuery = copiesQuery(tenantId)
  const query = useQuery(listQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: () => requestCopy(tenantId),
    onSettled: () => queryClient.invalidateQueries(listQuery),
  })
  const copies = query.data?.data
  return (
    <>
      <div>
        <Button icon={FileDown} busy={isPending || copies?.some(isRunning) === true} onClick={() => mutate()}>
          {buttonLabel}
        </Button>
      </div>
      {!copies && (
        <QueryState query={query} title="We could not load the copies">
          <SkeletonBars className="copies" bars={[[180], [240]]} />
        </QueryState>
      )}
      {copies && copies.length > 0 && (
        <ul className="copies" aria-label="Copies">
          {copies.map((copy) => (
            <CopyRow key={copy.id} copy={copy} />
          ))}
        </ul>
      )}
    </>
  )
}

function CopyRow({ copy }: { copy: DataCopy }) {
  const { id, state, created_at, problem } = copy
  const { mutate, isPending } = useMutation({
    mutationFn: () => createCopyLink(id),
    onSuccess: ({ url }) => startDownload(url),
  })
  return (
    <li>
      <Archive />
      <div className="grow">
        <b>{formatDateTime(created_at)}</b>
        <small role={isRunning(copy) ? 'status' : undefined}>{describeState(copy)}</small>
        {problem !== null && <small>{problem}</small>}
      </div>
      {state === 'ready' && (
        <Button
          kind="quiet"
          icon={Download}
          busy={isPending}
          aria-label={`Download the copy of ${formatDateTime(created_at)}`}
          onClick={() => mutate()}
        >
          Download
        </Button>
      )}
    </li>
  )
}

function describeState({ state, bytes, files, deletes_at }: DataCopy): string {
  if (state === 'failed') return 'It could not be made. Please ask for it again.'
  if (state === 'deleted') return 'Deleted'
  if (state !== 'ready') return 'Being made. You can leave this page.'
  const size = [bytes === null ? '' : formatBytes(bytes), formatCount(files ?? 0, 'file')].filter(Boolean)
  const deletionText = deletes_at === null ? '' : `, until ${formatDateTime(deletes_at)}`
  return `Ready, ${size.join(' with ')}${deletionText}`
}
